// The mark, and the icons that are made of it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { bundled, client, root } from '../support/client.js';
import { tokens } from '../support/colour.js';

const make = join(root, 'server/web/icons/make.mjs');
const mark = await import(`${client}mark.js`);
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tanbo-icons-'));
  execFileSync('node', [make, client, folder]);
});

after(() => rm(folder, { recursive: true }));

const css = await readFile(join(client, 'src/theme/tokens.css'), 'utf8');
const light = tokens(css, 'light');
const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

// The size of an icon, and the colour of a pixel of it, with how opaque it is.
async function icon(name) {
  const bytes = await readFile(join(folder, 'png', `${name}.png`));
  const size = bytes.readUInt32BE(16);
  const channels = { 2: 3, 6: 4 }[bytes[25]];
  const [data] = [...chunks(bytes)].filter(({ type }) => type === 'IDAT');
  const rows = inflateSync(data.body);
  const pixel = (x, y) => {
    const at = y * (channels * size + 1) + 1 + channels * x;
    return [...rows.subarray(at, at + channels), ...(channels === 3 ? [255] : [])];
  };
  return { size, pixel, height: bytes.readUInt32BE(20) };
}

function* chunks(bytes) {
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, body: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

test('the mark is a legal root: each stone touches exactly one of those before', () => {
  const touches = ([x, y], [otherX, otherY]) => Math.abs(x - otherX) + Math.abs(y - otherY) === 1;
  assert.equal(mark.stones.length, 5);
  mark.stones.forEach((stone, index) => {
    const friends = mark.stones.slice(0, index).filter((one) => touches(stone, one));
    assert.equal(friends.length, Math.min(index, 1), `${stone}`);
  });
});

test('the mark has the outline that its stones have on a board', async () => {
  const { flat, outline, plane } = await bundled(`
    export { flat } from 'client/board/geometry';
    export { outline } from 'client/board/outline';
    export { plane } from 'client/board/plane';
  `);
  const geometry = plane(3, 3);
  const layout = flat(geometry, true);
  const points = mark.stones.map(([x, y]) => 3 * (2 - y) + x);
  const seed = points[0];
  const drawn = outline(layout, geometry, {
    seat: 0,
    seed,
    stones: [...points].sort((a, b) => a - b),
    space: [],
  });
  const { polygonsOf } = await import(join(root, 'server/web/icons/raster.mjs'));
  const [left, top] = [layout.x[6], layout.y[6]];
  const box = (path, [dx, dy]) => {
    const all = polygonsOf(path).flat();
    const [xs, ys] = [all.map(([x]) => x - dx), all.map(([, y]) => y - dy)];
    return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map(Math.round);
  };

  const [own, ofBoard] = [box(mark.root, [0, 0]), box(drawn, [left, top])];
  // Rounded, each by itself.
  assert.ok(
    own.every((value, index) => Math.abs(value - ofBoard[index]) <= 1),
    `${own} against ${ofBoard}`,
  );
});

test('icons have the sizes of their names, and the colours of the light theme', async () => {
  for (const [name, size, units] of [
    ['apple-touch-icon', 180, 420],
    ['icon-192', 192, 420],
    ['icon-512', 512, 420],
    ['maskable-512', 512, 500],
  ]) {
    const found = await icon(name);
    const [middleX, middleY] = mark.middle;
    const at = ([x, y]) =>
      found.pixel(
        Math.round(((100 * x - middleX) / units + 0.5) * size),
        Math.round(((100 * y - middleY) / units + 0.5) * size),
      );
    assert.deepEqual([found.size, found.height], [size, size], name);
    for (const stone of mark.stones.slice(1)) {
      assert.deepEqual(at(stone), [...rgb(light.rice), 255], `${name} ${stone}`);
    }
    assert.deepEqual(at(mark.stones[0]), [...rgb(light['seed-on-light']), 255], name);
    assert.deepEqual(at([0, 1.6]), [...rgb(light.accent), 255], name);
  }
});

test('corners are round, but where the system cuts them', async () => {
  for (const name of ['icon-192', 'icon-512']) {
    assert.equal((await icon(name)).pixel(0, 0)[3], 0, name);
  }
  for (const name of ['apple-touch-icon', 'maskable-512']) {
    assert.deepEqual((await icon(name)).pixel(0, 0), [...rgb(light.accent), 255], name);
  }
});

test('of a maskable icon nothing of the mark is outside of the circle that is always shown', async () => {
  const { size, pixel } = await icon('maskable-512');
  const ground = rgb(light.accent).join();
  let outside = 0;
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      const away = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2);
      if (away > 0.4 * size && pixel(x, y).slice(0, 3).join() !== ground) ++outside;
    }
  }
  assert.equal(outside, 0);
});

test('the icon of tabs is made of the same mark', async () => {
  const svg = await readFile(join(folder, 'icon.svg'), 'utf8');
  assert.ok(svg.includes(mark.root) && svg.includes(mark.grain.path));
  for (const name of ['accent', 'rice', 'seed-on-light'])
    assert.ok(svg.includes(light[name]), name);
});
