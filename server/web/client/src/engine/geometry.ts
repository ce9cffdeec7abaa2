import type { Module } from './module';
import type { Geometry, Point } from './types';

/** The board of a lattice in the module. */
export class LatticeGeometry implements Geometry {
  readonly points: number;
  private readonly names: readonly string[];
  private readonly byName = new Map<string, Point>();
  private readonly adjacent: readonly (readonly Point[])[];

  constructor(
    module: Module,
    lattice: number,
    readonly dimensions: readonly number[],
  ) {
    this.points = dimensions.reduce((product, extent) => product * extent, 1);
    const { exports } = module;
    const all = Array.from({ length: this.points }, (_, point) => point);
    this.names = all.map((point) => module.text(exports.point_name(lattice, point)));
    this.adjacent = all.map((point) => {
      const count = exports.point_neighbours(lattice, point);
      return Array.from(module.scratch.subarray(0, count));
    });
    this.names.forEach((name, point) => this.byName.set(name, point));
  }

  name(p: Point): string {
    return this.names[p]!;
  }

  parse(text: string): Point | undefined {
    return this.byName.get(text.toUpperCase());
  }

  neighbours(p: Point): readonly Point[] {
    return this.adjacent[p]!;
  }

  coordinates(p: Point): readonly number[] {
    let rest = p;
    return this.dimensions.map((extent) => {
      const coordinate = rest % extent;
      rest = (rest - coordinate) / extent;
      return coordinate;
    });
  }

  at(coordinates: readonly number[]): Point | undefined {
    if (coordinates.length !== this.dimensions.length) return undefined;
    let point = 0;
    for (let axis = coordinates.length - 1; axis >= 0; --axis) {
      const coordinate = coordinates[axis]!;
      const extent = this.dimensions[axis]!;
      if (!Number.isInteger(coordinate) || coordinate < 0 || coordinate >= extent) return undefined;
      point = point * extent + coordinate;
    }
    return point;
  }
}
