/** Puzzles that were solved in this browser, and how they are shown. */
import type { Store } from '../../game/store';

/** Puzzles of a set. */
export const setSize = 24;

const key = 'puzzles';

/** One set of puzzles, by their numbers. */
export interface PuzzleSet {
  readonly from: number;
  readonly until: number;
  readonly numbers: readonly number[];
}

/** All puzzles, in sets. */
export function setsOf(count: number): readonly PuzzleSet[] {
  return Array.from({ length: Math.ceil(count / setSize) }, (_, index) => {
    const from = index * setSize + 1;
    const until = Math.min(count, from + setSize - 1);
    return {
      from,
      until,
      numbers: Array.from({ length: until - from + 1 }, (__, at) => from + at),
    };
  });
}

/** Those that were solved; somebody may have edited what is kept. */
export async function solvedIn(store: Store): Promise<ReadonlySet<number>> {
  const kept = await store.get<unknown>(key);
  return new Set(Array.isArray(kept) ? kept.filter((one) => Number.isInteger(one)) : []);
}

/** Keeps that one more was solved; answers all of them. */
export async function keepSolved(store: Store, puzzle: number): Promise<ReadonlySet<number>> {
  const solved = new Set([...(await solvedIn(store)), puzzle]);
  await store.set(key, [...solved]);
  return solved;
}
