/** The places of a board's points: a table by number of dimensions. */
import type { Geometry, Point } from '../engine/types';

/** From one point to the next on a layer that is drawn in full size. */
export const unit = 40;

/** How far from a point a press still means it, in distances between points. */
export const reach = 0.42;

/** `text`: the board can't be drawn and is told in words. */
export type View = 'flat' | 'layers' | 'isometric' | 'text';

/** One plane of a board. */
export interface Sheet {
  /** The third coordinate. */
  readonly layer: number;
  /** The frame with its labels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Against the size of a layer in full. */
  readonly scale: number;
  /** Whether presses mean its points; if not, they mean the layer. */
  readonly open: boolean;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly scale: number;
}

/** A board as it is drawn, in units of the picture. */
export interface Layout {
  readonly view: View;
  readonly width: number;
  readonly height: number;
  /** By point. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly scale: Float64Array;
  readonly sheets: readonly Sheet[];
  readonly labels: readonly Label[];
  /** The lines of the board, as the data of a path. */
  readonly grid: string;
}

const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const columnsMax = letters.length;
const margin = 0.25;

/** How a board of these extents is drawn unless its viewer wishes otherwise. */
export function viewOf(dimensions: readonly number[]): View {
  if (dimensions.length === 1) return 'flat';
  if (dimensions.length === 2) return dimensions[0]! <= columnsMax ? 'flat' : 'text';
  return dimensions.length === 3 && Math.max(...dimensions) <= 9 ? 'layers' : 'text';
}

/** The name of a column as the points' names have it. */
export function columnName(dimensions: readonly number[], column: number): string {
  return dimensions.length === 2 ? letters[column]! : String(column + 1);
}

/** A sheet's own size with its labels, in distances between points. */
function sheetSize(dimensions: readonly number[]): { columns: number; rows: number } {
  return { columns: dimensions[0]!, rows: dimensions[1] ?? 1 };
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly open: boolean;
}

/** Collects what a layout is made of; lengths come in as distances between points. */
class Draft {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly scale: Float64Array;
  readonly sheets: Sheet[] = [];
  readonly labels: Label[] = [];
  grid = '';

  constructor(private readonly geometry: Geometry) {
    this.x = new Float64Array(geometry.points);
    this.y = new Float64Array(geometry.points);
    this.scale = new Float64Array(geometry.points);
  }

  put(point: Point, x: number, y: number, scale: number): void {
    this.x[point] = x * unit;
    this.y[point] = y * unit;
    this.scale[point] = scale;
  }

  label(x: number, y: number, text: string, scale: number): void {
    this.labels.push({ x: x * unit, y: y * unit, text, scale });
  }

  line(from: readonly [number, number], to: readonly [number, number]): void {
    const [x, y] = from.map((one) => round(one * unit));
    const [toX, toY] = to.map((one) => round(one * unit));
    this.grid += `M${x} ${y}L${toX} ${toY}`;
  }

  /** A plane with its labels: a full row of room left and below, and above the name of a layer. */
  plane(layer: number, { left, top, scale, open }: Place): void {
    const { dimensions } = this.geometry;
    const { columns, rows } = sheetSize(dimensions);
    const solid = dimensions.length === 3;
    const room = open ? 1 : margin;
    // Points of a small board are large, and its labels need not be.
    const small = Math.min(1, 0.55 + columns / 40);
    // The name of a layer is written in full size, however small the layer is.
    const header = solid ? (open ? 1 : 0.6 / scale) : 0;
    const x = (column: number): number => left + (room + 0.5 + column) * scale;
    const y = (row: number): number => top + (margin + header + rows - 0.5 - row) * scale;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const point = this.geometry.at([column, row, layer].slice(0, dimensions.length))!;
        this.put(point, x(column), y(row), scale);
      }
    }
    for (let column = 0; column < columns; column += 1) {
      if (rows > 1) this.line([x(column), y(0)], [x(column), y(rows - 1)]);
      if (open) this.label(x(column), y(0) + scale, columnName(dimensions, column), scale * small);
    }
    for (let row = 0; row < rows; row += 1) {
      this.line([x(0), y(row)], [x(columns - 1), y(row)]);
      if (open && dimensions.length > 1)
        this.label(x(0) - scale, y(row), String(row + 1), scale * small);
    }
    if (solid) {
      const size = open ? scale : 0.7;
      this.label(left + 0.6 * size, top + 0.5 * size + 0.15, `z${layer + 1}`, size);
    }
    this.sheets.push({
      layer,
      left: left * unit,
      top: top * unit,
      width: (room + columns + margin) * scale * unit,
      height: (margin + header + rows + (open ? 1 : margin)) * scale * unit,
      scale,
      open,
    });
  }

  finish(view: View): Layout {
    const { x, y, scale, sheets, labels, grid } = this;
    const width = Math.max(...sheets.map((sheet) => sheet.left + sheet.width));
    const height = Math.max(...sheets.map((sheet) => sheet.top + sheet.height));
    return { view, width, height, x, y, scale, sheets, labels, grid };
  }
}

/** Two decimals at most, so that paths stay short. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A line or a plane. */
export function flat(geometry: Geometry): Layout {
  const draft = new Draft(geometry);
  draft.plane(0, { left: 0, top: 0, scale: 1, open: true });
  return draft.finish('flat');
}

