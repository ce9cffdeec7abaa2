/** The player to move. Pure. */
import type { Game } from '../../api/types';
import type { GameState } from '../../game/types';

/** Whether the viewer may place a stone now: also in a pause, which that ends, and beside a seat on offer. */
export function isMyTurn({ head, mySeat }: GameState, game: Game): boolean {
  return (
    game.status === 'active' &&
    mySeat !== undefined &&
    head?.toMove === mySeat &&
    game.seats[mySeat]?.state === 'in'
  );
}
