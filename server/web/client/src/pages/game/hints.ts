/** Who may ask for hints. Pure. */
import type { Game } from '../../api/types';
import { botLevel } from '../../parts/bots';

/** Whether hints are given in this game to whoever sits there: the server decides by the same. */
export function hasHints(game: Game, mySeat: number): boolean {
  const others = game.seats.filter(({ state }, seat) => seat !== mySeat && state === 'in');
  return (
    !game.rated &&
    game.status === 'active' &&
    others.every(({ handle }) => handle !== null && botLevel(handle) !== undefined)
  );
}
