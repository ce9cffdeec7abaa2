/** The places of a board's points: a table by number of dimensions. */
import type { Geometry, Point } from '../engine/types';

/** From one point to the next on a layer that is drawn in full size. */
export const unit = 100;

/** How far from a point a press still means it, in distances between points. */
export const reach = 0.42;

/** `text`: the board can't be drawn and is told in words. */
export type View = 'flat' | 'layers' | 'isometric' | 'text';

/** A rectangle in the picture. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A field of water in its frame. */
export interface Framed {
  readonly outer: Box;
  readonly field: Box;
}

/** One plane of a board. */
export interface Sheet extends Box {
  /** The third coordinate. */
  readonly layer: number;
  /** Its frames with the fields of water within; none if the layers stand above one another. */
  readonly frames: readonly Framed[];
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

/** Room around the outer lines, in distances between points: where labels are, and where they aren't. */
const labelled = 0.96;
const margin = 0.66;
/** Room above a layer, for its name, and between layers. */
const heading = 0.92;
const gap = 0.22;

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
  /** Whether rows and columns have no names beside them. */
  readonly isPlain?: boolean;
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

  /** A plane in its frame: labels in the frame of a board, the name of a layer above its points. */
  plane(layer: number, { left, top, scale, open, isPlain = false }: Place): void {
    const { dimensions } = this.geometry;
    const { columns, rows } = sheetSize(dimensions);
    const isSolid = dimensions.length === 3;
    const isNamed = open && !isSolid && !isPlain;
    const [before, above] = [isNamed && rows > 1 ? labelled : margin, isSolid ? heading : margin];
    const x = (column: number): number => left + (before + column) * scale;
    const y = (row: number): number => top + (above + rows - 1 - row) * scale;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const point = this.geometry.at([column, row, layer].slice(0, dimensions.length))!;
        this.put(point, x(column), y(row), scale);
      }
    }
    for (let column = 0; column < columns; column += 1) {
      if (rows > 1) this.line([x(column), y(0)], [x(column), y(rows - 1)]);
      if (isNamed) this.label(x(column), y(0) + 0.69, columnName(dimensions, column), 1);
    }
    for (let row = 0; row < rows; row += 1) {
      this.line([x(0), y(row)], [x(columns - 1), y(row)]);
      if (isNamed && rows > 1) this.label(x(0) - 0.68, y(row), String(row + 1), 1);
    }
    if (isSolid) this.label(x(0.5), y(rows - 1) - 0.66 * scale, `z${layer + 1}`, 0.87);
    const outer = {
      left: left * unit,
      top: top * unit,
      width: (before + columns - 1 + margin) * scale * unit,
      height: (above + rows - 1 + (isNamed ? labelled : margin)) * scale * unit,
    };
    const field = fieldOf([x(0), y(rows - 1)], [x(columns - 1), y(0)]);
    this.sheets.push({ ...outer, layer, frames: [{ outer, field }], scale, open });
  }

  finish(view: View): Layout {
    const { x, y, scale, sheets, labels, grid } = this;
    const width = Math.max(...sheets.map((sheet) => sheet.left + sheet.width));
    const height = Math.max(...sheets.map((sheet) => sheet.top + sheet.height));
    return { view, width, height, x, y, scale, sheets, labels, grid };
  }
}

/** The water between the outer lines, and a little more. */
function fieldOf([left, top]: [number, number], [right, bottom]: [number, number]): Box {
  const more = 0.07;
  return {
    left: (left - more) * unit,
    top: (top - more) * unit,
    width: (right - left + 2 * more) * unit,
    height: (bottom - top + 2 * more) * unit,
  };
}

/** Keeps two decimals at most: paths stay short. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A line or a plane; in small pictures without names. */
export function flat(geometry: Geometry, isPlain = false): Layout {
  const draft = new Draft(geometry);
  draft.plane(0, { left: 0, top: 0, scale: 1, open: true, isPlain });
  return draft.finish('flat');
}

/** A layer's frame, in distances between points. */
function layerSize(dimensions: readonly number[]): { across: number; down: number } {
  const { columns, rows } = sheetSize(dimensions);
  return { across: columns - 1 + 2 * margin, down: rows - 1 + heading + margin };
}

/** Layers beside one another, so many in a row, the highest first. */
export function layers(geometry: Geometry, inRow: number): Layout {
  const draft = new Draft(geometry);
  const { across, down } = layerSize(geometry.dimensions);
  const count = geometry.dimensions[2]!;
  for (let layer = 0; layer < count; layer += 1) {
    const at = count - 1 - layer;
    const left = (at % inRow) * (across + gap);
    const top = Math.floor(at / inRow) * (down + gap);
    draft.plane(layer, { left, top, scale: 1, open: true });
  }
  return draft.finish('layers');
}

/** A long line has so many points in a row where its picture is about as high as it is wide. */
const pointsInRow = 8;

/**
 * A whole board in a picture that doesn't depend on its room; undefined if it can't be drawn.
 * `isPlain`: without names of lines.
 */
export function layoutOf(geometry: Geometry, isPlain = false): Layout | undefined {
  const { dimensions } = geometry;
  if (dimensions.length === 1 && geometry.points > pointsInRow) {
    return brokenLine(geometry, pointsInRow);
  }
  switch (viewOf(dimensions)) {
    case 'text':
      return undefined;
    case 'flat':
      return flat(geometry, isPlain);
    default:
      return layers(geometry, Math.ceil(Math.sqrt(dimensions[2]!)));
  }
}

