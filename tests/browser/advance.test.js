// The next game comes after a move, for players who wish so.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, pageOf } from './support/browsers.js';
import { begun } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';

const days = (n) => ({ kind: 'per-move', per_move_s: 86_400 * n });
const live = { kind: 'fischer', initial_s: 600, increment_s: 10, max_s: 1200 };

let anna;
let ben;

before(async () => {
  [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
});

// Somebody's page of a game in which they place their first stone.
async function playing(t, id, advance) {
  const page = await pageOf(browser, server.url, anna);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/settings`);
  const wish = page.getByRole('switch', { name: 'After a move, go to the next game' });
  if (advance) await wish.click();
  assert.equal(await wish.isChecked(), advance);
  await page.goto(`${server.url}/games/${id}`);
  await page.getByRole('link', { name: 'Next game' }).waitFor();
  await cell(page, 'C2').click();
  await page.getByRole('button', { name: 'Play C2' }).click();
  return page;
}

test('a move leads to the game with the least time, if that is wished for', async (t) => {
  const [first, second, third] = [
    await begun([anna, ben], { setup: '9x9', clock: days(9) }),
    await begun([anna, ben], { setup: '9x9', clock: days(3) }),
    await begun([anna, ben], { setup: '9x9', clock: days(5) }),
  ];

  const page = await playing(t, first, true);

  await page.waitForURL(`**/games/${second}`);
  await page.getByText('Your turn: Black').waitFor();
  await cell(page, 'C2').click();
  await page.getByRole('button', { name: 'Play C2' }).click();
  await page.waitForURL(`**/games/${third}`);
  assert.equal((await anna.game(first)).ply, 1);
  assert.deepEqual(page.faults, []);
});

test('without the wish, and in a live game, the board stays', async (t) => {
  await begun([anna, ben], { setup: '9x9', clock: days(2) });
  const slow = await begun([anna, ben], { setup: '9x9', clock: days(9) });
  const quick = await begun([anna, ben], { setup: '9x9', clock: live });

  for (const [id, advance] of [
    [slow, false],
    [quick, true],
  ]) {
    const page = await playing(t, id, advance);
    await page.getByText('White to move: ben').first().waitFor();
    assert.equal(new URL(page.url()).pathname, `/games/${id}`);
  }
});
