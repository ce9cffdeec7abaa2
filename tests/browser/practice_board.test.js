// The practice board by its address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, place, stonesOf } from './support/browsers.js';
import { visit } from './support/server_and_browser.js';
import { until } from './support/until.js';

const hash = (page) => new URL(page.url()).hash;

test('an address shows its turns, as far as the rules allow them', async (t) => {
  const page = await visit(t, '/board/9x9#C2.B7.A1.C3');
  await cell(page, 'C2').waitFor();

  const stones = await stonesOf(page);

  assert.deepEqual(stones.black.sort(), ['B2', 'C2', 'H8']);
  assert.deepEqual(stones.white.sort(), ['B7', 'B8', 'H2']);
});

test('steps back and another stone leave what came after', async (t) => {
  const page = await visit(t, '/board/9x9#C2.B7.C3.B6');
  await cell(page, 'C2').waitFor();

  const back = page.getByRole('button', { name: 'Previous' });
  await back.click();
  await back.click();
  await place(page, 'D2');

  await until(() => hash(page) === '#C2.B7.D2', 'another branch');
  const { black } = await stonesOf(page);
  assert.deepEqual(black.sort(), ['B2', 'C2', 'D2', 'H8']);
});
