/** How exercises are set up and judged, by the rules themselves. Pure. */
import type { Board, Engine } from '../../engine/board';
import {
  seatOf,
  type Geometry,
  type Opening,
  type Point,
  type Preview,
  type Seat,
} from '../../engine/types';
import type { Look } from '../../game/types';
import type { Goal } from './steps';

/** The stones of a figure by point: -1 where there is none. */
export function stonesOf(geometry: Geometry, figure: string): Int8Array {
  const [columns, rows] = geometry.dimensions as [number, number];
  return Int8Array.from({ length: geometry.points }, (_, point) => {
    const [x, y] = geometry.coordinates(point) as [number, number];
    return 'BW'.indexOf(figure[(rows - 1 - y) * columns + x]!);
  });
}

/** The board of an exercise; nothing if the rules don't know such a position. */
export function boardOf(
  engine: Engine,
  { setup, figure, toMove }: { setup: string | Opening; figure?: string; toMove: string },
): Board | undefined {
  if (typeof setup !== 'string') return engine.board(setup);
  const opening = engine.setup(setup);
  if (figure === undefined || !opening) return opening;
  const stones = [...stonesOf(opening.geometry, figure)];
  return engine.arranged(setup, { stones, toMove: seatOf(toMove)! });
}

/** Why a legal stone is not the answer. */
export type Miss = 'other-root' | 'own-root' | 'stays' | 'too-much';

/** Whether a legal stone reaches the goal; if not, why. */
export function missOf(
  look: Look,
  goal: Goal,
  effect: Preview & { legal: true },
): Miss | undefined {
  const rootOn = (name: string) => {
    const root = look.rootAt[look.geometry.parse(name)!]!;
    return look.roots[root]!.seed;
  };
  if (goal.extends !== undefined && effect.joins.seed !== rootOn(goal.extends)) return 'other-root';
  if (!goal.removes) return undefined;
  const gone = new Set(effect.lifted.map(({ seed }) => seed));
  const wanted = goal.removes.map(rootOn);
  if (wanted.some((seed) => !gone.has(seed))) return effect.own ? 'own-root' : 'stays';
  if (gone.size > wanted.length) return effect.own ? 'own-root' : 'too-much';
  return undefined;
}

/** A formation that no game brings about, and why. */
export interface Flaw {
  readonly seat: Seat;
  /** In board order. */
  readonly stones: readonly Point[];
  /** `ring`: its last stone would have touched two; `no-seed`: no stone of the opening is in it. */
  readonly why: 'ring' | 'no-seed';
}

/**
 * The formations of a figure that can't arise from the opening: each grows out of one of its stones,
 * by stones that touch one other.
 */
export function flawsOf(opening: Board, stones: ArrayLike<number>): readonly Flaw[] {
  const { geometry, seeds } = opening;
  const isSeed = (seat: Seat, point: Point) =>
    seeds.some((seed) => seed.seat === seat && seed.point === point);
  const flaws: Flaw[] = [];
  for (const { seat, group } of groupsOf(geometry, stones)) {
    const touches = group.flatMap((point) =>
      geometry.neighbours(point).filter((next) => stones[next] === seat),
    );
    const why =
      touches.length / 2 >= group.length
        ? 'ring'
        : group.some((point) => isSeed(seat, point))
          ? undefined
          : 'no-seed';
    if (why) flaws.push({ seat, stones: group, why });
  }
  return flaws;
}

function groupsOf(geometry: Geometry, stones: ArrayLike<number>) {
  const seen = new Set<Point>();
  const groups: { seat: Seat; group: Point[] }[] = [];
  for (let start = 0; start < geometry.points; ++start) {
    const seat = stones[start]!;
    if (seat < 0 || seen.has(start)) continue;
    const group = [start];
    seen.add(start);
    for (const point of group) {
      for (const next of geometry.neighbours(point)) {
        if (stones[next] !== seat || seen.has(next)) continue;
        seen.add(next);
        group.push(next);
      }
    }
    groups.push({ seat, group: group.sort((one, other) => one - other) });
  }
  return groups;
}
