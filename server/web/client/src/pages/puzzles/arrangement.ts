/** A puzzle's position as the rules take it. Pure. */
import type { Puzzle } from '../../api/people';
import { seatOf, type Arrangement } from '../../engine/types';
import { seatLetters } from '../../parts/listed';

export function arrangementOf(puzzle: Pick<Puzzle, 'position' | 'to_move'>): Arrangement {
  return {
    stones: [...puzzle.position].map((letter) => seatLetters.indexOf(letter)),
    toMove: seatOf(puzzle.to_move)!,
  };
}
