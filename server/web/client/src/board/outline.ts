/**
 * The outline of roots: the walk around a tree of stones, as the data of SVG paths. The server's own
 * pictures have the same (protocol/boards/root_outline.cpp), and one list of paths holds both to it.
 */
import type { Geometry, Point, Root } from '../engine/types';
import { isBeside, round, unit, type Layout } from './geometry';

/** Radius of a stone in an outline, in units of a layout in full size. */
export const stoneUnits = 43;

/** A neck between two stones: the radius of its arcs, and at which angle from the line it leaves. */
interface Neck {
  readonly radius: number;
  readonly angle: number;
}

/** Necks by how many stones are beyond them, from thin (a tip) to thick (it bears a big branch). */
const widths = 12;
const thinnest = 0.17;
const thickest = 0.3;

/**
 * Between two discs of radius r at distance 1 with a neck of half width w: the circle that touches both
 * has R = (1/4 + w^2 - r^2) / (2 (r - w)), and touches them at the angle atan2(R + w, 1/2) from the line.
 */
const necks: readonly Neck[] = Array.from({ length: widths }, (_, step) => {
  const r = stoneUnits / unit;
  const w = thinnest + ((thickest - thinnest) * step) / (widths - 1);
  const radius = (0.25 + w * w - r * r) / (2 * (r - w));
  return { radius: Math.round(radius * unit), angle: Math.atan2(radius + w, 0.5) };
});

/** Up to this one, necks at a right angle to one another do not meet. */
const widestAtCorner = necks.filter(({ angle }) => angle <= Math.PI / 4).length - 1;

/** East, south, west, north: rows grow upwards, pictures downwards. */
const steps = [
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
] as const;

/** A tree of stones in one plane of a board. */
class Tree {
  /** By stone, its neighbours in the four directions. */
  private readonly links = new Map<Point, readonly (Point | undefined)[]>();
  /** By stone and direction, the step of its neck. */
  private readonly sizes = new Map<number, number>();

  constructor(
    private readonly layout: Layout,
    geometry: Geometry,
    private readonly stones: readonly Point[],
    seed: Point,
  ) {
    const own = new Set(stones);
    for (const stone of stones) {
      const [x = 0, y = 0, ...rest] = geometry.coordinates(stone);
      const at = (dx: number, dy: number): Point | undefined =>
        geometry.dimensions.length === 1 && dy !== 0
          ? undefined
          : geometry.at([x + dx, y + dy, ...rest].slice(0, geometry.dimensions.length));
      this.links.set(
        stone,
        steps.map(([dx, dy]) => {
          const next = at(dx, dy);
          const isNext = next !== undefined && own.has(next) && isBeside(layout, stone, next);
          return isNext ? next : undefined;
        }),
      );
    }
    this.measure(seed);
  }

  /** The stones that hang together with one in this plane, itself included, in the order of visits. */
  reached(from: Point): Point[] {
    const found = new Set([from]);
    for (const stone of found) {
      for (const next of this.links.get(stone)!) if (next !== undefined) found.add(next);
    }
    return [...found];
  }

  path(): string {
    const size = this.layout.scale[this.stones[0]!]!;
    const start = this.stones.find((stone) => this.degree(stone) === 1);
    // A stone alone; nothing else is without an end, since roots are trees.
    if (start === undefined) return this.stones.map((stone) => this.disc(stone, size)).join('');
    const toward = this.links.get(start)!.findIndex((next) => next !== undefined);
    let [stone, way] = [start, toward];
    let path = '';
    do {
      const { radius, angle } = this.neck(stone, way);
      const next = this.links.get(stone)![way]!;
      const along = (way * Math.PI) / 2;
      if (path === '') path = `M${this.on(stone, along - angle)}`;
      const bend = short(radius * size, size);
      path += `A${bend} ${bend} 0 0 0 ${this.on(next, along + Math.PI + angle)}`;
      let turn = 1;
      while (this.links.get(next)![(way + 2 + turn) & 3] === undefined) turn += 1;
      const on = (way + 2 + turn) & 3;
      const leaving = this.neck(next, on).angle;
      const isLarge = (turn * Math.PI) / 2 - angle - leaving > Math.PI ? 1 : 0;
      const r = short(stoneUnits * size, size);
      const end = this.on(next, along + Math.PI + (turn * Math.PI) / 2 - leaving);
      path += `A${r} ${r} 0 ${isLarge} 1 ${end}`;
      [stone, way] = [next, on];
    } while (stone !== start || way !== toward);
    return `${path}z`;
  }

