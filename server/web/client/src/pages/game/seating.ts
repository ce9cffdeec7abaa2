/** Who sits where around a board. */

/** Seats above and below it, in turn order around it; the viewer is the first one below. */
export function around(
  seats: number,
  viewer: number | undefined,
): { above: readonly number[]; under: readonly number[] } {
  // Somebody who only looks sees the board from the last seat of two, and from the first of more.
  const first = viewer ?? (seats === 2 ? 1 : 0);
  const order = Array.from({ length: seats }, (_, step) => (first + step) % seats);
  const below = Math.ceil(seats / 2);
  return { above: order.slice(below).reverse(), under: order.slice(0, below) };
}
