// Own games without a line: opened, explored and moved in; what is kept, and for whom.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, pageOf, place, showsBoard } from './support/browsers.js';
import { Player } from './support/player.js';
import { Server } from './support/server.js';
import { browser } from './support/server_and_browser.js';
import { member, settledPage } from './support/tour.js';
import { until } from './support/until.js';

const desk = { viewport: { width: 1440, height: 900 } };
const days = { kind: 'per-move', per_move_s: 259_200 };

// A server of one test's own, on which anna and ben play and it is anna's turn.
async function twoAtAGame(t, points = ['C2', 'B7'], isGuest = false) {
  const server = await Server.start();
  t.after(() => server.stop());
  const anna = await (isGuest ? Player.guest(server) : member(server, 'anna'));
  const ben = await member(server, 'ben');
  const begun = async () => {
    const { id } = await anna.open({ setup: '9x9', clock: days, seats: ['me', 'open'] });
    await ben.join(id);
    for (const [ply, point] of points.entries()) await [anna, ben][ply % 2].move(id, point, ply);
    return id;
  };
  return { server, anna, ben, begun, id: await begun() };
}

// A page of anna's that has been at these games, and keeps them; the worker has its files.
async function keeping(t, { server, anna }, ids, options = desk) {
  const page = await pageOf(browser, server.url, anna, options);
  t.after(() => page.context().close());
  for (const id of ids) {
    await page.goto(`${server.url}/games/${id}`);
    await showsBoard(page, await anna.game(id));
    await until(() => isKept(page, id), `game ${id} is kept`);
  }
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    }
  });
  return page;
}

