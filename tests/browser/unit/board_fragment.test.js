import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled, engineBytes } from '../support/client.js';

const { Engine, Module, turnsOf, fragmentOf } = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { turnsOf, fragmentOf } from 'client/pages/board/fragment';
`);
const engine = new Engine(await Module.from(await engineBytes()));

test('turns come back from the address that they were put in', () => {
  const board = engine.setup('19x19-4p');
  const text = 'A18.G18.leave:red.A12';

  const turns = turnsOf(board, `#${text}`);

  assert.equal(turns.length, 4);
  assert.equal(fragmentOf(board, turns), text);
});

test('an address that somebody has edited holds as far as the rules allow it', () => {
  const board = engine.setup('9x9');
  const read = (hash) => fragmentOf(board, turnsOf(board, hash));

  assert.equal(read('#H7.E5.B7'), 'H7');
  assert.equal(read('#h7.b7.<script>'), 'H7.B7');
  assert.equal(read('#leave:black.leave:white'), 'leave:black');
  assert.equal(read(''), '');
});
