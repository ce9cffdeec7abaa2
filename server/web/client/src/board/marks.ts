/** The shapes that are drawn on the points of a board, as the data of SVG paths. */
import type { Geometry, Point, Root, Seat } from '../engine/types';
import { isBeside, round, unit, type Layout } from './geometry';

/** The places of points in a picture, and their sizes. */
export type Spot = Record<'x' | 'y' | 'scale', ArrayLike<number>>;

/** Radius of a stone, in distances between points. */
export const stoneRadius = 0.43;

/** A stone's size in a layout. */
export function radiusAt(layout: Spot, point: Point, part = stoneRadius): number {
  return part * unit * layout.scale[point]!;
}

/** Circles of this radius around the points. */
export function circles(layout: Layout, points: Iterable<Point>, part = stoneRadius): string {
  let path = '';
  for (const point of points) {
    const r = round(radiusAt(layout, point, part));
    const x = round(layout.x[point]! - r);
    const y = round(layout.y[point]!);
    path += `M${x} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  return path;
}

/** A shape in units of a point in full size, around the point: a start, then relative steps. */
type Sign = readonly (readonly [
  x: number,
  y: number,
  rest: (size: (n: number) => number) => string,
])[];

/** The same sign on each of these points. */
function signs(layout: Layout, points: Iterable<Point>, sign: Sign): string {
  let path = '';
  for (const point of points) {
    const scale = layout.scale[point]!;
    const size = (n: number): number => round(n * scale);
    for (const [x, y, rest] of sign) {
      path += `M${round(layout.x[point]! + x * scale)} ${round(layout.y[point]! + y * scale)}${rest(size)}`;
    }
  }
  return path;
}

/** A curve by its relative control points. */
const curve =
  (...steps: readonly (readonly number[])[]) =>
  (size: (n: number) => number): string =>
    steps.map((step) => `c${step.map(size).join(' ')}`).join('');

/** Light on stones of black and white. */
export function glints(layout: Layout, points: Iterable<Point>): string {
  return signs(layout, points, [
    [-27, -8, (size) => `a${size(29)} ${size(29)} 0 0 1 ${size(21)} ${size(-19)}`],
  ]);
}

/** A grain of rice: where a root has begun. */
export function grains(layout: Layout, points: Iterable<Point>): string {
  const grain = curve([6, 14, -7.7, 33.7, -23, 32.8], [-6, -14, 7.7, -33.7, 23, -32.8]);
  return signs(layout, points, [[12, -16, (size) => `${grain(size)}z`]]);
}

/** A seedling: where a stone may be placed. */
export function sprouts(layout: Layout, points: Iterable<Point>): string {
  return signs(layout, points, [
    [0, 20, (size) => `v${size(-22)}`],
    [0, 4, curve([-4, -16, -14, -18, -22, -17], [1, 10, 9, 17, 22, 17])],
    [0, -2, curve([3, -14, 12, -18, 22, -18], [0, 11, -9, 18, -22, 18])],
  ]);
}

/** A half ring on each side by which a stone is joined to one that lies elsewhere in the picture. */
const halfRings = {
  above: [[-33, -7, (size) => `a${size(34)} ${size(34)} 0 0 1 ${size(66)} 0`]],
  below: [[-33, 7, (size) => `a${size(34)} ${size(34)} 0 0 0 ${size(66)} 0`]],
  before: [[-7, -33, (size) => `a${size(34)} ${size(34)} 0 0 0 0 ${size(66)}`]],
  behind: [[7, -33, (size) => `a${size(34)} ${size(34)} 0 0 1 0 ${size(66)}`]],
} as const satisfies Record<string, Sign>;

/**
 * Half rings on the stones of a root with neighbours in it elsewhere: at the top towards the
 * layer above, at the foot towards the one below, at the sides where a line goes on in another row.
 */
export function joints(layout: Layout, geometry: Geometry, root: Root): string {
  if (layout.view === 'isometric') return '';
  const own = new Set(root.stones);
  const isSolid = geometry.dimensions.length === 3;
  let path = '';
  for (const stone of root.stones) {
    for (const next of geometry.neighbours(stone)) {
      if (!own.has(next) || isBeside(layout, stone, next)) continue;
      const side = isSolid
        ? next > stone
          ? 'above'
          : 'below'
        : next > stone
          ? 'behind'
          : 'before';
      path += signs(layout, [stone], halfRings[side]);
    }
  }
  return path;
}

/** Lines between adjacent stones of a root that lie on one of these layers, once each. */
export function links(
  layout: Layout,
  stones: readonly Point[],
  neighbours: (point: Point) => readonly Point[],
): string {
  const own = new Set(stones);
  let path = '';
  for (const point of stones) {
    for (const next of neighbours(point)) {
      if (next < point || !own.has(next)) continue;
      const from = `${round(layout.x[point]!)} ${round(layout.y[point]!)}`;
      path += `M${from}L${round(layout.x[next]!)} ${round(layout.y[next]!)}`;
    }
  }
  return path;
}

type Shape = (x: number, y: number, r: number) => string;

/** Radius of a stone for which the marks are measured. */
const full = 43;

const polygon =
  (...corners: readonly (readonly [number, number])[]): Shape =>
  (x, y, r) =>
    `M${corners
      .map(([dx, dy]) => `${round(x + (dx * r) / full)} ${round(y + (dy * r) / full)}`)
      .join('L')}Z`;

const ring: Shape = (x, y, r) => {
  const outer = round((21 * r) / full);
  const inner = round((10 * r) / full);
  const turn = (size: number, sweep: number): string =>
    `M${round(x - size)} ${y}a${size} ${size} 0 1 ${sweep} ${2 * size} 0` +
    `a${size} ${size} 0 1 ${sweep} ${-2 * size} 0Z`;
  return turn(outer, 1) + turn(inner, 0);
};

/** By seat: black and white need none, as nothing else is so dark or so light. */
const shapes: readonly (Shape | undefined)[] = [
  undefined,
  undefined,
  polygon([0, -19], [19, 0], [0, 19], [-19, 0]),
  polygon([0, -20], [20, 14], [-20, 14]),
  polygon([-22, -7], [22, -7], [22, 7], [-22, 7]),
  polygon(
    ...([
      [-6, -21],
      [6, -21],
      [6, -6],
      [21, -6],
      [21, 6],
      [6, 6],
      [6, 21],
      [-6, 21],
      [-6, 6],
      [-21, 6],
      [-21, -6],
      [-6, -6],
    ] as const),
  ),
  polygon([-15, -15], [15, -15], [15, 15], [-15, 15]),
  ring,
];

/** Whether stones of this seat bear a mark. */
export function hasMark(seat: Seat): boolean {
  return shapes[seat] !== undefined;
}

/** The marks on a seat's stones; empty for black and white. */
export function marks(layout: Spot, seat: Seat, points: Iterable<Point>): string {
  const shape = shapes[seat];
  if (!shape) return '';
  let path = '';
  for (const point of points) {
    path += shape(round(layout.x[point]!), round(layout.y[point]!), radiusAt(layout, point));
  }
  return path;
}

/** How far the strokes of a pattern are turned, by seat from the third on. */
const turns = [
  [0],
  [Math.PI / 2],
  [Math.PI / 4],
  [0, Math.PI / 2],
  [-Math.PI / 4],
  [Math.PI / 4, -Math.PI / 4],
];

/** Strokes across a seat's stones, for boards without colour; empty for black and white. */
export function pattern(layout: Spot, seat: Seat, points: Iterable<Point>): string {
  let path = '';
  for (const angle of turns[seat - 2] ?? []) path += strokes(layout, points, angle, 5);
  return path;
}

/** So many parallel strokes across each stone, from edge to edge. */
function strokes(layout: Spot, points: Iterable<Point>, angle: number, count: number): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let path = '';
  for (const point of points) {
    const r = radiusAt(layout, point);
    for (let stroke = 0; stroke < count; stroke += 1) {
      const off = ((2 * stroke + 1) / count - 1) * r;
      const half = Math.sqrt(r * r - off * off);
      const x = layout.x[point]! - off * sin;
      const y = layout.y[point]! + off * cos;
      const [dx, dy] = [half * cos, half * sin];
      path += `M${round(x - dx)} ${round(y - dy)}L${round(x + dx)} ${round(y + dy)}`;
    }
  }
  return path;
}

/** A cross on each point. */
export function crosses(layout: Layout, points: Iterable<Point>): string {
  let path = '';
  for (const point of points) {
    const r = round(0.22 * unit * layout.scale[point]!);
    const [x, y] = [round(layout.x[point]!), round(layout.y[point]!)];
    path += `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`;
  }
  return path;
}

/** The part of a tinted point that is one seat's. */
export interface Tint {
  readonly seat: Seat;
  readonly path: string;
}

/**
 * The root space of all seats, as one path a seat: discs, cut into equal wedges if a point is
 * in the root space of several.
 */
export function tints(layout: Layout, roots: readonly Root[]): Tint[] {
  const seatsAt = new Map<Point, Seat[]>();
  for (const root of roots) {
    for (const point of root.space) {
      const seats = seatsAt.get(point);
      if (!seats) seatsAt.set(point, [root.seat]);
      else if (!seats.includes(root.seat)) seats.push(root.seat);
    }
  }
  const paths = new Map<Seat, string>();
  for (const [point, seats] of seatsAt) {
    seats.sort((a, b) => a - b);
    seats.forEach((seat, index) => {
      const path =
        seats.length === 1
          ? circles(layout, [point], 0.26)
          : wedge(layout, point, index, seats.length);
      paths.set(seat, (paths.get(seat) ?? '') + path);
    });
  }
  return [...paths].sort(([a], [b]) => a - b).map(([seat, path]) => ({ seat, path }));
}

function wedge(layout: Layout, point: Point, index: number, count: number): string {
  const r = radiusAt(layout, point, 0.26);
  const [x, y] = [layout.x[point]!, layout.y[point]!];
  const at = (part: number): string => {
    const angle = (2 * Math.PI * part) / count - Math.PI / 2;
    return `${round(x + r * Math.cos(angle))} ${round(y + r * Math.sin(angle))}`;
  };
  const size = round(r);
  return `M${round(x)} ${round(y)}L${at(index)}A${size} ${size} 0 0 1 ${at(index + 1)}Z`;
}
