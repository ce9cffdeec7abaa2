/** Who may ask for hints. Pure. */
import type { Game } from '../../api/types';
import { botLevel } from '../../parts/bots';

/** Whether the player of a seat, in turn, gets hints now: the server decides by the same. */
export function hasHints(game: Game, mySeat: number): boolean {
  const others = game.seats.filter(({ state }, seat) => seat !== mySeat && state === 'in');
  return (
    !game.rated &&
    game.status === 'active' &&
    game.clock_state?.paused !== true &&
    game.offers.length === 0 &&
    others.every(({ handle }) => handle !== null && botLevel(handle) !== undefined)
  );
}
