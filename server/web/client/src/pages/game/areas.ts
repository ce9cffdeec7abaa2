/** Root space through a game, as areas one above the other. Pure. */

/**
 * For each seat a closed path in a box of that size: its share of all legal points after each turn,
 * from left to right, the first seat's at the bottom. Without any legal point the shares
 * before go on. Requires: at least one turn.
 */
export function areasOf(
  spaces: readonly (readonly number[])[],
  width: number,
  height: number,
): readonly string[] {
  const seats = spaces[0]!.length;
  const bounds = spaces.map(boundsOf);
  for (let turn = 1; turn < bounds.length; ++turn) bounds[turn] ??= bounds[turn - 1];
  const even = Array.from({ length: seats + 1 }, (_, seat) => seat / seats);
  const step = width / Math.max(1, spaces.length - 1);
  return Array.from({ length: seats }, (_, seat) => {
    const edge = (of: number) =>
      bounds.map(
        (bound, turn) => `${rounded(turn * step)} ${rounded(height * (1 - (bound ?? even)[of]!))}`,
      );
    return `M${[...edge(seat), ...edge(seat + 1).reverse()].join('L')}Z`;
  });
}

/** The parts of the whole below each seat, and 1; nothing if there is no whole. */
function boundsOf(space: readonly number[]): readonly number[] | undefined {
  const all = space.reduce((sum, points) => sum + points, 0);
  if (all === 0) return undefined;
  let below = 0;
  return [0, ...space.map((points) => (below += points) / all)];
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
