/** Who may take an open seat of a new game, and how long one waits for them. */
import type { CreateChallenge } from '../../api/people';

/** The choice; an empty field of a number is null or nothing. */
export interface Limits {
  guests: boolean;
  bots: boolean;
  rating_min: number | null | undefined;
  rating_max: number | null | undefined;
  reliability_min: number | null | undefined;
  uses: number | null | undefined;
}

/** Everybody may come, for one game. */
export const noLimits: Limits = {
  guests: true,
  bots: true,
  rating_min: null,
  rating_max: null,
  reliability_min: null,
  uses: 1,
};

/** How long a challenge may wait, by name, in seconds. */
export const waits = { hour: 3_600, day: 86_400, fortnight: 1_209_600, quarter: 7_776_000 };
export type Wait = keyof typeof waits;

/** The limits as the server takes them: those that differ from what it does by itself. */
export function limitsOf(limits: Limits, rated: boolean): Partial<CreateChallenge> {
  const { rating_min, rating_max, reliability_min, uses } = limits;
  const rating = {
    ...(typeof rating_min === 'number' ? { min: rating_min } : {}),
    ...(typeof rating_max === 'number' ? { max: rating_max } : {}),
  };
  return {
    // Of rated games the server keeps guests away by itself.
    ...(limits.guests || rated ? {} : { guests: false }),
    ...(limits.bots ? {} : { bots: false }),
    ...(Object.keys(rating).length > 0 ? { rating } : {}),
    ...(reliability_min ? { reliability_min } : {}),
    ...(uses && uses > 1 ? { uses } : {}),
  };
}
