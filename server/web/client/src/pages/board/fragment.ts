/** The turns that an address holds after the sign #: "K10.L10". */
import type { Board } from '../../engine/board';
import type { Turn } from '../../engine/types';
import { lookAt, parseTurns, turnText } from '../../game/look';

/** The turns of a fragment, as far as they are turns and the rules allow them. */
export function turnsOf(board: Board, hash: string): readonly Turn[] {
  const words = hash.replace(/^#/, '').split('.').filter(Boolean);
  let found: readonly Turn[] = [];
  for (const word of words) {
    try {
      const next = [...found, ...parseTurns(board.geometry, word)];
      lookAt(board, next);
      found = next;
    } catch (error) {
      if (error instanceof RangeError) return found;
      throw error;
    }
  }
  return found;
}

/** The other way round, without the sign. */
export function fragmentOf(board: Board, turns: readonly Turn[]): string {
  return turns.map((turn) => turnText(board.geometry, turn)).join('.');
}