/** A line in rows of so many points, for narrow windows; it goes on where a row begins. */
export function brokenLine(geometry: Geometry, inRow: number): Layout {
  const draft = new Draft(geometry);
  const count = geometry.points;
  const down = margin + labelled;
  const frames: Framed[] = [];
  const width = (inRow - 1 + 2 * margin) * unit;
  for (let from = 0; from < count; from += inRow) {
    const top = (from / inRow) * (down + gap);
    const points = Math.min(inRow, count - from);
    for (let at = 0; at < points; at += 1) {
      draft.put(from + at, margin + at, top + margin, 1);
      draft.label(margin + at, top + margin + 0.69, String(from + at + 1), 1);
    }
    const last = margin + points - 1;
    // Towards the edge where the line goes on.
    const start = from > 0 ? 0 : margin;
    const end = from + points < count ? last + margin : last;
    draft.line([start, top + margin], [end, top + margin]);
    const outer = { left: 0, top: top * unit, width, height: down * unit };
    frames.push({ outer, field: fieldOf([margin, top + margin], [last, top + margin]) });
  }
  const height = frames.at(-1)!.outer.top + down * unit;
  draft.sheets.push({ left: 0, top: 0, width, height, layer: 0, frames, scale: 1, open: true });
  return draft.finish('flat');
}

/** One layer in full and the others as a strip below it, for narrow windows. */
export function layersWithStrip(geometry: Geometry, chosen: number): Layout {
  const draft = new Draft(geometry);
  const { across, down } = layerSize(geometry.dimensions);
  const count = geometry.dimensions[2]!;
  const slot = across / (count - 1);
  for (let layer = 0; layer < count; layer += 1) {
    if (layer === chosen) {
      draft.plane(layer, { left: 0, top: 0, scale: 1, open: true });
      continue;
    }
    const left = (layer > chosen ? layer - 1 : layer) * slot;
    draft.plane(layer, { left, top: down + gap, scale: (slot * 0.96) / across, open: false });
  }
  return draft.finish('layers');
}

/** From a corner: how far a step along a row or a column leads, and how far apart layers are. */
const sideways = 1.2;
const downwards = 0.34;
const rise = 2.74;
/** Layers lean a little: no point lies behind one of another layer. */
const lean = 0.5;

/** Layers as sheets above one another, seen from the front corner. */
export function isometric(geometry: Geometry): Layout {
  const draft = new Draft(geometry);
  const [columns, rows, count] = geometry.dimensions as [number, number, number];
  const apart = Math.max(rise, (columns + rows - 2) * downwards);
  const left = 1.6 + (rows - 1) * sideways;
  const x = (column: number, row: number, layer: number): number =>
    left + (column - row) * sideways + layer * lean;
  const y = (column: number, row: number, layer: number): number =>
    0.9 + (count - 1 - layer) * apart + (columns + rows - 2 - column - row) * downwards;
  for (let point = 0; point < geometry.points; point += 1) {
    const [column, row, layer] = geometry.coordinates(point) as [number, number, number];
    draft.put(point, x(column, row, layer), y(column, row, layer), 0.8);
  }
  const width = left + (columns - 1) * sideways + (count - 1) * lean + 0.9;
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
    draft.label(x(0, rows - 1, layer) - 1.05, y(0, rows - 1, layer), `z${layer + 1}`, 1);
    draft.sheets.push({
      layer,
      left: 0,
      top: (y(columns - 1, rows - 1, layer) - 0.9) * unit,
      width: width * unit,
      height: ((columns + rows - 2) * downwards + 1.8) * unit,
      frames: [],
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

/** Whether two neighbours stand side by side in the picture: layers don't, nor rows of a broken line. */
export function isBeside(layout: Layout, one: Point, other: Point): boolean {
  const apart = Math.hypot(layout.x[one]! - layout.x[other]!, layout.y[one]! - layout.y[other]!);
  return apart < 1.5 * unit * layout.scale[one]!;
}

/** The sheet with a place of the picture in its frame. */
export function sheetAt(layout: Layout, x: number, y: number): Sheet | undefined {
  return layout.sheets.find(
    ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
  );
}

/** The number of layers in a row that puts points farthest apart in a box, and how far that is. */
function layersInRow(
  dimensions: readonly number[],
  { width, height }: Room,
): { inRow: number; apart: number } {
  const size = layerSize(dimensions);
  const count = dimensions[2]!;
  let best = { inRow: 1, apart: 0 };
  for (let inRow = 1; inRow <= count; inRow += 1) {
    const across = width / (inRow * (size.across + gap) - gap);
    const inColumn = Math.ceil(count / inRow);
    const down = height / (inColumn * (size.down + gap) - gap);
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
 * The layout for a window. Layouts of the same key are equal: one that is there already
 * serves again. Requires: the board can be drawn.
 */
export function arranged(geometry: Geometry, room: Room): { key: string; layout: () => Layout } {
  const { dimensions } = geometry;
  const size = dimensions.join('x');
  if (dimensions.length === 1 && room.width / (dimensions[0]! - 1 + 2 * margin) < room.least) {
    const inRow = Math.max(2, Math.floor(room.width / room.least - 2 * margin + 1));
    return { key: `${size} in rows of ${inRow}`, layout: () => brokenLine(geometry, inRow) };
  }
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
