// The practice board: from a game with its position, and back by the address alone.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, place, showsBoard, stonesOf } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { until } from './support/until.js';
import { desk, phone } from './support/visit.js';

const points = ['C2', 'B7', 'C3', 'B6'];
let players, game;

before(async () => {
  players = [await Player.guest(server), await Player.guest(server)];
  game = await begun(players, { setup: '9x9' });
  for (const [ply, point] of points.entries()) await players[ply % 2].move(game, point, ply);
});

const hash = (page) => new URL(page.url()).hash;

for (const [name, size] of Object.entries({ desk, phone })) {
  test(`a game’s position is tried on, on ${name}, and the game stays as it is`, async (t) => {
    const before = await players[0].game(game);
    const page = await visit(t, `/games/${game}`, players[0], size);
    await showsBoard(page, before);

    await page.getByRole('link', { name: 'Explore' }).click();
    await page.waitForURL('**/board/9x9#*');
    assert.equal(hash(page), '#C2.B7.C3.B6');
    await showsBoard(page, before);
    // Both seats are played from here.
    await place(page, 'C4');
    await until(() => hash(page) === '#C2.B7.C3.B6.C4', 'Black has played');
    await place(page, 'B5');
    await until(() => hash(page) === '#C2.B7.C3.B6.C4.B5', 'White has played');

    assert.equal((await players[0].game(game)).seq, before.seq);
    await page.goBack();
    await page.waitForURL(`**/games/${game}`);
    await showsBoard(page, before);
    assert.deepEqual(page.faults, []);
  });
}

test('from an earlier position only its turns are taken along', async (t) => {
  const page = await visit(t, `/games/${game}?ply=2`, players[0]);
  await page.getByText('After 2 moves').first().waitFor();

  await page.getByRole('link', { name: 'Explore' }).click();

  await page.waitForURL('**/board/9x9#*');
  assert.equal(hash(page), '#C2.B7');
});

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