/** Layers beside one another, so many in a row, the lowest first. */
export function layers(geometry: Geometry, inRow: number): Layout {
  const draft = new Draft(geometry);
  const { columns, rows } = sheetSize(geometry.dimensions);
  for (let layer = 0; layer < geometry.dimensions[2]!; layer += 1) {
    const left = (layer % inRow) * (columns + 1 + margin);
    const top = Math.floor(layer / inRow) * (rows + 2 + margin);
    draft.plane(layer, { left, top, scale: 1, open: true });
  }
  return draft.finish('layers');
}

/** One layer in full and the others as a strip below it, for narrow windows. */
export function layersWithStrip(geometry: Geometry, chosen: number): Layout {
  const draft = new Draft(geometry);
  const { columns, rows } = sheetSize(geometry.dimensions);
  const count = geometry.dimensions[2]!;
  const width = columns + 1 + margin;
  const slot = width / (count - 1);
  for (let layer = 0; layer < count; layer += 1) {
    if (layer === chosen) {
      draft.plane(layer, { left: 0, top: 0, scale: 1, open: true });
      continue;
    }
    const left = (layer > chosen ? layer - 1 : layer) * slot;
    const scale = (slot * 0.96) / (columns + 2 * margin);
    draft.plane(layer, { left, top: rows + 2 + margin, scale, open: false });
  }
  return draft.finish('layers');
}

const slope = Math.sqrt(3) / 2;
const lean = 0.36;

/** Layers as slabs above one another, seen from the front corner. */
export function isometric(geometry: Geometry): Layout {
  const draft = new Draft(geometry);
  const [columns, rows, count] = geometry.dimensions as [number, number, number];
  const rise = (columns + rows - 2) / 2 + 0.6;
  const left = 1.6 + (rows - 1) * slope;
  // Layers lean a little, so that posts pass beside the stones of the layers between.
  const x = (column: number, row: number, layer: number): number =>
    left + (column - row) * slope + layer * lean;
  const y = (column: number, row: number, layer: number): number =>
    1 + (count - 1 - layer) * rise + (columns + rows - 2 - column - row) / 2;
  for (let point = 0; point < geometry.points; point += 1) {
    const [column, row, layer] = geometry.coordinates(point) as [number, number, number];
    draft.put(point, x(column, row, layer), y(column, row, layer), 0.8);
  }
  const width = left + (columns - 1) * slope + (count - 1) * lean + 1;
  for (let layer = 0; layer < count; layer += 1) {
    for (let column = 0; column < columns; column += 1) {
      draft.line(
        [x(column, 0, layer), y(column, 0, layer)],
        [x(column, rows - 1, layer), y(column, rows - 1, layer)],
      );
    }
    for (let row = 0; row < rows; row += 1) {
      draft.line(
        [x(0, row, layer), y(0, row, layer)],
        [x(columns - 1, row, layer), y(columns - 1, row, layer)],
      );
    }
    draft.label(x(0, rows - 1, layer) - 0.9, y(0, rows - 1, layer), `z${layer + 1}`, 1);
    draft.sheets.push({
      layer,
      left: 0,
      top: (y(columns - 1, rows - 1, layer) - 1) * unit,
      width: width * unit,
      height: (rise + 1.4) * unit,
      scale: 0.8,
      open: true,
    });
  }
  return draft.finish('isometric');
}

/** The open point that is nearest to a place in the picture and within reach of it. */
export function nearest(layout: Layout, x: number, y: number): Point | undefined {
  let found: Point | undefined;
  let least = Infinity;
  for (let point = 0; point < layout.x.length; point += 1) {
    const distance = Math.hypot(layout.x[point]! - x, layout.y[point]! - y);
    if (distance < least && distance <= reach * unit * layout.scale[point]!) {
      found = point;
      least = distance;
    }
  }
  return found;
}

/** The sheet whose frame holds a place in the picture. */
export function sheetAt(layout: Layout, x: number, y: number): Sheet | undefined {
  return layout.sheets.find(
    ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
  );
}

/** How many layers stand in a row so that points are farthest apart in a box, and how far that is. */
function layersInRow(
  dimensions: readonly number[],
  { width, height }: Room,
): { inRow: number; apart: number } {
  const { columns, rows } = sheetSize(dimensions);
  const count = dimensions[2]!;
  let best = { inRow: 1, apart: 0 };
  for (let inRow = 1; inRow <= count; inRow += 1) {
    const across = width / (inRow * (columns + 1 + margin));
    const down = height / (Math.ceil(count / inRow) * (rows + 2 + margin));
    const apart = Math.min(across, down);
    if (apart > best.apart) best = { inRow, apart };
  }
  return best;
}

/** The purpose of a board's layout. */
export interface Room {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The layer that is drawn in full if there is room for one only. */
  readonly chosenLayer: number;
  readonly solid: 'layers' | 'isometric';
  /** Pixels from point to point below which one layer is better than all. */
  readonly least: number;
}

/**
 * The layout for a window. Layouts of the same key are equal, so that one that is there already
 * need not be made again. Requires: the board can be drawn.
 */
export function arranged(geometry: Geometry, room: Room): { key: string; layout: () => Layout } {
  const { dimensions } = geometry;
  const size = dimensions.join('x');
  if (viewOf(dimensions) === 'flat') return { key: size, layout: () => flat(geometry) };
  if (room.solid === 'isometric') {
    return { key: `${size} isometric`, layout: () => isometric(geometry) };
  }
  const { inRow, apart } = layersInRow(dimensions, room);
  if (apart < room.least && dimensions[2]! > 1) {
    const chosen = Math.min(room.chosenLayer, dimensions[2]! - 1);
    return { key: `${size} layer ${chosen}`, layout: () => layersWithStrip(geometry, chosen) };
  }
  return { key: `${size} in rows of ${inRow}`, layout: () => layers(geometry, inRow) };
}
