// QR codes of links: a reader that is not ours gets the same text out of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled, required } from '../support/client.js';

const { qrCode, pathOf } = await bundled(`export * from 'client/pages/challenges/qr';`);
const read = required('jsqr');

const quiet = 4;
const scale = 3;

// The text that a reader finds in a picture of the modules.
function readBack(modules) {
  const side = (modules.length + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(4 * side * side);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [at % side, Math.floor(at / side)].map((one) => Math.floor(one / scale) - quiet);
    pixels.fill(modules[y]?.[x] ? 0 : 255, 4 * at, 4 * at + 3);
    pixels[4 * at + 3] = 255;
  }
  return read(pixels, side, side)?.data;
}

const link = (length) => 'https://tanbo.example/join/'.padEnd(length, '7-kX3vQ0pZr8mWn2Yt');

test('a reader gets the link back, of every length that fits', () => {
  const sizes = new Set();
  for (let length = 1; length <= 134; length++) {
    const text = link(length).slice(0, length);
    const modules = qrCode(text);
    sizes.add(modules.length);
    assert.equal(readBack(modules), text);
  }

  assert.deepEqual([...sizes], [21, 25, 29, 33, 37, 41]);
});

test('a code holds as much as it can, and a longer link has none', () => {
  for (const [at, length] of [17, 32, 53, 78, 106, 134].entries()) {
    assert.equal(qrCode('x'.repeat(length)).length, 21 + 4 * at);
  }
  assert.equal(qrCode('x'.repeat(135)), undefined);
});

test('a letter beyond ASCII takes the bytes that it has', () => {
  assert.equal(readBack(qrCode('https://räume.example/join/7')), 'https://räume.example/join/7');
});

test('a code with some modules turned round is read all the same, and one with many is not', () => {
  const turned = (count) =>
    qrCode(link(50)).map((row, y) => row.map((one, x) => (y === 12 && x < count ? !one : one)));

  assert.equal(readBack(turned(6)), link(50));
  const ruined = qrCode(link(50)).map((row, y) =>
    row.map((one) => (y > 9 && y < 20 ? false : one)),
  );
  assert.notEqual(readBack(ruined), link(50));
});

test('a path draws each run of dark modules', () => {
  assert.equal(
    pathOf([
      [true, true, false],
      [false, false, true],
    ]),
    'M0 0h2v1h-2zM2 1h1v1h-1z',
  );
});