// All that is kept of games: their numbers and plies, and the player.
const kept = (page) =>
  page.evaluate(async () => {
    const all = { games: {}, owner: [] };
    for (const { name } of await indexedDB.databases()) {
      if (!name.startsWith('tanbo kept')) continue;
      const database = await new Promise((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      const read = (store) =>
        new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
      for (const { game } of await read('games')) all.games[game.id] = game.ply;
      all.owner.push(...(await read('owner')));
      database.close();
    }
    return all;
  });

const isKept = async (page, id) => (await kept(page)).games[id] !== undefined;

test('an own game is opened and explored without a line, and says as of when it is', async (t) => {
  const table = await twoAtAGame(t);
  const { server, anna, id } = table;
  const page = await keeping(t, table, [id]);
  const present = await anna.game(id);

  await server.kill();
  await page.reload();

  await page.getByText(/You’re offline\. This is the game as of /).waitFor();
  await showsBoard(page, present);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Starting position (earlier position)').first().waitFor();
  await page.getByRole('button', { name: 'Latest', exact: true }).click();
  await showsBoard(page, present);
  // Nothing of the API is answered as if there were a line.
  await assert.rejects(page.evaluate((game) => fetch(`/api/v1/games/${game}`), id));

  await page.goto(`${server.url}/`);
  await page.getByText('You’re offline. These are your games').waitFor();
  await page.getByRole('link', { name: /ben/ }).click();
  await showsBoard(page, present);

  await server.launch();
  await page.getByText(/You’re offline/).waitFor({ state: 'hidden' });
  await showsBoard(page, present);
  assert.deepEqual(page.faults, []);
});

test('a guest’s own game is opened without a line, and a move made then is sent', async (t) => {
  const table = await twoAtAGame(t, undefined, true);
  const { server, anna, id } = table;
  const page = await keeping(t, table, [id]);
  const present = await anna.game(id);
  await server.kill();

  await page.goto(`${server.url}/`);
  await page.getByText('You’re offline. These are your games').waitFor();
  await page.getByRole('link', { name: /ben/ }).click();
  await showsBoard(page, present);
  await place(page, 'C3');
  await page.getByText('C3 will be sent when you’re back online.').waitFor();
  await page.goto(`${server.url}/`);
  await server.launch();

  await until(async () => (await anna.game(id)).ply === 3, 'the move is there');
  assert.deepEqual(page.faults, []);
});

test('a game that can’t take its move yet holds up no other', async (t) => {
  const table = await twoAtAGame(t);
  const { server, anna, begun, id } = table;
  const ids = [id, await begun(), await begun()];
  const page = await keeping(t, table, ids, { ...desk, intercepts: true });
  const context = page.context();
  await context.setOffline(true);
  for (const game of ids) {
    await page.goto(`${server.url}/games/${game}`);
    await page.getByText(/You’re offline/).waitFor();
    await place(page, 'C3');
    await page.getByText('C3 will be sent').waitFor();
  }
  await page.goto(`${server.url}/`);
  await page.getByText('You’re offline. These are your games').waitFor();
  const busy = ids[1];
  await page.route(`**/games/${busy}/moves`, (route) => route.fulfill({ status: 503, body: '' }));

  await context.setOffline(false);

  for (const game of ids.filter((one) => one !== busy)) {
    await until(async () => (await anna.game(game)).ply === 3, `game ${game} has its move`);
  }
  assert.equal((await anna.game(busy)).ply, 2);
  await page.unroute(`**/games/${busy}/moves`);
  await until(async () => (await anna.game(busy)).ply === 3, 'so has the other in the end');
});

test('a move made without a line is sent once when that is back, after a reload too', async (t) => {
  const table = await twoAtAGame(t);
  const { server, anna, ben, id } = table;
  const page = await keeping(t, table, [id]);
  await server.kill();
  await page.reload();
  await page.getByText(/You’re offline/).waitFor();

  await place(page, 'C3');
  await page.getByText('C3 will be sent when you’re back online.').waitFor();
  await page.reload();
  await page.getByText('C3 will be sent when you’re back online.').waitFor();
  await server.launch();

  await until(async () => (await anna.game(id)).ply === 3, 'the move is there');
  await page.getByText('C3 will be sent').waitFor({ state: 'hidden' });
  await showsBoard(page, await anna.game(id));
  await ben.move(id, 'B6', 3);
  await showsBoard(page, await anna.game(id));
  assert.equal((await anna.game(id)).turns, 'C2 B7 C3 B6');
  assert.deepEqual(page.faults, []);
});

test('a move that waits can be given up', async (t) => {
  const table = await twoAtAGame(t);
  const { server, anna, id } = table;
  const page = await keeping(t, table, [id]);
  await server.kill();
  await page.reload();
  await page.getByText(/You’re offline/).waitFor();
  await place(page, 'C3');
  await page.getByText('C3 will be sent').waitFor();

  await page.locator('.notice').getByRole('button', { name: 'Cancel' }).click();
  await server.launch();

  await page.getByText(/You’re offline/).waitFor({ state: 'hidden' });
  await page.reload();
  await showsBoard(page, await anna.game(id));
  assert.equal((await anna.game(id)).ply, 2);
  await until(
    async () => (await cell(page, 'C3').getAttribute('aria-selected')) !== 'true',
    'idle',
  );
});

test('a move that comes too late says what came first, in its game and on other pages', async (t) => {
  const table = await twoAtAGame(t);
  const { server, anna, begun, id } = table;
  const other = await begun();
  const page = await keeping(t, table, [id, other]);
  // The line of this browser alone is gone.
  const context = page.context();
  await context.setOffline(true);
  for (const game of [id, other]) {
    await page.goto(`${server.url}/games/${game}`);
    await page.getByText(/You’re offline/).waitFor();
    await place(page, 'C3');
    await page.getByText('C3 will be sent').waitFor();
    await anna.move(game, 'D2', 2);
  }

  await context.setOffline(false);

  await page.getByText('C3 wasn’t played: D2 came first.').waitFor();
  await page.getByRole('link', { name: `Game ${id}: C3 wasn’t played. D2 came first.` }).waitFor();
  assert.equal((await anna.game(id)).turns, 'C2 B7 D2');
  assert.equal((await anna.game(other)).turns, 'C2 B7 D2');
  await page.reload();
  await settledPage(page);
  assert.equal(await page.getByText('wasn’t played').count(), 0);
  assert.deepEqual(page.faults, []);
});

test('two tabs send one move', async (t) => {
  const table = await twoAtAGame(t);
  const { server, anna, id } = table;
  const page = await keeping(t, table, [id]);
  const second = await page.context().newPage();
  await server.kill();
  for (const tab of [page, second]) {
    await tab.goto(`${server.url}/games/${id}`);
    await tab.getByText(/You’re offline/).waitFor();
  }
  await place(page, 'C3');
  await page.getByText('C3 will be sent').waitFor();
  await second.reload();
  await second.getByText('C3 will be sent').waitFor();

  await server.launch();

  for (const tab of [page, second]) {
    await tab.getByText('C3 will be sent').waitFor({ state: 'hidden' });
    await showsBoard(tab, { ...(await anna.game(id)) });
    assert.equal(await tab.getByText('wasn’t played').count(), 0);
  }
  assert.equal((await anna.game(id)).turns, 'C2 B7 C3');
});

test('signing out deletes what is kept, in a tab that does not know it yet too', async (t) => {
  const table = await twoAtAGame(t);
  const { server, anna, ben, id } = table;
  const page = await keeping(t, table, [id]);
  assert.deepEqual(await kept(page), { games: { [id]: 2 }, owner: ['anna'] });
  const second = await page.context().newPage();
  await second.goto(`${server.url}/games/${id}`);
  await showsBoard(second, await anna.game(id));

  await page.getByRole('button', { name: 'Account: anna' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();

  // The game goes on, and the other tab may still be told of it.
  const again = await member(server, 'carla');
  assert.ok(again);
  await ben.ask('POST', `/games/${id}/leave`, {});
  await second
    .getByText('Black wins')
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined);
  assert.deepEqual(await kept(second), { games: {}, owner: [] });
  await server.kill();
  await page.goto(`${server.url}/games/${id}`);
  await page.getByText('Couldn’t load the game.').waitFor();
  assert.equal(await page.locator('[role="gridcell"]').count(), 0);
});

test('what one player keeps is not for the next, and games of others are not kept', async (t) => {
  const table = await twoAtAGame(t);
  const { server, ben, id } = table;
  const page = await keeping(t, table, [id]);
  const mia = await member(server, 'mia');

  await page.context().addCookies([mia.cookieFor(server.url)]);
  await page.goto(`${server.url}/games/${id}`);
  await showsBoard(page, await ben.game(id));
  await server.kill();
  await page.goto(`${server.url}/games/${id}`);

  await page.getByText('Couldn’t load the game.').waitFor();
});
