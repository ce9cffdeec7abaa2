// One person with two tabs of a game, and with a finger that presses twice.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, pageOf, showsBoard } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { until } from './support/until.js';

let players;

before(async () => {
  players = await Promise.all([Player.guest(server), Player.guest(server)]);
});

// A page, and the moves that it sends.
async function opened(page, id) {
  const sent = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/moves')) sent.push(request.url());
  });
  await page.goto(`${server.url}/games/${id}`);
  await showsBoard(page, await players[0].game(id));
  return sent;
}

test('a double click sends one request, and two tabs show the same', async (t) => {
  const id = await begun(players, { setup: '9x9' });
  const one = await pageOf(browser, server.url, players[0]);
  t.after(() => one.context().close());
  const other = await one.context().newPage();
  const sent = [await opened(one, id), await opened(other, id)];

  await cell(one, 'H7').press('Enter');
  await one.getByRole('button', { name: 'Play H7' }).dblclick();

  for (const page of [one, other]) await showsBoard(page, await placed(id));
  assert.deepEqual(
    sent.map(({ length }) => length),
    [1, 0],
  );

  // Both go on from there.
  await players[1].move(id, 'B7', 1);
  for (const page of [one, other]) await showsBoard(page, await players[0].game(id));
  await cell(other, 'G7').press('Enter');
  await cell(other, 'G7').press('Enter');
  const { last_point } = await placed(id, 3);
  assert.equal(last_point, 'G7');
  for (const page of [one, other]) await showsBoard(page, await players[0].game(id));
});

// The game once it has so many plies.
async function placed(id, plies = 1) {
  await until(async () => (await players[0].game(id)).ply >= plies, `${plies} plies`);
  return players[0].game(id);
}
