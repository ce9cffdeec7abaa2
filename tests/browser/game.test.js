// Whole games between real browsers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellsOf,
  pageOf,
  place,
  placeByKeys,
  rootsOf,
  showsBoard,
  showsRoots,
} from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { begun, Player } from './support/player.js';
import { choice, differences, lookOf } from './support/rules.js';
import { browser, server } from './support/server_and_browser.js';
import { tasksOf } from './support/tasks.js';
import { until } from './support/until.js';

const guests = (count) => Promise.all(Array.from({ length: count }, () => Player.guest(server)));

// The page of a game for each of these people.
const pagesOf = (players, id) =>
  Promise.all(
    players.map(async (player) => {
      const page = await pageOf(browser, server.url, player);
      await page.goto(`${server.url}/games/${id}`);
      return page;
    }),
  );

// Plays a whole game in three pages, the third of which watches. Yields how long its long tasks
// took, in ms: those over 50 ms, after which a page feels slow.
async function wholeGame() {
  const chance = chanceOf(2);
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  const pages = await pagesOf([...players, undefined], id);
  const [anybody] = players;
  for (const page of pages) await page.waitForLoadState('networkidle');
  const tasks = await tasksOf(browser, pages);
  let removals = 0;

  for (let game = await anybody.game(id); game.status === 'active'; game = await anybody.game(id)) {
    const look = lookOf(game);
    const point = choice(look, chance);
    await (look.toMove === 0 ? place : placeByKeys)(pages[look.toMove], point);
    await until(async () => (await anybody.game(id)).ply > game.ply, `${point} is placed`);

    const roots = await anybody.ask('GET', `/games/${id}/roots`);
    for (const page of pages) await showsRoots(page, roots);
    const after = lookOf(await anybody.game(id));
    removals += after.removed.length;
    for (const page of pages) await says(page, point, after);
  }

  const taken_ms = await tasks.end();
  assert.ok(taken_ms.length > 1_000, 'tasks are seen');

  const { events } = await anybody.ask('GET', `/games/${id}/events?limit=1000`);
  assert.deepEqual(differences('9x9', events), []);
  assert.ok(removals > 0);
  const { winner, places } = await anybody.game(id);
  assert.equal(places[winner], 1);
  const name = { black: 'Black', white: 'White' }[winner];
  const text = await pages[2].locator('body').innerText();
  assert.ok(text.includes(`${name} wins.`), text);
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
  return taken_ms.filter((ms) => ms > 50);
}

test('two play a whole game while a third watches: all see what the API says', async () => {
  let long_ms = await wholeGame();
  // A machine that is short of time stretches a task here and there, but not in the same game twice.
  if (long_ms.length > 0) long_ms = await wholeGame();

  assert.deepEqual(long_ms, []);
});

// Waits until the page has said what the last turn did.
async function says(page, point, look) {
  const lifted = look.removed.map(({ seed }) => `root ${look.geometry.name(seed)} (`);
  const words = [`${point}.`, ...lifted];
  await until(
    async () => {
      const said = await page.locator('[aria-live="polite"]').allInnerTexts();
      return words.every((word) => said.some((text) => text.includes(word)));
    },
    `a page says ${words.join(' and ')}`,
  );
}

test('of four one goes, the flag falls, and the others see the roots lifted', async () => {
  const chance = chanceOf(3);
  const players = await guests(4);
  const clock = { kind: 'total', total_s: 30 };
  const [first, ...others] = players;
  const seats = ['me', 'open', 'open', 'open'];
  const { id } = await first.open({ setup: '19x19-4p', clock, seats });
  const pages = await pagesOf(players, id);
  for (const page of pages) await until(async () => (await rootsOf(page)).length === 16, 'a board');
  // No time runs before all pages are there.
  for (const player of others) await player.join(id);

  // Black, white and red place a stone; green is gone and never does.
  await pages[3].context().close();
  for (let ply = 0; ply < 3; ++ply) {
    const look = lookOf(await first.game(id));
    await place(pages[look.toMove], choice(look, chance));
    await until(async () => (await first.game(id)).ply > ply, 'a stone is placed');
  }
  const isOut = ({ seats }) => seats[3].state !== 'in';
  const game = await until(async () => {
    const now = await first.game(id);
    return isOut(now) && now;
  }, 'the flag falls');

  assert.equal(game.status, 'active');
  assert.equal(game.to_move, 'black');
  for (const page of pages.slice(0, 3)) {
    await showsBoard(page, game);
    const lifted = Object.values(await cellsOf(page)).filter((label) => /removed/.test(label));
    assert.equal(lifted.length, 4, lifted.join('\n'));
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('beside a seat on offer the others play on, and who has left it is not to move', async () => {
  const players = await guests(3);
  const stones = { black: ['A1'], white: ['J1'], red: ['E9'] };
  const id = await begun(players, { board: [9, 9], stones, leaver_policy: 'substitute' });
  await players[1].ask('POST', `/games/${id}/leave`, {});
  const [black, leaver] = await pagesOf(players.slice(0, 2), id);

  await black.getByText('Your turn: Black').waitFor();
  await place(black, 'A2');
  await until(async () => (await players[0].game(id)).ply === 1, 'A2 is placed');

  await leaver.getByText('White to move').first().waitFor();
  assert.equal(await leaver.getByText('Your turn').count(), 0);
});
