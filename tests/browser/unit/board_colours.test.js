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

const waters = ['water-a', 'water-b', 'water-c'];
const edgeOf = (seat) => (seat < 2 || seat === 4 ? `edge-${seat}` : 'edge');
const markOf = (seat) => (seat === 4 ? 'mark-4' : 'mark');

// Themes, and fields of other colours by day and by night.
const fields = ['straw', 'plain', 'slate'].flatMap((surface) => [
  [`light, ${surface}`, tokens(css, 'light', surface)],
  [`dark, ${surface}`, tokens(css, 'dark', surface)],
]);
for (const [theme, values] of [...themes.map((name) => [name, tokens(css, name)]), ...fields]) {
  test(`${theme}: text stands out by 4.5`, () => {
    for (const ground of ['page', 'surface', 'sunken']) {
      for (const text of ['text', 'muted']) atLeast(4.5, text, ground, values, theme);
    }
    for (const ground of ['page', 'surface']) {
      for (const text of ['accent', 'seal', 'gold']) atLeast(4.5, text, ground, values, theme);
    }
    for (const kind of ['accent', 'seal']) {
      atLeast(4.5, `${kind}-text`, kind, values, theme);
      atLeast(4.5, kind, `${kind}-soft`, values, theme);
      atLeast(4.5, 'text', `${kind}-soft`, values, theme);
    }
    atLeast(4.5, 'gold', 'gold-soft', values, theme);
    atLeast(4.5, 'label', 'ridge', values, theme);
    for (const badge of ['low', 'few']) atLeast(4.5, 'badge-text', `badge-${badge}`, values, theme);
  });

  test(`${theme}: lines, signs and edges stand out by 3`, () => {
    for (const line of ['line', 'focus']) {
      for (const ground of ['page', 'surface']) atLeast(3, line, ground, values, theme);
    }
    for (const sign of ['grid', 'sprout', 'focus', 'removed']) {
      for (const ground of ['ridge', ...waters]) atLeast(3, sign, ground, values, theme);
    }
    for (const seat of seats) atLeast(3, `curve-${seat}`, 'surface', values, theme);
  });

  test(`${theme}: every stone stands out from the field by its fill or its edge`, () => {
    for (const seat of seats) {
      for (const ground of ['ridge', ...waters]) {
        const found = [`seat-${seat}`, edgeOf(seat)].map((name) =>
          contrast(values[name], values[ground]),
        );
        assert.ok(Math.max(...found) >= 3, `${theme}: seat ${seat} on ${ground}: ${found}`);
      }
    }
  });

  test(`${theme}: signs stand out from their stones by 3`, () => {
    for (const seat of seats.filter(hasMark)) {
      atLeast(3, markOf(seat), `seat-${seat}`, values, theme);
      atLeast(3, 'last-on-dark', 'edge', values, theme);
    }
    atLeast(3, 'last-on-dark', 'seat-0', values, theme);
    atLeast(3, 'last-on-light', 'seat-1', values, theme);
    atLeast(3, 'seed-on-dark', 'seat-0', values, theme);
    atLeast(3, 'seed-on-light', 'seat-1', values, theme);
  });
}

const kinds = ['protanopia', 'deuteranopia', 'tritanopia'];
// The least contrast of each sign with what it lies on, as anyone with one of three kinds of colour
// vision sees it: on the usual field, by day and by night.
const bars = {
  light: { grid: 3.5, sprout: 4.1, removed: 4.6, focus: 4.4, outline: 5.2, last: 4.0 },
  dark: { grid: 3.2, sprout: 7.1, removed: 5.3, focus: 6.9, outline: 7.3, last: 4.2 },
};

// The pairs of colours that each sign stands out by.
const pairs = (theme) => ({
  ...Object.fromEntries(
    ['grid', 'sprout', 'removed', 'focus'].map((sign) => [sign, waters.map((one) => [sign, one])]),
  ),
  // By night the black stones are those that need their edges.
  outline: waters.map((one) => [theme === 'dark' ? 'edge-0' : 'edge-1', one]),
  last: [
    ['last-on-light', 'seat-1'],
    ['last-on-dark', 'seat-0'],
  ],
});

const leastSeen = (values, all) =>
  Math.min(
    ...kinds.flatMap((vision) =>
      all.map(([one, other]) => contrast(values[one], values[other], visions[vision])),
    ),
  );

for (const [theme, least] of Object.entries(bars)) {
  test(`${theme}: with three kinds of colour vision each sign keeps its contrast`, () => {
    const values = tokens(css, theme);
    for (const [sign, all] of Object.entries(pairs(theme))) {
      const found = leastSeen(values, all);
      assert.ok(found >= least[sign] - 0.05, `${sign} is ${found.toFixed(2)}, not ${least[sign]}`);
    }
  });
}

test('with three kinds of colour vision signs are seen on every field', () => {
  for (const [theme, values] of fields) {
    for (const [sign, all] of Object.entries(pairs(theme.split(',')[0]))) {
      const found = leastSeen(values, all);
      assert.ok(found >= 3, `${theme}: ${sign} is ${found.toFixed(2)}`);
    }
  }
});

test('colours that some people take for one another have a second sign', async () => {
  const values = tokens(css, 'light');
  const alike = (one, other) =>
    Math.min(...kinds.map((vision) => difference(values[one], values[other], visions[vision])));
  const read = (file) => readFile(join(client, 'src', file), 'utf8');

  // Badges of gold and red bear figures, seedlings and dashes differ in shape, and seats from the
  // third on in their marks.
  assert.ok(alike('badge-low', 'badge-few') < 10);
  assert.match(await read('board/Drawing.svelte'), /class="number"[^]*?\{count\}/);
  assert.ok(alike('sprout', 'removed') < 10);
  assert.match(await read('board/Drawing.svelte'), /stroke-dasharray/);
  assert.ok(alike('seat-2', 'seat-6') < 30);
  assert.ok(hasMark(2) && hasMark(6));
  // A clock that runs short says so by a sign.
  assert.match(await read('parts/Clock.svelte'), /scarce_ms\}<Icon name="clock"/);
});

// The server's own sources of pictures, and the colours of the list in them that begins so.
const source = (file) => readFile(join(root, 'protocol', file), 'utf8');
const colours = (text, from) =>
  text.slice(text.indexOf(from), text.indexOf('};', text.indexOf(from))).match(/#\w{6}\b/g);

test("curves have the same colours in the server's picture as in the light theme", async () => {
  const values = tokens(css, 'light');

  const found = colours(await source('records/svg_chances.cpp'), 'strokes = {{{');

  assert.deepEqual(
    found,
    seats.map((seat) => values[`curve-${seat}`]),
  );
});

test("boards have the same colours in the server's pictures as in the light theme", async () => {
  const values = tokens(css, 'light');
  const text = await source('boards/board_colours.hpp');
  const one = (name) => new RegExp(`\\b${name} = "(#\\w{6})"`).exec(text)[1];

  const names = ['ridge', 'ridge_edge', 'water_a', 'water_b', 'water_c', 'grid', 'label', 'edge'];
  for (const name of [...names, 'removed', 'rice', 'seed_on_dark', 'seed_on_light']) {
    assert.equal(one(name), values[name.replaceAll('_', '-')], name);
  }
  assert.deepEqual(
    colours(text, 'stones = {'),
    seats.map((seat) => values[`seat-${seat}`]),
  );
});

test('lines of seats are no lighter than their ground in pictures allows', async () => {
  const text = await source('records/svg_chances.cpp');
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
