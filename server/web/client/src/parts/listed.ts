/** Boards of games as lists give them. */
import type { GameSummary } from '../api/types';
import { type Engine } from '../engine/board';
import type { Geometry, Point } from '../engine/types';

/** The position that a miniature draws. */
export interface Miniature {
  readonly geometry: Geometry;
  readonly stones: Int8Array;
  readonly last: Point | undefined;
}

/** A letter a seat, in the texts of positions. */
export const seatLetters = 'bwrg5678';

/** The miniature of a listed board; nothing if the browser can't draw it. */
export function miniatureOf(engine: Engine, { position }: GameSummary): Miniature | undefined {
  const geometry = position ? engine.geometry(position.board) : undefined;
  if (!geometry || !position || position.stones.length !== geometry.points) return undefined;
  const stones = Int8Array.from(position.stones, (letter) => seatLetters.indexOf(letter));
  const last = position.last_point === null ? undefined : geometry.parse(position.last_point);
  return { geometry, stones, last };
}

type Lifted = readonly { readonly points: readonly string[] }[];

/** The same after a stone and the roots that it removed. */
export function withMove(
  { geometry, stones: before, last: lastBefore }: Miniature,
  seat: number,
  point: string,
  lifted: Lifted,
): Miniature {
  const stones = before.slice();
  const last = geometry.parse(point);
  if (last !== undefined) stones[last] = seat;
  return withoutRoots({ geometry, stones, last: last ?? lastBefore }, lifted);
}

/** The same without these roots. */
export function withoutRoots(
  { geometry, stones: before, last }: Miniature,
  lifted: Lifted,
): Miniature {
  const stones = before.slice();
  for (const name of lifted.flatMap(({ points }) => points)) {
    const at = geometry.parse(name);
    if (at !== undefined) stones[at] = -1;
  }
  return { geometry, stones, last: last === undefined || stones[last]! < 0 ? undefined : last };
}
