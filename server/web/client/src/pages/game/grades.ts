/** The moves that an analysis has graded. Pure. */
import type { Analysis, Grade } from '../../api/people';

/** For each turn of a game, leavings too, the grade of its stone. */
export function gradesOf(
  analysis: Analysis | undefined,
  turns: readonly string[],
): readonly (Grade | undefined)[] {
  let stone = 0;
  return turns.map((turn) => {
    const judged = turn.startsWith('leave:') ? undefined : analysis?.turns[stone++];
    return judged?.point === turn && judged.grade !== 'none' ? judged.grade : undefined;
  });
}
