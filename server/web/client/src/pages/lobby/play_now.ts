/** "Play now": the first fitting game of a host who is online on the small board, or a new one. */
import type { Problem } from '../../api/problem';
import { idempotencyKey, repeated, settled } from '../../api/rest';
import type { Challenge, GameSummary } from '../../api/types';
import { acceptChallenge, hostsOf, joinGame } from '../../parts/seeks';
import { becomeSomebody, session } from '../../parts/session.svelte';
import { rest } from '../../parts/site';

const setup = '9x9';
const clock = { kind: 'fischer' as const, initial_s: 600, increment_s: 10, max_s: 1200 };

/** The id of the game to play, or why there is none. */
export async function playNow(): Promise<number | Problem> {
  const problem = await becomeSomebody();
  if (problem) return problem;
  // Asks for both at once, as the player waits; the challenges are taken first.
  const [challenges, games] = await Promise.all([waitingChallenges(), waitingGames()]);
  const mine = games.find(({ creator }) => creator === session.handle);
  const hosts = await hostsOf([...challenges, ...games].map(({ creator }) => creator));
  const isHere = ({ creator }: { creator: string }) => hosts.get(creator)?.online ?? false;
  return (
    (await acceptOne(challenges.filter(isHere))) ??
    mine?.id ??
    (await joinOne(games.filter(isHere))) ??
    (await openGame())
  );
}

/** Whether anybody may take the last seat of a challenge, guests too, for an unrated game. */
function fits({
  creator,
  seats,
  rated,
  guests,
  rating,
  reliability_min,
  uses_left,
}: Challenge): boolean {
  const isLast = seats.filter(({ state }) => state === 'open').length === 1;
  const isAsked = seats.some(({ state }) => state === 'asked');
  const isFree = rating.min === null && rating.max === null && reliability_min === 0;
  return (
    creator !== session.handle && isLast && !isAsked && !rated && guests && isFree && uses_left > 0
  );
}

async function waitingChallenges(): Promise<readonly Challenge[]> {
  const query = { setup, rated: false, limit: 50 };
  const answer = await settled(rest.GET('/api/v1/challenges', { params: { query } }));
  return answer.ok ? answer.data.challenges.filter(fits) : [];
}

async function acceptOne([first]: readonly Challenge[]): Promise<number | undefined> {
  if (!first) return undefined;
  const accepted = await acceptChallenge(first.id);
  return accepted.ok ? (accepted.data.game ?? undefined) : undefined;
}

async function waitingGames(): Promise<readonly GameSummary[]> {
  const query = { setup, status: 'open' as const, limit: 50 };
  const answer = await settled(rest.GET('/api/v1/games', { params: { query } }));
  return answer.ok ? answer.data.games : [];
}

/** Joins a game that waits for one more. */
async function joinOne(games: readonly GameSummary[]): Promise<number | undefined> {
  const isFitting = (game: GameSummary) =>
    !game.rated &&
    game.seats.filter(({ state, handle }) => state === 'open' && !handle).length === 1 &&
    game.seats.every(({ state, handle }) => state === 'in' || !handle);
  for (const game of games.filter(isFitting)) {
    const joined = await joinGame(game);
    if (joined.ok) return game.id;
  }
  return undefined;
}

/** Opens a game: the opponent gets the first move, as they are here to play. */
async function openGame(): Promise<number | Problem> {
  const header = { 'Idempotency-Key': idempotencyKey() };
  const body = { setup, seats: ['open', 'me'], clock };
  const answer = await repeated(() => rest.POST('/api/v1/games', { params: { header }, body }));
  return answer.ok ? answer.data.id : answer.problem;
}
