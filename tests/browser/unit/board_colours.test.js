import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { contrast, difference, tokens, visions } from '../support/colour.js';
import { bundled, client, root } from '../support/client.js';

const css = await readFile(join(client, 'src/theme/tokens.css'), 'utf8');
const { hasMark } = await bundled(`export { hasMark } from 'client/board/marks';`);
const themes = ['light', 'dark', 'system', 'contrast', 'pattern'];
const seats = [0, 1, 2, 3, 4, 5, 6, 7];

const atLeast = (least, one, other, values, theme) => {
  const ratio = contrast(values[one], values[other]);
  assert.ok(ratio >= least, `${theme}: ${one} on ${other} is ${ratio.toFixed(2)}, not ${least}`);
};

for (const theme of themes) {
  const values = tokens(css, theme);

  test(`${theme}: text stands out by 4.5`, () => {
    for (const ground of ['page', 'surface', 'notice']) {
      for (const text of ['text', 'muted', 'danger', 'good', 'accent']) {
        atLeast(4.5, text, ground, values, theme);
      }
    }
    atLeast(4.5, 'accent-text', 'accent', values, theme);
    atLeast(4.5, 'danger-text', 'danger', values, theme);
    atLeast(4.5, 'label', 'board', values, theme);
  });

  test(`${theme}: lines, rings and edges stand out by 3`, () => {
    for (const line of ['line', 'focus']) {
      for (const ground of ['page', 'surface']) atLeast(3, line, ground, values, theme);
    }
    for (const mark of ['grid', 'legal', 'cursor', 'outline', 'lifted']) {
      atLeast(3, mark, 'board', values, theme);
    }
    for (const seat of seats) atLeast(3, `curve-${seat}`, 'surface', values, theme);
  });

  test(`${theme}: every stone stands out from the board by its fill or its edge`, () => {
    for (const seat of seats) {
      const fill = contrast(values[`seat-${seat}`], values.board);
      const edge = contrast(values.outline, values.board);
      assert.ok(Math.max(fill, edge) >= 3, `${theme}: seat ${seat}`);
    }
  });

  test(`${theme}: marks stand out from their stones by 3`, () => {
    for (const seat of seats.filter(hasMark)) {
      const mark = seat === 4 ? 'on-seat-4' : 'on-seat';
      atLeast(3, mark, `seat-${seat}`, values, theme);
    }
    // The last stone of black bears a light disc, all others a dark one with a white edge.
    atLeast(3, 'last-on-dark', 'seat-0', values, theme);
    atLeast(3, 'last', 'seat-1', values, theme);
  });
}

// The server's own sources of pictures, and the colours of the list in them that begins so.
const source = (file) => readFile(join(root, 'protocol', file), 'utf8');
const colours = (text, from) =>
  text.slice(text.indexOf(from), text.indexOf('};', text.indexOf(from))).match(/#\w{6}\b/g);

test("curves have the same colours in the server's picture as in the light theme", async () => {
  const values = tokens(css, 'light');

  const found = colours(await source('svg_chances.cpp'), 'strokes = {{{');

  assert.deepEqual(
    found,
    seats.map((seat) => values[`curve-${seat}`]),
  );
});

test("stones have the same colours in the server's pictures as in the light theme", async () => {
  const values = tokens(css, 'light');
  const coloured = seats.slice(2); // black and white are shaded there

  const stones = (await source('svg_board.cpp')).match(
    /(?<=r="10\.6" fill=")#\w{6}(?=" stroke="#)/g,
  );

  assert.deepEqual(
    stones.slice(0, coloured.length),
    coloured.map((seat) => values[`seat-${seat}`]),
  );
});

test('lines of seats are no lighter than their ground in pictures allows', async () => {
  const text = await source('svg_chances.cpp');
  const [, ground] = /rx=\\"6\\" fill=\\"(#\w{6})/.exec(text);

  for (const colour of colours(text, 'strokes = {{{')) {
    const ratio = contrast(colour, ground);
    assert.ok(ratio >= 3, `${colour} on ${ground} is ${ratio.toFixed(2)}`);
  }
});

test('the dark theme is the same whether it is chosen or wished for by the system', () => {
  assert.deepEqual(tokens(css, 'dark'), tokens(css, 'system'));
});

test('of four seats no two look alike without red, green or blue', () => {
  for (const theme of ['light', 'dark']) {
    const values = tokens(css, theme);
    for (const name of ['protanopia', 'deuteranopia', 'tritanopia']) {
      for (const one of [0, 1, 2, 3]) {
        for (let other = one + 1; other < 4; other += 1) {
          const found = difference(values[`seat-${one}`], values[`seat-${other}`], visions[name]);
          assert.ok(
            found >= 30,
            `${theme}, ${name}: ${one} and ${other} differ by ${found.toFixed(1)}`,
          );
        }
      }
    }
  }
});

test('without any colour seats are told apart by marks, or by black and white', async () => {
  const { marks, flat } = await bundled(`
    export { marks } from 'client/board/marks';
    export { flat } from 'client/board/geometry';
  `);
  const geometry = { dimensions: [2], points: 2, at: ([x]) => x };
  const shapes = seats.filter(hasMark).map((seat) => marks(flat(geometry), seat, [0]));
  assert.equal(new Set(shapes).size, shapes.length);

  const values = tokens(css, 'light');
  const light = difference(values['seat-0'], values['seat-1'], visions.achromatopsia);
  assert.ok(light >= 30);
  assert.deepEqual(
    seats.filter((seat) => !hasMark(seat)),
    [0, 1],
  );
});

test('the measure tells colours apart that are known to be confused', () => {
  const red = '#d55e00';
  const alike = '#948f00';
  assert.ok(difference(red, alike, visions.deuteranopia) < 30);
  assert.ok(difference('#000000', '#ffffff', visions.protanopia) > 99);
});
