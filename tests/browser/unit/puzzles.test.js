// The puzzles that a browser keeps as solved: their numbers stay good when others take their place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';

const { nextOf, setsOf, solvedOf } = await bundled(`
  export * from 'client/pages/puzzles/progress';
`);

const puzzle = (number, setup) => ({ puzzle: number, setup, difficulty: 1, themes: ['waiting'] });
const list = {
  puzzles: [puzzle(1, '9x9'), puzzle(2, '13x13'), puzzle(5, '13x13')],
  replaced: [
    { puzzle: 3, by: 2 },
    { puzzle: 4, by: 2 },
  ],
};

test('a puzzle that was solved under a number that is gone is solved', () => {
  assert.deepEqual([...solvedOf(new Set([3, 4, 5, 99]), list)].sort(), [2, 5]);
  assert.deepEqual([...solvedOf(new Set(), list)], []);
});

test('the next puzzle is the next number that there is, and after the last comes the first', () => {
  assert.deepEqual(
    [1, 2, 3, 5].map((number) => nextOf(list, number)),
    [2, 5, 5, 1],
  );
});

test('puzzles are shown by board, those with most puzzles first', () => {
  assert.deepEqual(setsOf(list), [
    { setup: '13x13', numbers: [2, 5] },
    { setup: '9x9', numbers: [1] },
  ]);
});
