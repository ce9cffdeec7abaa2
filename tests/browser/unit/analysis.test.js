// The words of the page of an analysis about where a game turned.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';
import '../support/texts.js';

const { curvesOf, turnOnCurve, turningWords, speak, learnBeside } = await bundled(`
  export { curvesOf, turnOnCurve, turningWords } from 'client/pages/analysis/curves';
  export { speak, learnBeside } from 'client/text';
`);

const nowhere = { ply: null, point: null, from: null, to: null };
const leaving = { kind: 'leaving', winner: 'white', ...nowhere };
const two = ['black', 'white'];
const four = ['black', 'white', 'red', 'green'];

const leavers = [{ seat: 'black', reason: 'time' }];

for (const [name, seats, turning_point, end, english, german] of [
  [
    'whoever was behind',
    two,
    leaving,
    [0.95, 0.05],
    'Black ran out of time, and White won, though not ahead on the board.',
    'Schwarz hat die Zeit überschritten, und Weiß gewann: Auf dem Brett lag Weiß nicht vorn.',
  ],
  [
    'whoever had the same chance',
    two,
    leaving,
    [0.5, 0.5],
    'Black ran out of time, and White won, though not ahead on the board.',
    'Schwarz hat die Zeit überschritten, und Weiß gewann: Auf dem Brett lag Weiß nicht vorn.',
  ],
  [
    'whoever had hardly the better chance',
    two,
    leaving,
    [0.49, 0.51],
    'Black ran out of time, and White won, though barely ahead on the board.',
    'Schwarz hat die Zeit überschritten, und Weiß gewann: Auf dem Brett lag Weiß kaum vorn.',
  ],
  [
    'whoever was hardly the best of four',
    four,
    leaving,
    [0.25, 0.27, 0.24, 0.24],
    'White was the last player in the game, though barely ahead on the board.',
    'Weiß gewann als letzter Sitz der Partie: Auf dem Brett lag Weiß kaum vorn.',
  ],
  [
    'whoever drew ahead without a stone that did it',
    two,
    { kind: 'gradual', winner: 'black', ...nowhere },
    [1, 0],
    'Black pulled ahead gradually. No single move turned the game.',
    'Schwarz kam in Führung, ohne dass ein einzelner Stein die Partie entschied.',
  ],
]) {
  test(`the victory of ${name} is told in both languages`, async () => {
    await speak('en');
    await learnBeside('en');
    assert.equal(turningWords({ turning_point, seats, end }, leavers), english);

    await speak('de');
    await learnBeside('de');
    assert.equal(turningWords({ turning_point, seats, end }, leavers), german);
  });
}

test('the turning point says and marks figures of the curve beside it', async () => {
  const black = [0.48, 0.47, 0.82, 0.9, 0, 1, 0, 1];
  const chances = black.map((chance) => [chance, 1 - chance]);
  const analysis = {
    seats: two,
    turns: chances.slice(0, -1).map((both, ply) => ({
      ply,
      seat: two[ply % 2],
      chances: both,
      grade: 'none',
    })),
    end: chances.at(-1),
    turning_point: { kind: 'drift', winner: 'black', ply: 1, point: 'C4', from: 0.47, to: 0.82 },
  };

  const mark = turnOnCurve(analysis, 700, 100);
  const [curve] = curvesOf(analysis, 700, 100);
  await speak('en');
  await learnBeside('en');

  assert.deepEqual(mark, { x: 200, y: 18, seat: 'black' });
  assert.equal(curve.points.split(' ')[2], '200,18');
  assert.equal(
    turningWords(analysis, []),
    'Turning point: move 2. After C4, Black’s winning chance rose from 47% to 82%.',
  );
});
