/** "Play now": the first fitting game that waits on the small board, or a new one. */
import type { Problem } from '../../api/problem';
import { idempotencyKey, repeated, settled } from '../../api/rest';
import type { Challenge, GameSummary } from '../../api/types';
import { becomeSomebody, session } from '../../parts/session.svelte';
import { rest } from '../../parts/site';

const setup = '9x9';
/** Whoever opened a live game longer ago is hardly still there. */
const patience_ms = 15 * 60_000;
const clock = { kind: 'fischer' as const, initial_s: 600, increment_s: 10, max_s: 1200 };

/** The id of the game to play, or why there is none. */
export async function playNow(): Promise<number | Problem> {
  const problem = await becomeSomebody();
  if (problem) return problem;
  // Asked for at once, as whoever clicked waits; the challenges are taken first.
  const games = waitingGames();
  return (await waitingChallenge()) ?? (await joinOne(await games)) ?? (await openGame());
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

async function waitingChallenge(): Promise<number | undefined> {
  const query = { setup, rated: false, limit: 50 };
  const answer = await settled(rest.GET('/api/v1/challenges', { params: { query } }));
  const found = answer.ok ? answer.data.challenges.find(fits) : undefined;
  if (!found) return undefined;
  const params = { path: { challenge: found.id }, header: { 'Idempotency-Key': idempotencyKey() } };
  const accepted = await repeated(() =>
    rest.POST('/api/v1/challenges/{challenge}/accept', { params, body: {} }),
  );
  return accepted.ok ? (accepted.data.game ?? undefined) : undefined;
}

async function waitingGames(): Promise<readonly GameSummary[]> {
  const query = { setup, status: 'open' as const, limit: 50 };
  const answer = await settled(rest.GET('/api/v1/games', { params: { query } }));
  return answer.ok ? answer.data.games : [];
}

/** Joins a game that waits for one more; one's own is gone back to. */
async function joinOne(games: readonly GameSummary[]): Promise<number | undefined> {
  const mine = games.find(({ creator }) => creator === session.handle);
  if (mine) return mine.id;
  const isFitting = (game: GameSummary) =>
    !game.rated &&
    (game.clock.kind === 'per-move' || Date.parse(game.created_at) > Date.now() - patience_ms) &&
    game.seats.filter(({ state, handle }) => state === 'open' && !handle).length === 1 &&
    game.seats.every(({ state, handle }) => state === 'in' || !handle);
  for (const game of games.filter(isFitting)) {
    const params = { path: { game: game.id } };
    const joined = await settled(
      rest.POST('/api/v1/games/{game}/join', { params, body: { seq: game.seq } }),
    );
    if (joined.ok) return game.id;
  }
  return undefined;
}

/** Whoever comes gets the first move, as they are here to play. */
async function openGame(): Promise<number | Problem> {
  const header = { 'Idempotency-Key': idempotencyKey() };
  const body = { setup, seats: ['open', 'me'], clock };
  const answer = await repeated(() => rest.POST('/api/v1/games', { params: { header }, body }));
  return answer.ok ? answer.data.id : answer.problem;
}