  private degree(stone: Point): number {
    return this.links.get(stone)!.filter((next) => next !== undefined).length;
  }

  /** Counts the stones beyond each link, seen from the seed: visits in their order, then sizes backwards. */
  private measure(seed: Point): void {
    const visits: { stone: Point; from: Point | undefined; way: number }[] = [
      { stone: seed, from: undefined, way: 0 },
    ];
    for (const { stone, from } of visits) {
      this.links.get(stone)!.forEach((next, way) => {
        if (next !== undefined && next !== from) visits.push({ stone: next, from: stone, way });
      });
      // A ring of stones is no root; what is drawn of one need only end.
      if (visits.length > this.stones.length) break;
    }
    const beyond = new Map<Point, number>();
    for (const { stone, from, way } of visits.reverse()) {
      if (from === undefined) continue;
      const count = (beyond.get(stone) ?? 0) + 1;
      beyond.set(from, (beyond.get(from) ?? 0) + count);
      const step = Math.min(widths - 1, Math.round(2.9 * Math.log2(count)));
      this.sizes.set(4 * from + way, step).set(4 * stone + ((way + 2) & 3), step);
    }
  }

  /** The neck from a stone in a direction, on the side on which we walk. */
  private neck(stone: Point, way: number): Neck {
    const next = this.links.get(stone)![way]!;
    const step = this.sizes.get(4 * stone + way) ?? 0;
    const left = (way + 3) & 3;
    const isAtCorner =
      this.links.get(stone)![left] !== undefined || this.links.get(next)![left] !== undefined;
    return necks[isAtCorner ? Math.min(step, widestAtCorner) : step]!;
  }

  private on(stone: Point, angle: number): string {
    const size = this.layout.scale[stone]!;
    const r = stoneUnits * size;
    const x = short(this.layout.x[stone]! + r * Math.cos(angle), size);
    return `${x} ${short(this.layout.y[stone]! + r * Math.sin(angle), size)}`;
  }

  private disc(stone: Point, size: number): string {
    const r = short(stoneUnits * size, size);
    const x = short(this.layout.x[stone]! - r, size);
    const y = short(this.layout.y[stone]!, size);
    return `M${x} ${y}a${r} ${r} 0 1 1 ${short(2 * r, size)} 0a${r} ${r} 0 1 1 ${short(-2 * r, size)} 0z`;
  }
}

/** Whole units, unless the plane is drawn small. */
function short(value: number, scale: number): number {
  return scale === 1 ? Math.round(value) : round(value);
}

/** The outline of a root's stones, one closed path for each part of it that lies in one plane. */
export function outline(layout: Layout, geometry: Geometry, root: Root): string {
  const left = new Set(root.stones);
  let path = '';
  for (const first of [root.seed, ...root.stones]) {
    if (!left.has(first)) continue;
    const part = new Tree(layout, geometry, [...left], first).reached(first);
    for (const stone of part) left.delete(stone);
    path += new Tree(
      layout,
      geometry,
      part.sort((a, b) => a - b),
      first,
    ).path();
  }
  return path;
}

/** The outlines of one layout: those of roots that are as they were need not be drawn again. */
export class Outlines {
  private readonly known = new Map<string, { stones: readonly Point[]; path: string }>();

  constructor(
    readonly layout: Layout,
    private readonly geometry: Geometry,
  ) {}

  of(root: Root): string {
    const key = `${root.seat} ${root.seed}`;
    const known = this.known.get(key);
    if (known && isSame(known.stones, root.stones)) return known.path;
    const path = outline(this.layout, this.geometry, root);
    this.known.set(key, { stones: root.stones, path });
    return path;
  }
}

function isSame(one: readonly Point[], other: readonly Point[]): boolean {
  return one === other || (one.length === other.length && one.every((at, i) => at === other[i]));
}
