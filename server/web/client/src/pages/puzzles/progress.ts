/** Puzzles that were solved in this browser, and how they are shown. */
import type { PuzzleList } from '../../api/people';
import type { Store } from '../../game/store';

const key = 'puzzles';

/** The puzzles of one board. */
export interface PuzzleSet {
  readonly setup: string;
  readonly numbers: readonly number[];
}

/** All puzzles by board, those with most puzzles first. */
export function setsOf(list: PuzzleList): readonly PuzzleSet[] {
  const sets = new Map<string, number[]>();
  for (const { puzzle, setup } of list.puzzles) {
    sets.set(setup, [...(sets.get(setup) ?? []), puzzle]);
  }
  return [...sets]
    .map(([setup, numbers]) => ({ setup, numbers }))
    .sort((a, b) => b.numbers.length - a.numbers.length);
}

/** The puzzle after another one; after the last one comes the first. */
export function nextOf(list: PuzzleList, puzzle: number): number {
  const { puzzles } = list;
  return (puzzles.find((one) => one.puzzle > puzzle) ?? puzzles[0]!).puzzle;
}

/** The solved ones of the list: a number that is gone stands for the puzzle in its place. */
export function solvedOf(kept: ReadonlySet<number>, list: PuzzleList): ReadonlySet<number> {
  const present = new Map(list.replaced.map(({ puzzle, by }) => [puzzle, by]));
  const numbers = new Set(list.puzzles.map(({ puzzle }) => puzzle));
  return new Set([...kept].map((one) => present.get(one) ?? one).filter((one) => numbers.has(one)));
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
