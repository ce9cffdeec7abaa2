/** Seeks: challenges and open games that wait for somebody, and their hosts. */
import type { AcceptChallenge, Player } from '../api/people';
import type { Problem } from '../api/problem';
import { idempotencyKey, repeated, settled } from '../api/rest';
import type { Challenge, ClockSettings, GameSummary } from '../api/types';
import { t } from '../text';
import { rest } from './site';

/** As many hosts as one request names. */
const hosts_max = 50;

/** A challenge or an open game as lists show it. */
export interface Seek {
  readonly href: string;
  readonly host: string;
  readonly setup: string | null;
  readonly clock: ClockSettings;
  readonly rated: boolean;
  /** Of a rating that one must have; null: no such bound. */
  readonly min: number | null;
  readonly max: number | null;
  readonly guests: boolean;
  /** Takes a seat; yields where to go then. */
  readonly accept: () => Promise<string | Problem>;
}

/** A challenge as a seek. */
export function seekOfChallenge(challenge: Challenge): Seek {
  const { id, creator, setup, clock, rated, rating, guests } = challenge;
  const accept = async (): Promise<string | Problem> => {
    const answer = await acceptChallenge(id);
    if (!answer.ok) return answer.problem;
    return answer.data.game ? `/games/${answer.data.game}` : `/challenges/${id}`;
  };
  const bounds = { min: rating.min, max: rating.max, guests: guests && !rated };
  return { href: `/challenges/${id}`, host: creator, setup, clock, rated, ...bounds, accept };
}

/** An open game as a seek. */
export function seekOfGame(game: GameSummary): Seek {
  const { id, creator, setup, clock, rated } = game;
  const accept = async (): Promise<string | Problem> => {
    const answer = await joinGame(game);
    return answer.ok ? `/games/${id}` : answer.problem;
  };
  const bounds = { min: null, max: null, guests: !rated };
  return { href: `/games/${id}`, host: creator, setup, clock, rated, ...bounds, accept };
}

/** Accepts a challenge. A body without a seat takes one reserved for the player, or the first free. */
export function acceptChallenge(id: number, body: AcceptChallenge = {}) {
  const params = { path: { challenge: id }, header: { 'Idempotency-Key': idempotencyKey() } };
  return repeated(() => rest.POST('/api/v1/challenges/{challenge}/accept', { params, body }));
}

/** The rating that a seat asks for; empty if it asks for none. */
export function ratingWords(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return t('challenge.rating_between', { min, max });
  if (min !== null) return t('challenge.rating_from', { min });
  return max === null ? '' : t('challenge.rating_to', { max });
}

/** Joins a game as it was seen. */
export function joinGame({ id, seq }: GameSummary) {
  const params = { path: { game: id } };
  return settled(rest.POST('/api/v1/games/{game}/join', { params, body: { seq } }));
}

/** The players of these handles, by handle; none if the answer fails. */
export async function hostsOf(handles: Iterable<string>): Promise<ReadonlyMap<string, Player>> {
  const named = [...new Set(handles)].slice(0, hosts_max);
  if (named.length === 0) return new Map();
  const query = { handles: named.join(',') };
  const answer = await settled(rest.GET('/api/v1/players', { params: { query } }));
  const players = answer.ok ? answer.data.players : [];
  return new Map(players.map((player) => [player.handle, player]));
}

/** A player's rating in a family, if they have one. */
export function ratingIn(player: Player | undefined, family: string | null): number | undefined {
  return player?.ratings?.find((one) => one.family === family)?.rating;
}

/** Whether a player is here, in a word; empty if it is not known. */
export function presenceWord(player: Player | undefined): string {
  return player ? t(player.online ? 'seek.online' : 'seek.away') : '';
}

/** The same list, those of online hosts first. */
export function onlineFirst<Listed>(
  list: readonly Listed[],
  hostOf: (one: Listed) => string,
  hosts: ReadonlyMap<string, Player>,
): Listed[] {
  const isAway = (one: Listed) => Number(!hosts.get(hostOf(one))?.online);
  return [...list].sort((one, other) => isAway(one) - isAway(other));
}
