/** Bots for the other seats of a new game. Pure. */

const levels = 10;
const seats_max = 7;

/** A bot for each of so many seats, the first at this level; the others near it, no two alike. */
export function botSeats(level: number): string[] {
  const near = Array.from({ length: levels }, (_, index) => index + 1).sort(
    (one, other) => Math.abs(one - level) - Math.abs(other - level) || one - other,
  );
  return near.slice(0, seats_max).map((one) => `bot:${one}`);
}

/** Which bots may sit there: those that have no other of these seats, the weakest first. */
export function botChoices(seats: readonly string[], index: number): string[] {
  const taken = seats.filter((_, other) => other !== index);
  return Array.from({ length: levels }, (_, one) => `bot:${one + 1}`).filter(
    (one) => !taken.includes(one),
  );
}
