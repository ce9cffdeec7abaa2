/**
 * A small encoder of QR codes: versions 1 to 6 at level L, which hold links of up to 134 bytes.
 * Source: ISO/IEC 18004:2015; numbers in brackets are its sections.
 */

/** Rows of modules, dark ones true. */
export type Modules = readonly (readonly boolean[])[];

/** Of each version: bytes of data, bytes of correction in a block, blocks (7.5.1, table 9). */
const versions = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [136, 18, 2],
] as const;

/** A byte is 8 bits, and mode, length and end are 16 more. */
const besideText = 2;

/** By which modules are turned round: x is the column, y the row (7.8.2, table 10). */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The product in the field of 256 elements that codewords are of (7.5.2). */
function product(one: number, other: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((other >> bit) & 1) * one;
  }
  return result;
}

/** The coefficients of (x - 1)(x - 2)(x - 4) … but for the first, which is 1. */
function divisorOf(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  for (let n = 0, root = 1; n < degree; n++, root = product(root, 2)) {
    result.forEach((coefficient, at) => {
      result[at] = product(coefficient, root) ^ (result[at + 1] ?? 0);
    });
  }
  return result;
}

/** The bytes by which a block of data can be mended. */
function correctionOf(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((coefficient, at) => (rest[at]! ^= product(coefficient, factor)));
  }
  return rest;
}

/** Mode, length, text, end, and what fills the rest (7.4). */
function dataOf(text: readonly number[], bytes: number): number[] {
  const whole = [0x4, text.length >> 4, text.length & 0xf];
  for (const byte of text) whole.push(byte >> 4, byte & 0xf);
  whole.push(0);
  const data = Array.from({ length: whole.length / 2 }, (_, at) => {
    return (whole[2 * at]! << 4) | whole[2 * at + 1]!;
  });
  for (let pad = 0xec; data.length < bytes; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** The bytes in the order in which they are placed: each block's first, each block's second … */
function codewordsOf(data: readonly number[], correction: number, blocks: number): number[] {
  const length = data.length / blocks;
  const divisor = divisorOf(correction);
  const parts = Array.from({ length: blocks }, (_, at) => {
    return data.slice(at * length, (at + 1) * length);
  });
  const mends = parts.map((part) => correctionOf(part, divisor));
  const woven = (all: readonly number[][]) =>
    all[0]!.flatMap((_, at) => all.map((one) => one[at]!));
  return [...woven(parts), ...woven(mends)];
}

/** The 15 bits that tell level and mask (7.9.1). */
function formatOf(mask: number): number {
  const word = (1 << 3) | mask;
  let rest = word;
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  return ((word << 10) | rest) ^ 0x5412;
}

/** A symbol on which patterns are drawn; undefined modules are still free. */
class Grid {
  readonly rows: (boolean | undefined)[][];
  readonly size: number;

  constructor(version: number) {
    this.size = 17 + 4 * version;
    this.rows = Array.from({ length: this.size }, () =>
      Array<undefined>(this.size).fill(undefined),
    );
    const far = this.size - 7;
    for (const [x, y] of [
      [0, 0],
      [far, 0],
      [0, far],
    ] as const) {
      this.squares(x + 3, y + 3, 4, (ring) => ring !== 2 && ring !== 4);
    }
    if (version > 1) this.squares(far, far, 2, (ring) => ring !== 1);
    for (let at = 8; at < this.size - 8; at++) {
      this.rows[6]![at] = at % 2 === 0;
      this.rows[at]![6] = at % 2 === 0;
    }
  }

  /** Rings round a module. */
  squares(x: number, y: number, radius: number, isDark: (ring: number) => boolean): void {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const row = this.rows[y + dy];
        if (row && row.length > x + dx && x + dx >= 0) {
          row[x + dx] = isDark(Math.max(Math.abs(dx), Math.abs(dy)));
        }
      }
    }
  }

  /** Both copies of the format, and the module that is always dark (figure 25). */
  format(bits: number): void {
    for (let at = 0; at < 15; at++) {
      const isDark = ((bits >> at) & 1) === 1;
      const near = at < 6 ? at : at < 8 ? at + 1 : 14 - at;
      if (at < 8) this.rows[near]![8] = isDark;
      else this.rows[8]![at === 8 ? 7 : near] = isDark;
      if (at < 8) this.rows[8]![this.size - 1 - at] = isDark;
      else this.rows[this.size - 15 + at]![8] = isDark;
    }
    this.rows[this.size - 8]![8] = true;
  }

  /** The free modules in the order of the bits: up and down, two columns at a time (7.7.3). */
  free(): (readonly [x: number, y: number])[] {
    const places: (readonly [number, number])[] = [];
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let n = 0; n < this.size; n++) {
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - n : n;
        for (const x of [right, right - 1]) {
          if (this.rows[y]![x] === undefined) places.push([x, y]);
        }
      }
    }
    return places;
  }
}

/** How hard it is for a camera (7.8.3, table 11). */
function penaltyOf(rows: Modules): number {
  const lines = [rows, rows.map((_, x) => rows.map((row) => row[x]!))].flatMap((all) =>
    all.map((line) => line.map(Number).join('')),
  );
  let penalty = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    penalty += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      const four = [rows[y]![x], rows[y]![x - 1], rows[y - 1]![x], rows[y - 1]![x - 1]];
      if (four.every((one) => one === four[0])) penalty += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return penalty + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** The code of a text; undefined if it is too long for the versions that are known here. */
export function qrCode(text: string): Modules | undefined {
  const bytes = [...new TextEncoder().encode(text)];
  const index = versions.findIndex(([data]) => bytes.length + besideText <= data);
  const sizes = versions[index];
  if (!sizes) return undefined;
  const [data, correction, blocks] = sizes;
  const codewords = codewordsOf(dataOf(bytes, data), correction, blocks);
  const symbols = masks.map((isTurned, mask) => {
    const symbol = new Grid(index + 1);
    symbol.format(formatOf(mask));
    symbol.free().forEach(([x, y], at) => {
      const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
      symbol.rows[y]![x] = (bit === 1) !== isTurned(x, y);
    });
    return symbol.rows as boolean[][];
  });
  const penalties = symbols.map(penaltyOf);
  return symbols[penalties.indexOf(Math.min(...penalties))];
}

/** The dark modules as the data of a path, a run each. */
export function pathOf(modules: Modules): string {
  return modules
    .map((row, y) =>
      [...row.map(Number).join('').matchAll(/1+/g)]
        .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join(''),
    )
    .join('');
}
