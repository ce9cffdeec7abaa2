// Root space through a game, as areas, and the figures that they are made of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';
import { chanceOf } from '../support/chance.js';
import { engine } from '../support/rules.js';

const { areasOf, History } = await bundled(`
  export * from 'client/pages/game/areas';
  export * from 'client/pages/game/history';
`);

test('areas are the shares of each seat, the first at the bottom', () => {
  const [black, white] = areasOf(
    [
      [1, 1],
      [3, 1],
      [1, 0],
    ],
    100,
    40,
  );

  assert.equal(black, 'M0 40L50 40L100 40L100 0L50 10L0 20Z');
  assert.equal(white, 'M0 20L50 10L100 0L100 0L50 0L0 0Z');
});

test('where nobody has room the shares before go on, and at first they are even', () => {
  const end = areasOf(
    [
      [3, 1],
      [0, 0],
    ],
    10,
    40,
  );
  assert.equal(end[0], 'M0 40L10 40L10 10L0 10Z');
  assert.equal(areasOf([[0, 0]], 10, 40)[0], 'M0 40L0 20Z');
});

test('the figures of each turn are the legal points that a replay finds', () => {
  const board = engine.setup('9x9');
  const chance = chanceOf(3);
  const position = board.start();
  const turns = [];
  const spaces = [];
  while (turns.length < 30) {
    const points = position.legal(position.standing().toMove);
    const point = chance.one(points);
    position.play(point);
    turns.push(board.geometry.name(point));
    spaces.push([0, 1].map((seat) => position.legal(seat).length));
  }
  position.free();

  const history = new History(board);
  assert.deepEqual(
    history.of(turns).map(({ space }) => [...space]),
    spaces,
  );
  assert.deepEqual(
    history.of(turns.slice(0, 7)).map(({ space }) => [...space]),
    spaces.slice(0, 7),
  );
  history.free();
});
