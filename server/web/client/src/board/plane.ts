/** A plane of points that no game is played on: of faces and of pictures that explain. */
import type { Geometry, Point } from '../engine/types';

/** So many columns and rows. */
export function plane(columns: number, rows: number): Geometry {
  const at = ([x, y]: readonly number[]): Point | undefined =>
    x! >= 0 && x! < columns && y! >= 0 && y! < rows ? x! + columns * y! : undefined;
  const coordinates = (point: Point): readonly [number, number] => [
    point % columns,
    Math.floor(point / columns),
  ];
  return {
    dimensions: [columns, rows],
    points: columns * rows,
    name: String,
    parse: () => undefined,
    neighbours(point) {
      const [x, y] = coordinates(point);
      const around = [
        [x, y - 1],
        [x - 1, y],
        [x + 1, y],
        [x, y + 1],
      ];
      return around.map(at).filter((one): one is Point => one !== undefined);
    },
    coordinates,
    at,
  };
}
