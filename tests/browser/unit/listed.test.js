// Boards as lists give them, and what events make of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';
import { engine } from '../support/rules.js';

const { miniatureOf, withMove, withoutRoots } = await bundled(`
  export * from 'client/parts/listed';
`);

// A row of five points: A and E are taken.
const position = { seq: 1, board: [5], stones: 'b...w', last_point: '5' };

test('a board of any size is drawn, whether or not a setup has it', () => {
  const { geometry, stones, last } = miniatureOf(engine, { setup: null, position });

  assert.deepEqual([...stones], [0, -1, -1, -1, 1]);
  assert.equal(geometry.name(last), '5');
});

test('a board that cannot be, and stones of another board, are not drawn', () => {
  const drawn = (changes) => miniatureOf(engine, { position: { ...position, ...changes } });

  assert.equal(drawn({ board: [5, 0] }), undefined);
  assert.equal(drawn({ stones: 'b..w' }), undefined);
  assert.equal(miniatureOf(engine, { position: null }), undefined);
});

test('a stone comes, and what it lifts goes', () => {
  const before = miniatureOf(engine, { position });

  const after = withMove(before, 0, '2', [{ points: ['5'] }]);

  assert.deepEqual([...after.stones], [0, 0, -1, -1, -1]);
  assert.equal(after.geometry.name(after.last), '2');
  assert.deepEqual([...before.stones], [0, -1, -1, -1, 1]);
});

test('the last stone is not marked once it is lifted', () => {
  const after = withoutRoots(miniatureOf(engine, { position }), [{ points: ['5'] }]);

  assert.deepEqual([...after.stones], [0, -1, -1, -1, -1]);
  assert.equal(after.last, undefined);
});
