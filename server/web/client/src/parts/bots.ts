/** House bots by their names, which of them take seats, and the ratings of games with them. Pure. */

/** The level of a house bot of this name; none of any other. */
export function botLevel(handle: string): number | undefined {
  const digits = /^bot:(10|[1-9])$/i.exec(handle)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The setup of a family of ratings: games with bots have one of their own. */
export function setupOfFamily(family: string): string {
  return family.replace(/-bots$/, '');
}

/** The level for players who have chosen none. */
export const usualLevel = 5;

/** A seat that is left to anybody, where others name a bot. */
export const openSeat = 'open';

/**
 * Who takes each of so many seats: the wish for it if it can be met, else the bot nearest to the
 * level among those that are able (the weakest first), no two alike; nothing if none is left.
 */
export function botSeats(
  wishes: readonly (string | undefined)[],
  level: number,
  able: readonly string[],
): (string | undefined)[] {
  const off = (handle: string): number => Math.abs((botLevel(handle) ?? 0) - level);
  const left = able
    .filter((handle) => !wishes.includes(handle))
    .sort((one, other) => off(one) - off(other));
  const canBe = (wish: string, index: number): boolean =>
    wish === openSeat || (able.includes(wish) && wishes.indexOf(wish) === index);
  return wishes.map((wish, index) => (wish && canBe(wish, index) ? wish : left.shift()));
}
