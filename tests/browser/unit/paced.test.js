// Things that come faster than they are to be seen wait, and none is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf } from '../support/chance.js';
import { bundled } from '../support/client.js';
import { Simulation } from '../support/simulation.js';

const { Paced } = await bundled(`export { Paced } from 'client/parts/paced';`);

test('what comes in a rush is handed on once a second, in its order, and all of it', async () => {
  const simulation = new Simulation(chanceOf(1));
  const taken = [];
  const paced = new Paced(
    (items) => taken.push({ at: simulation.time, items }),
    1_000,
    simulation.timers,
  );

  for (let item = 0; item < 50; ++item) {
    paced.add(item);
    await simulation.run(item % 10 === 9 ? 2_500 : 70);
  }
  await simulation.run(2_000);

  assert.deepEqual(
    taken.flatMap(({ items }) => items),
    Array.from({ length: 50 }, (_, item) => item),
  );
  const gaps = taken.slice(1).map(({ at }, index) => at - taken[index].at);
  assert.ok(Math.min(...gaps) >= 1_000, `${gaps}`);
  // An item that comes after a rest does not wait.
  assert.deepEqual(
    taken.filter(({ items }) => items[0] % 10 === 0).map(({ items }) => items.length),
    [1, 1, 1, 1, 1],
  );
});

test('nothing is handed on after the end', async () => {
  const simulation = new Simulation(chanceOf(1));
  const taken = [];
  const paced = new Paced((items) => taken.push(...items), 1_000, simulation.timers);

  paced.add('first');
  paced.add('late');
  paced.close();
  await simulation.run(5_000);

  assert.deepEqual(taken, ['first']);
});
