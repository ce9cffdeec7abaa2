// Brackets: where matches stand, and how rounds and players to come are called.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';
import '../support/texts.js';

const { awaitedWord, learnTournaments, placed, roundsOf, speak } = await bundled(`
  export * from 'client/pages/tournaments/bracket';
  export { learnTournaments, speak } from 'client/text';
`);
await speak('en');
await learnTournaments('en');

const seed = (number) => ({ number, handle: `p${number}`, winner_of: null, loser_of: null });
const winnerOf = (match) => ({ number: null, handle: null, winner_of: match, loser_of: null });
const loserOf = (match) => ({ number: null, handle: null, winner_of: null, loser_of: match });

function match(number, part, part_round, players, more = {}) {
  const open = { needed: true, round: null, table: null, winner: null, points: [], games: [] };
  return { match: number, part, part_round, players, ...open, ...more };
}

const eight = [
  match(1, 'winners', 1, [seed(1), seed(8)], { winner: 1 }),
  match(2, 'winners', 1, [seed(4), seed(5)]),
  match(3, 'winners', 1, [seed(2), seed(7)]),
  match(4, 'winners', 1, [seed(3), seed(6)]),
  match(5, 'winners', 2, [winnerOf(1), winnerOf(2)]),
  match(6, 'winners', 2, [winnerOf(3), winnerOf(4)]),
  match(7, 'final', 1, [winnerOf(5), winnerOf(6)]),
];

const four = [
  match(1, 'winners', 1, [seed(1), seed(4)]),
  match(2, 'winners', 1, [seed(2), seed(3)]),
  match(3, 'losers', 1, [loserOf(1), loserOf(2)]),
  match(4, 'winners', 2, [winnerOf(1), winnerOf(2)]),
  match(5, 'losers', 2, [winnerOf(3), loserOf(4)]),
  match(6, 'final', 1, [winnerOf(4), winnerOf(5)]),
  match(7, 'second-final', 1, [winnerOf(6), loserOf(6)], { needed: false }),
];

const placeOf = (all, number) => {
  const { column, y } = all.find((one) => one.match.match === number);
  return [column, y];
};

test('a match stands between the two that lead to it, in the next column', () => {
  const { all, rows } = placed(eight);

  assert.equal(rows, 4);
  assert.deepEqual(
    [1, 2, 3, 4].map((number) => placeOf(all, number)),
    [
      [0, 0.5],
      [0, 1.5],
      [0, 2.5],
      [0, 3.5],
    ],
  );
  assert.deepEqual(placeOf(all, 5), [1, 1]);
  assert.deepEqual(placeOf(all, 7), [2, 2]);
});

test('a line says who has gone it, or that it is open', () => {
  const { all } = placed(eight);
  const semifinal = all.find((one) => one.match.match === 5);

  assert.deepEqual(
    semifinal.from.map(({ player }) => player),
    [1, undefined],
  );
});

test('who has lost once plays below, and the final is between both', () => {
  const { all } = placed(four);
  const [, winners] = placeOf(all, 4);
  const [, losers] = placeOf(all, 5);
  const [column, final] = placeOf(all, 6);

  assert.ok(losers > winners + 1);
  assert.deepEqual([column, final], [2, (winners + losers) / 2]);
  assert.ok(!all.some((one) => one.match.match === 7), 'a final that is not needed');
  const places = all.map(({ column: at, y }) => `${at} ${y}`);
  assert.equal(new Set(places).size, places.length, 'no two in one place');
});

test('all brackets from 2 to 64 players have each match in a place of its own', () => {
  for (let players = 2; players <= 64; players *= 2) {
    const matches = [];
    let before = Array.from({ length: players }, (_, index) => seed(index + 1));
    for (let round = 1; before.length > 1; ++round) {
      const part = before.length === 2 ? 'final' : 'winners';
      const next = [];
      for (let i = 0; i < before.length; i += 2) {
        matches.push(match(matches.length + 1, part, round, [before[i], before[i + 1]]));
        next.push(winnerOf(matches.length));
      }
      before = next;
    }
    const { all, rows } = placed(matches);
    const places = all.map(({ column, y }) => `${column} ${y}`);
    assert.equal(new Set(places).size, players - 1);
    assert.ok(all.every(({ y }) => y > 0 && y < rows));
  }
});

test('rounds are called by what they are, and players to come by their match', () => {
  const { all } = placed(eight);

  assert.deepEqual(
    roundsOf(all, 'winners').map(({ title }) => title),
    ['Quarter-finals', 'Semi-finals', 'Final'],
  );
  assert.equal(awaitedWord(winnerOf(2), eight), 'Winner of quarter-final 2');
  assert.equal(awaitedWord(winnerOf(6), eight), 'Winner of semi-final 2');
  assert.deepEqual(
    roundsOf(placed(four).all, 'losers').map(({ title }) => title),
    ['Losers’ round 1', 'Losers’ round 2'],
  );
  assert.deepEqual(
    roundsOf(placed(four).all, 'winners').map(({ title }) => title),
    ['Round 1', 'Round 2', 'Final'],
  );
  assert.equal(awaitedWord(loserOf(4), four), 'Loser of match 1 of round 2');
});
