/** House bots by their names, and the ratings of games with them. Pure. */

/** The level of a house bot of this name; of nobody else. */
export function botLevel(handle: string): number | undefined {
  const digits = /^bot:(10|[1-9])$/i.exec(handle)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The setup of a family of ratings: games with bots have one of their own. */
export function setupOfFamily(family: string): string {
  return family.replace(/-bots$/, '');
}
