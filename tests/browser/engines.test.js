// Other browsers, and the rules in a browser against the native ones.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launchChromium, launchFirefox, pageOf, showsBoard } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { root } from './support/client.js';
import { begun, Player } from './support/player.js';
import { randomGames } from './support/random_games.js';
import { choice, lookOf } from './support/rules.js';
import { Server } from './support/server.js';
import { threadTime } from './support/tasks.js';
import { until } from './support/until.js';
import { WebKitPage } from './support/webkit.js';

const native = process.env.TANBO_RANDOM_GAMES ?? join(root, 'build/release/bin/tanbo_random_games');

let server;

before(async () => (server = await Server.start()));
after(() => server.stop());

const guests = (count) => Promise.all(Array.from({ length: count }, () => Player.guest(server)));

// The native engine's results for so many random games, on one setup or on all.
async function nativeGames(games, ...setup) {
  const { stdout } = await promisify(execFile)(native, [String(games), ...setup]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([setup, hash, taken_ms]) => ({ setup, hash, taken_ms: Number(taken_ms) }));
}

test('random games on every setup are the same in Chromium and natively, and fast', async (t) => {
  const browser = await launchChromium();
  t.after(() => browser.close());
  const [player] = await guests(1);
  const game = await player.open({ setup: '9x9', seats: ['me', 'open'] });
  const page = await pageOf(browser, server.url, player);
  const module = page.waitForResponse((response) => response.url().endsWith('.wasm'));
  await page.goto(`${server.url}/games/${game.id}`);
  const url = (await module).url();
  // The page's own module, outside the page's policy, which would not let a test's text run.
  const bytes = Array.from(await (await fetch(url)).arrayBuffer().then((b) => new Uint8Array(b)));
  await page.goto('about:blank');
  const inChromium = (games, only) =>
    page.evaluate(
      ([text, bytes, games, only]) =>
        new Function(`return ${text}`)()(new Uint8Array(bytes), games, only),
      [randomGames.toString(), bytes, games, only],
    );
  // The processor's time on both sides: what else the machine does makes no difference.
  const tasks_ms = await threadTime(page, 'TaskDuration');
  const hashes = (results) => results.map(({ setup, hash }) => `${setup} ${hash}`);

  const here = await inChromium(1_000);
  const there = await nativeGames(1_000);

  assert.equal(here.length, 11);
  assert.deepEqual(hashes(here), hashes(there));
  const taken = { native: [], chromium: [] };
  for (let turn = 0; turn < 5; ++turn) {
    const before = await tasks_ms();
    const [played] = await inChromium(3_000, '19x19');
    const taken_ms = (await tasks_ms()) - before;
    const [same] = await nativeGames(3_000, '19x19');
    assert.equal(played.hash, same.hash);
    assert.ok(taken_ms > 0);
    taken.native.push(same.taken_ms);
    taken.chromium.push(taken_ms);
  }
  // The quickest of each: caches that other work fills only make a game slower.
  const ratio = Math.min(...taken.native) / Math.min(...taken.chromium);
  assert.ok(ratio >= 0.4, `${ratio}: ${taken.native} ms against ${taken.chromium} ms`);
});

// Eight plies of a game in a page, with a reload in the midst. `pressEnter` does so on a selector.
async function eightPlies(page, pressEnter, id, players) {
  const chance = chanceOf(12);
  for (let ply = 0; ply < 8; ++ply) {
    const now = await players[0].game(id);
    const look = lookOf(now);
    const seat = look.toMove;
    const point = choice(look, chance);
    if (seat === 0) {
      const selector = `[role="gridcell"][aria-label^="${point},"]`;
      await pressEnter(selector);
      await pressEnter(selector);
    } else {
      await players[1].move(id, point, ply);
    }
    const isPlaced = async () => (await players[0].game(id)).ply === ply + 1;
    await until(isPlaced, `ply ${ply}, ${point}`);
    await showsBoard(page, await players[0].game(id));
    if (ply === 3) {
      await page.reload();
      await showsBoard(page, await players[0].game(id));
    }
  }
}

test('Firefox plays eight plies, reloads, and goes on', async (t) => {
  const browser = await launchFirefox();
  t.after(() => browser.close());
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  const page = await pageOf(browser, server.url, players[0]);
  await page.goto(`${server.url}/games/${id}`);
  await showsBoard(page, await players[0].game(id));

  await eightPlies(page, (selector) => page.locator(selector).press('Enter'), id, players);

  assert.deepEqual(page.faults, []);
});

test('WebKit plays eight plies, reloads, and goes on', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  const page = await WebKitPage.open();
  t.after(() => page.close());
  await page.goto(`${server.url}/games/${id}`);
  await page.addCookie(players[0].cookieFor(server.url));
  await page.reload();
  await showsBoard(page, await players[0].game(id));

  await eightPlies(page, (selector) => page.pressEnter(selector), id, players);
});
