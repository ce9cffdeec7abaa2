/** The shapes that are drawn on the points of a board, as the data of SVG paths. */
import type { Point, Root, Seat } from '../engine/types';
import { round, unit, type Layout } from './geometry';

/** Radius of a stone, in distances between points. */
export const stoneRadius = 0.42;

/** A stone's size in a layout. */
export function radiusAt(layout: Layout, point: Point, part = stoneRadius): number {
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

/**
 * The lines between adjacent stones of one root, once each; nothing else is joined. Only those on
 * layers of this scale, as a path has one width.
 */
export function links(
  layout: Layout,
  stones: readonly Point[],
  neighbours: (point: Point) => readonly Point[],
  scale: number,
): string {
  const own = new Set(stones);
  let path = '';
  for (const point of stones) {
    if (layout.scale[point] !== scale) continue;
    for (const next of neighbours(point)) {
      if (own.has(next) && (next > point || !isDrawnAsLine(layout, point, next))) {
        path += link(layout, point, next);
      }
    }
  }
  return path;
}

/** Whether both ends lie in one picture: layers beside one another are not joined by lines. */
function isDrawnAsLine(layout: Layout, from: Point, to: Point): boolean {
  return layout.view !== 'layers' || sheetOf(layout, from) === sheetOf(layout, to);
}

function sheetOf(layout: Layout, point: Point): number {
  return Math.floor(point / (layout.x.length / layout.sheets.length));
}

/** A line between two stones, or a stub towards the layer above (right) or below (left). */
function link(layout: Layout, from: Point, to: Point): string {
  const x = round(layout.x[from]!);
  const y = round(layout.y[from]!);
  if (isDrawnAsLine(layout, from, to)) {
    return `M${x} ${y}L${round(layout.x[to]!)} ${round(layout.y[to]!)}`;
  }
  const length = round(0.46 * unit * layout.scale[from]!) * (to > from ? 1 : -1);
  return `M${x} ${y}l${length} ${-length}`;
}

type Shape = (x: number, y: number, r: number) => string;

const polygon =
  (...corners: readonly (readonly [number, number])[]): Shape =>
  (x, y, r) =>
    `M${corners.map(([dx, dy]) => `${round(x + dx * r)} ${round(y + dy * r)}`).join('L')}Z`;

const ring: Shape = (x, y, r) => {
  const outer = round(0.55 * r);
  const inner = round(0.28 * r);
  const turn = (size: number, sweep: number): string =>
    `M${round(x - size)} ${y}a${size} ${size} 0 1 ${sweep} ${2 * size} 0` +
    `a${size} ${size} 0 1 ${sweep} ${-2 * size} 0Z`;
  return turn(outer, 1) + turn(inner, 0);
};

/** By seat: black and white need none, as nothing else is so dark or so light. */
const shapes: readonly (Shape | undefined)[] = [
  undefined,
  undefined,
  polygon([0, -0.62], [0.62, 0], [0, 0.62], [-0.62, 0]),
  polygon([0, -0.6], [0.58, 0.42], [-0.58, 0.42]),
  polygon([-0.62, -0.2], [0.62, -0.2], [0.62, 0.2], [-0.62, 0.2]),
  polygon(
    ...([
      [-0.18, -0.58],
      [0.18, -0.58],
      [0.18, -0.18],
      [0.58, -0.18],
      [0.58, 0.18],
      [0.18, 0.18],
      [0.18, 0.58],
      [-0.18, 0.58],
      [-0.18, 0.18],
      [-0.58, 0.18],
      [-0.58, -0.18],
      [-0.18, -0.18],
    ] as const),
  ),
  polygon([-0.45, -0.45], [0.45, -0.45], [0.45, 0.45], [-0.45, 0.45]),
  ring,
];

/** Whether stones of this seat bear a mark. */
export function hasMark(seat: Seat): boolean {
  return shapes[seat] !== undefined;
}

/** The marks on a seat's stones; empty for black and white. */
export function marks(layout: Layout, seat: Seat, points: Iterable<Point>): string {
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
export function pattern(layout: Layout, seat: Seat, points: Iterable<Point>): string {
  let path = '';
  for (const angle of turns[seat - 2] ?? []) path += strokes(layout, points, angle, 5);
  return path;
}

/** Diagonal strokes across stones that would go. */
export function hatch(layout: Layout, points: Iterable<Point>): string {
  return strokes(layout, points, Math.PI / 4, 4);
}

/** So many parallel strokes across each stone, from edge to edge. */
function strokes(layout: Layout, points: Iterable<Point>, angle: number, count: number): string {
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
    const r = round(0.24 * unit * layout.scale[point]!);
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
