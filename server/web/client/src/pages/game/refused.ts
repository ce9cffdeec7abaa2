/** The words for a move that was refused. */
import type { Problem } from '../../api/problem';
import { refusal } from '../../board/describe';
import type { Game } from '../../api/types';
import type { GameState, Look } from '../../game/types';
import { wordsOf } from '../../parts/problem';
import { t } from '../../text';

/** Nothing unless the move on the board was refused in a game in progress. */
export function refusedWords({ draft, head, mySeat }: GameState, game: Game): string {
  if (draft.state !== 'refused' || !head || game.status !== 'active') return '';
  const why = whyWords(head, draft.point, draft.problem, mySeat);
  return t('connection.refused', { point: head.geometry.name(draft.point), why });
}

// The rules of the board itself say more of a point than a refusal does.
function whyWords(look: Look, point: number, problem: Problem, seat?: number): string {
  const preview = problem.reason && seat !== undefined ? look.preview(seat, point) : undefined;
  if (!preview || preview.legal) return wordsOf(problem);
  return refusal(look, seat!, point, preview);
}
