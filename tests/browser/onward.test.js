// A live game that begins: both players are there at once, and no one is led away from another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';

const live = { kind: 'fischer', initial_s: 600, increment_s: 10, max_s: 1200 };
const slow = { kind: 'per-move', per_move_s: 259_200 };

// A page once the server tells it what its player is told.
async function following(t, path, player) {
  const page = await pageOf(browser, server.url, player);
  t.after(() => page.context().close());
  let asked;
  const follows = new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        const { op, topic, id } = JSON.parse(payload);
        if (op === 'subscribe' && topic === 'me') asked = id;
      });
      socket.on('framereceived', ({ payload }) => {
        if (asked !== undefined && JSON.parse(payload).re === asked) resolve();
      });
    });
  });
  await page.goto(server.url + path);
  await follows;
  return page;
}

const pathOf = (page) => new URL(page.url()).pathname;

// A game of anna's that ben joins.
async function joined(anna, ben, clock) {
  const { id } = await anna.open({ setup: '9x9', seats: ['me', 'open'], clock });
  await ben.join(id);
  return id;
}

test('a live game takes its players to it, and one of days leaves them where they are', async (t) => {
  const [anna, ben] = [await Player.guest(server), await Player.guest(server)];
  const page = await following(t, '/about', anna);

  await joined(anna, ben, slow);
  await page.getByRole('img', { name: '1 item waiting for you' }).first().waitFor();
  assert.equal(pathOf(page), '/about');
  const lively = await joined(anna, ben, live);

  await page.waitForURL(`**/games/${lively}`);
  await page.getByText('Your turn: Black').waitFor();
  assert.deepEqual(page.faults, []);
});

test('whoever sits in a live game among people stays there', async (t) => {
  const [anna, ben] = [await Player.guest(server), await Player.guest(server)];
  const first = await joined(anna, ben, live);
  const page = await following(t, `/games/${first}`, anna);
  await page.getByText('Your turn: Black').waitFor();

  await joined(anna, ben, live);

  await page.getByRole('link', { name: 'Next game' }).waitFor();
  assert.equal(pathOf(page), `/games/${first}`);
});

test('the challenger is in the game as soon as it is accepted, wherever they are', async (t) => {
  const [anna, ben] = [await Player.guest(server), await Player.guest(server)];
  const { id } = await anna.ask('POST', '/challenges', { setup: '9x9', clock: slow });
  const waiting = await following(t, `/challenges/${id}`, anna);
  await waiting.getByRole('button', { name: 'Withdraw' }).waitFor();
  const other = await following(t, `/challenges/${id}`, ben);
  await other.getByRole('button', { name: 'Accept' }).click();

  await Promise.all([waiting, other].map((page) => page.waitForURL('**/games/*')));

  assert.equal(pathOf(waiting), pathOf(other));
  for (const page of [waiting, other]) assert.deepEqual(page.faults, []);
});
