/** A game with a house bot on the small board, at once. */
import type { Problem } from '../../api/problem';
import { idempotencyKey, repeated } from '../../api/rest';
import { becomeSomebody } from '../../parts/session.svelte';
import { rest } from '../../parts/site';

const setup = '9x9';

/** The id of the new game, or why there is none. */
export async function playBot(handle: string): Promise<number | Problem> {
  const problem = await becomeSomebody();
  if (problem) return problem;
  const params = { header: { 'Idempotency-Key': idempotencyKey() } };
  const body = { setup, seats: ['me', handle] };
  const answer = await repeated(() => rest.POST('/api/v1/games', { params, body }));
  return answer.ok ? answer.data.id : answer.problem;
}
