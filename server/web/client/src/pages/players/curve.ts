/** A rating over time as a picture, in a box of its own. Pure. */

/** A rated game, as far as the curve is concerned. */
export interface Step {
  /** When it ended, ms since 1970. */
  readonly at: number;
  /** The rating after it. */
  readonly rating: number;
}

/** A line across the picture, or a mark below it. */
export interface Tick {
  readonly at: number;
  readonly value: number;
}

/** The picture: where points lie, and what stands beside them. */
export interface Drawn {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Across: `at` is a height, `value` a rating. */
  readonly ratings: readonly Tick[];
  /** Below: `at` is a place from the left, `value` a time. */
  readonly times: readonly Tick[];
}

/** Of the picture, in its units. */
export interface Size {
  readonly width: number;
  readonly height: number;
  /** Room for words at the left and below. */
  readonly left: number;
  readonly below: number;
}

const room = 8;
const lines_max = 5;
const times_max = 6;

/** Steps that people count in. */
const niceSteps = [10, 20, 25, 50, 100, 200, 250, 500, 1_000];

/** The picture of these games, the oldest first. Requires: at least one. */
export function curveOf(steps: readonly Step[], { width, height, left, below }: Size): Drawn {
  const all = steps.map(({ rating }) => rating);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const by = niceSteps.find((step) => (most - least) / step <= lines_max - 2) ?? 1_000;
  const low = Math.floor(least / by) * by;
  const high = Math.max(Math.ceil(most / by) * by, low + by);
  const from = steps[0]!.at;
  const span = steps.at(-1)!.at - from;
  const right = width - room;
  const bottom = height - below;
  const y = (rating: number): number => bottom - ((rating - low) * (bottom - room)) / (high - low);
  // Games that all ended at once lie side by side.
  const part = (step: Step, index: number): number =>
    span > 0 ? (step.at - from) / span : index / Math.max(1, steps.length - 1);
  const count = span > 0 ? Math.min(times_max, steps.length) : 0;
  return {
    points: steps.map((step, index) => ({
      x: left + part(step, index) * (right - left),
      y: y(step.rating),
    })),
    ratings: Array.from({ length: Math.round((high - low) / by) + 1 }, (_, index) => {
      const value = low + index * by;
      return { at: y(value), value };
    }),
    times: Array.from({ length: count }, (_, index) => ({
      at: left + (index * (right - left)) / Math.max(1, count - 1),
      value: from + (index * span) / Math.max(1, count - 1),
    })),
  };
}

/** The data of a path through the points. */
export const pathThrough = (points: Drawn['points']): string =>
  points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
