// The end of a rated game: the change of the viewer's rating on the card; and swipes between games.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { showsBoard } from './support/browsers.js';
import { begun } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { member, settledPage } from './support/tour.js';
import { until } from './support/until.js';
import { desk, phone } from './support/visit.js';

const days = (count) => ({ kind: 'per-move', per_move_s: 86_400 * count });

let anna, ben;

before(async () => {
  [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
});

// The page of a game with its board.
async function shownGame(t, id, player, options) {
  const page = await visit(t, `/games/${id}`, player, options);
  await showsBoard(page, await player.game(id));
  return page;
}

// A rated game of two moves, which ends while its page is open, or has ended before.
async function rated() {
  const id = await begun([anna, ben], { setup: '9x9', rated: true });
  await anna.move(id, 'C2', 0);
  await ben.move(id, 'B7', 1);
  return id;
}

// The line that the server's figures make.
async function lineOf(player, id) {
  const { handle } = await player.ask('GET', '/me');
  const { history } = await player.ask('GET', `/players/${handle}/ratings?family=9x9`);
  const { before, after } = history.find(({ game }) => game === id);
  const [from, to] = [Math.round(before.rating), Math.round(after.rating)];
  const change = to - from;
  return `Rating ${from} → ${to} (${change < 0 ? '−' : '+'}${Math.abs(change)})`;
}

const told = (page) => page.locator('.first').getByText(/^Rating /);

test('the end card says what a rated game did to the rating of its viewer', async (t) => {
  const id = await rated();
  const [won, lost] = [await shownGame(t, id, anna, desk), await shownGame(t, id, ben, phone)];
  assert.equal(await told(won).count(), 0);

  await ben.ask('POST', `/games/${id}/leave`, {});

  await told(won).waitFor();
  assert.equal(await told(won).innerText(), await lineOf(anna, id));
  assert.match(await told(won).innerText(), /\(\+\d+\)$/);
  await told(lost).waitFor();
  assert.equal(await told(lost).innerText(), await lineOf(ben, id));
  assert.match(await told(lost).innerText(), /\(−\d+\)$/);
  assert.deepEqual([...won.faults, ...lost.faults], []);
});

test('an old game says what it did, and not what later ones did', async (t) => {
  const ids = [await rated(), await rated()];
  for (const id of ids) await ben.ask('POST', `/games/${id}/leave`, {});
  const wanted = await lineOf(anna, ids[0]);
  assert.notEqual(wanted, await lineOf(anna, ids[1]));

  const page = await shownGame(t, ids[0], anna, desk);

  await told(page).waitFor();
  assert.equal(await told(page).innerText(), wanted);
});

test('onlookers, and players of unrated games, are told of no rating', async (t) => {
  const id = await rated();
  await ben.ask('POST', `/games/${id}/leave`, {});
  const carla = await member(server, 'carla');
  const unrated = await begun([anna, ben], { setup: '9x9', rated: false });
  await ben.ask('POST', `/games/${unrated}/leave`, {});

  for (const [game, player] of [
    [id, carla],
    [unrated, anna],
  ]) {
    const page = await shownGame(t, game, player, desk);
    await settledPage(page);
    assert.equal(await told(page).count(), 0);
  }
});

// A finger across the page, from one point to another.
async function swipe(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: from[0], y: from[1] }]);
  for (const share of [0.3, 0.6, 1]) {
    const [x, y] = [0, 1].map((axis) => from[axis] + share * (to[axis] - from[axis]));
    await touch('touchMove', [{ x, y }]);
  }
  await touch('touchEnd', []);
  await session.detach();
}

test('on a phone a swipe leads to the next own game, and none that begins on the board', async (t) => {
  const nina = await member(server, 'nina');
  const ids = [];
  for (const count of [1, 2, 3]) {
    ids.push(await begun([nina, ben], { setup: '9x9', clock: days(count) }));
  }
  const page = await shownGame(t, ids[0], nina, phone);
  const isAt = (id) => until(() => page.url() === `${server.url}/games/${id}`, `game ${id}`);
  const dots = page.locator('.dots span');
  await until(async () => (await dots.count()) === 3, 'a dot a game');
  const board = await page.locator('.frame').boundingBox();
  const beside = board.y - 25;

  await swipe(page, [300, board.y + 100], [80, board.y + 100]);
  await swipe(page, [300, beside], [270, beside]);
  await swipe(page, [200, beside], [190, beside + 120]);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await isAt(ids[0]);

  await swipe(page, [300, beside], [80, beside]);
  await isAt(ids[1]);
  await showsBoard(page, await nina.game(ids[1]));
  assert.equal(await page.locator('.dots .here').count(), 1);
  await swipe(page, [300, beside], [80, beside]);
  await isAt(ids[2]);
  await showsBoard(page, await nina.game(ids[2]));
  await swipe(page, [300, beside], [80, beside]);
  await isAt(ids[0]);
  await showsBoard(page, await nina.game(ids[0]));
  await swipe(page, [80, beside], [300, beside]);
  await isAt(ids[2]);
  assert.deepEqual(page.faults, []);
});
