// Draws filled paths into pixels, and writes them as PNG. Of SVG's paths it knows M, L, A, C and Z,
// in both cases: what the mark is made of.
import { crc32 as crcOf, deflateSync } from 'node:zlib';

const parts = 24; // of a curve
const samples = 8; // lines a pixel

/** The commands of a path with their numbers; flags of arcs may stand together. */
function commandsOf(path) {
  return [...path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].map(([, letter, rest]) => ({
    letter,
    numbers: [...rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([number]) => Number(number)),
  }));
}

/** Points along an arc from where it begins. Source: SVG 2, appendix B.2.4. */
function arc([x1, y1], [rx, ry, turned, isLarge, isSweep, x2, y2]) {
  if (turned !== 0 || rx !== ry) throw new Error('only arcs of circles are drawn');
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const half = Math.hypot(dx, dy);
  const r = Math.max(rx, half);
  const away = Math.sqrt(Math.max(0, r * r - half * half)) / half;
  const side = isLarge === isSweep ? -1 : 1;
  const [cx, cy] = [(x1 + x2) / 2 + side * away * dy, (y1 + y2) / 2 - side * away * dx];
  const from = Math.atan2(y1 - cy, x1 - cx);
  let turn = Math.atan2(y2 - cy, x2 - cx) - from;
  if (isSweep && turn < 0) turn += 2 * Math.PI;
  if (!isSweep && turn > 0) turn -= 2 * Math.PI;
  return Array.from({ length: parts }, (_, index) => {
    const angle = from + (turn * (index + 1)) / parts;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
  });
}

function cubic([x0, y0], [x1, y1, x2, y2, x3, y3]) {
  return Array.from({ length: parts }, (_, index) => {
    const t = (index + 1) / parts;
    const s = 1 - t;
    const at = (a, b, c, d) => s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    return [at(x0, x1, x2, x3), at(y0, y1, y2, y3)];
  });
}

const sizes = { M: 2, L: 2, A: 7, C: 6, Z: 0 };

/** The outlines of a path as lists of points. */
export function polygonsOf(path) {
  const polygons = [];
  let at = [0, 0];
  for (const { letter, numbers } of commandsOf(path)) {
    const kind = letter.toUpperCase();
    const size = sizes[kind];
    if (size === undefined) throw new Error(`a path has ${letter}`);
    const isRelative = letter !== kind;
    for (let from = 0; from < Math.max(size, numbers.length) || from === 0; from += size || 1) {
      const own = numbers.slice(from, from + size);
      if (kind === 'Z') break;
      const first = kind === 'A' ? 5 : 0;
      const [x, y] = at;
      const moved = own.map((value, index) =>
        isRelative && index >= first ? value + [x, y][(index - first) % 2] : value,
      );
      if (kind === 'M' && from === 0) polygons.push([moved]);
      else if (kind === 'M' || kind === 'L') polygons.at(-1).push(moved);
      else polygons.at(-1).push(...(kind === 'A' ? arc(at, moved) : cubic(at, moved)));
      at = polygons.at(-1).at(-1);
    }
  }
  return polygons;
}

/** A picture of one colour without anything on it: red, green, blue and how opaque, 0 to 255 each. */
export const canvas = (size, colour = [0, 0, 0, 0]) => ({
  size,
  pixels: Float64Array.from({ length: 4 * size * size }, (_, index) => colour[index % 4]),
});

/** Crossings of a line across with outlines, and which way these go there. */
function crossings(polygons, y) {
  const found = [];
  for (const points of polygons) {
    points.forEach(([x1, y1], index) => {
      const [x2, y2] = points[(index + 1) % points.length];
      if (y1 <= y === y2 <= y) return;
      found.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), way: y2 > y1 ? 1 : -1 });
    });
  }
  return found.sort((a, b) => a.x - b.x);
}

/** Adds how much of each pixel of a row lies between two places. */
function cover(row, from, until) {
  const [left, right] = [Math.max(0, from), Math.min(row.length, until)];
  for (let pixel = Math.floor(left); pixel < right; ++pixel) {
    row[pixel] += (Math.min(right, pixel + 1) - Math.max(left, pixel)) / samples;
  }
}

/** Fills outlines with a colour; their points are pixels. */
export function fill({ size, pixels }, polygons, [red, green, blue]) {
  for (let y = 0; y < size; ++y) {
    const row = new Float64Array(size);
    for (let sample = 0; sample < samples; ++sample) {
      let winding = 0;
      let from = 0;
      for (const { x, way } of crossings(polygons, y + (sample + 0.5) / samples)) {
        if (winding === 0) from = x;
        winding += way;
        if (winding === 0) cover(row, from, x);
      }
    }
    row.forEach((part, x) => blend(pixels, 4 * (y * size + x), Math.min(1, part), [red, green, blue]));
  }
}

/** Lays a colour over a pixel. */
function blend(pixels, at, part, colour) {
  if (part <= 0) return;
  const under = (pixels[at + 3] / 255) * (1 - part);
  const whole = part + under;
  colour.forEach((value, channel) => {
    pixels[at + channel] = (value * part + pixels[at + channel] * under) / whole;
  });
  pixels[at + 3] = 255 * whole;
}

const crc32 =
  crcOf ??
  ((bytes) => {
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
  });

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** The picture as a PNG; without its fourth channel if it is opaque. Source: PNG, third edition. */
export function png({ size, pixels }) {
  const isOpaque = pixels.every((value, index) => index % 4 !== 3 || Math.round(value) === 255);
  const channels = isOpaque ? 3 : 4;
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Buffer.alloc(1 + channels * size);
    for (let x = 0; x < size; ++x) {
      for (let channel = 0; channel < channels; ++channel) {
        row[1 + channels * x + channel] = Math.round(pixels[4 * (y * size + x) + channel]);
      }
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, isOpaque ? 2 : 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
