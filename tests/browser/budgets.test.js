// Budgets of the client: bytes, requests, time. A budget that is exceeded is a failed test.

import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { pageOf, showsBoard } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { engineBytes } from './support/client.js';
import { begun, Player } from './support/player.js';
import { code, engine } from './support/rules.js';
import { browser, server } from './support/server_and_browser.js';
import { threadTime } from './support/tasks.js';
import { settledPage } from './support/tour.js';
import { Traffic } from './support/traffic.js';
import { until } from './support/until.js';

const kb = 1_000;

let players;

before(async () => {
  players = await Promise.all([Player.guest(server), Player.guest(server)]);
});

// The points of a random game on 19x19, as long as `wanted` says of a look that it goes on.
function randomTurns(seed, wanted) {
  const chance = chanceOf(seed);
  const board = engine.setup('19x19');
  const turns = [];
  for (let look = code.lookAt(board, turns); look.toMove !== undefined;) {
    if (!wanted(look)) return look;
    const points = look.legal(look.toMove);
    const calm = points.filter((point) => look.preview(look.toMove, point).lifted?.length === 0);
    turns.push({ kind: 'stone', point: chance.one(calm.length > 0 ? calm : points) });
    look = code.lookAt(board, [...turns]);
  }
  return undefined;
}

// The moves that lead to a look of two players: ply, point, and who places it.
const movesOf = ({ turns }) => turns.map((point, ply) => [ply, point, players[ply % 2]]);

// A game at the server that has come so far.
async function played(moves) {
  const id = await begun(players, { setup: '19x19' });
  for (const [ply, point, player] of moves) await player.move(id, point, ply);
  return id;
}

// A game of 300 plies, which are placed once.
let long;
const longGame = () => (long ??= played(movesOf(randomTurns(300, ({ ply }) => ply < 300))));

// The font of headings comes after a board, whenever there is time, and has its own limit.
const isFont = ({ path }) => path.endsWith('.woff2');
const bytesWithoutFont = ({ needed }) =>
  needed.filter((one) => !isFont(one)).reduce((sum, { bytes }) => sum + bytes, 0);

// A page with the board of a game.
async function opened(id, context) {
  const page = context ? await context.newPage() : await pageOf(browser, server.url);
  const traffic = await Traffic.of(page);
  await page.goto(`${server.url}/games/${id}`);
  await page.locator('[role="gridcell"]').first().waitFor();
  return { page, traffic };
}

test('the engine has at most 20 KB in brotli', async () => {
  const { length } = brotliCompressSync(await engineBytes());

  assert.ok(length <= 20 * kb, `${length} bytes`);
});

for (const [name, path, bytes_max] of [
  ['the front page', () => '/', 95 * kb],
  ['a game', async () => `/games/${await longGame()}`, 115 * kb],
]) {
  test(`a first visit of ${name} transfers at most ${bytes_max / kb} KB`, async (t) => {
    const page = await pageOf(browser, server.url);
    t.after(() => page.context().close());
    const traffic = await Traffic.of(page);

    await page.goto(server.url + (await path()), { waitUntil: 'networkidle' });
    await settledPage(page);

    assert.ok(traffic.bytes > 20 * kb, 'nothing was counted');
    const font = traffic.sent.filter(isFont);
    const bytes = bytesWithoutFont(traffic);
    const told = traffic.sent.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');
    assert.ok(bytes <= bytes_max, `${bytes} bytes:\n${told}`);
    assert.ok(font.length <= 1 && font.every((one) => one.bytes <= 8 * kb), told);
  });
}

// Marks all that a player was told of as read.
async function readAll(player) {
  const { newest } = await player.ask('GET', '/me/notifications?limit=1');
  await player.ask('POST', '/me/notifications/read', { up_to: newest });
}

test('news on the first page adds at most 7 KB', async (t) => {
  const reader = await Player.guest(server);
  const other = await Player.guest(server);
  const page = await pageOf(browser, server.url, reader);
  t.after(() => page.context().close());
  const visit = async () => {
    const traffic = await Traffic.of(page);
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await settledPage(page);
    return traffic;
  };
  await begun([reader, other], { setup: '9x9' });
  await readAll(reader);
  await visit();
  const without = bytesWithoutFont(await visit());
  const id = await begun([reader, other], { setup: '9x9' });
  await other.ask('POST', `/games/${id}/leave`, {});

  const traffic = await visit();

  await page.getByRole('heading', { name: 'Since you were last here' }).waitFor();
  const bytes = bytesWithoutFont(traffic);
  assert.ok(bytes > without, 'nothing was counted');
  const told = traffic.sent.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');
  assert.ok(bytes - without <= 7 * kb, `${bytes - without} bytes:\n${told}`);
});

test('each page that is loaded later transfers at most 20 KB', async (t) => {
  // News is measured by itself.
  await readAll(players[0]);
  const page = await pageOf(browser, server.url, players[0]);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/games/${await longGame()}`, { waitUntil: 'networkidle' });

  const paths = [
    '/',
    '/play',
    '/board/19x19',
    '/settings/appearance',
    '/about',
    '/games',
    '/archive',
  ];
  for (const path of paths) {
    const traffic = await Traffic.of(page);
    await page.goto(server.url + path, { waitUntil: 'networkidle' });
    await settledPage(page);
    const bytes = bytesWithoutFont(traffic);
    const told = traffic.sent.map(({ path, bytes }) => `${path} ${bytes}`);
    assert.ok(bytes > 0, 'nothing was counted');
    assert.ok(bytes <= 20 * kb, `${path}: ${bytes} bytes:\n${told.join('\n')}`);
  }
});

test('a game of 300 plies is opened with 15 KB of JSON in three requests', async (t) => {
  const { page, traffic } = await opened(await longGame());
  t.after(() => page.context().close());
  await page.waitForLoadState('networkidle');

  const bytes = traffic.api.reduce((sum, request) => sum + request.bytes, 0);

  assert.ok(traffic.api.length <= 3, traffic.api.map(({ path }) => path).join(' '));
  assert.ok(bytes <= 15 * kb, `${bytes} bytes`);
});

test('a board is drawn after nine requests at first, and after three from then on', async (t) => {
  const id = await longGame();
  const cold = await opened(id);
  t.after(() => cold.page.context().close());
  // Requests before the board was drawn: the font is asked for after it.
  const before = ({ sent }) => sent.map(({ path }) => path).filter((one) => !/woff2$/.test(one));
  const atFirst = before(cold.traffic);
  await cold.page.waitForLoadState('networkidle');

  const warm = await opened(id, cold.page.context());
  const then = before(warm.traffic);

  assert.ok(atFirst.length <= 9, atFirst.join(' '));
  assert.ok(then.length <= 3, then.join(' '));
});

// How long the page of somebody who watches runs scripts for each of these moves, in ms.
async function scriptTimes(id, moves, pages) {
  // Of the page's own thread: what else the machine does makes no difference.
  const clocks = await Promise.all(pages.map((page) => threadTime(page, 'ScriptDuration')));
  const drawn = await Promise.all(pages.map(stonesDrawn));
  const times = [];
  for (const [ply, point, player] of moves) {
    const before = await Promise.all(clocks.map((taken) => taken()));
    await player.move(id, point, ply);
    const after = await Promise.all(
      clocks.map((taken, at) => rested(taken, before[at], () => drawn[at](point))),
    );
    times.push(...after.map((value, index) => value - before[index]));
  }
  return times;

  // How long scripts have run once the move is drawn and they have come to rest.
  async function rested(taken, before, isDrawn) {
    let same = 0;
    let last = before;
    await until(async () => {
      const now = await taken();
      same = now > before && now === last ? same + 1 : 0;
      last = now;
      return same >= 15 && (await isDrawn());
    }, 'the move is drawn and the scripts rest');
    return last;
  }
}

// Asks whether a page's board shows a stone, or that it was removed at once. That is no script in
// the page, which would count.
async function stonesDrawn(page) {
  const session = await page.context().newCDPSession(page);
  return async (point) => {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const cell = `[role="gridcell"][aria-label^="${point},"]`;
    const selector = `${cell}:is([aria-label*="root"], [aria-label*="removed"])`;
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    return nodeId !== 0;
  };
}

test('a move that lifts 20 of 240 stones runs scripts for at most four times as long', async (t) => {
  const isFull = ({ roots }) => roots.reduce((sum, { stones }) => sum + stones.length, 0) >= 240;
  const lifts = (look) =>
    look
      .legal(look.toMove)
      .find(
        (point) =>
          (look.preview(look.toMove, point).lifted ?? []).reduce(
            (sum, { stones }) => sum + stones.length,
            0,
          ) >= 20,
      );
  let look;
  for (let seed = 1; !look; ++seed) {
    look = randomTurns(seed, (now) => !(isFull(now) && lifts(now) !== undefined));
  }
  // The last two stones before are placed while the pages look on, as the first ones on 9x9 are:
  // what runs for the first time is slower anywhere.
  const moves = movesOf(look);
  const full = await played(moves.slice(0, -2));
  const empty = await begun(players, { setup: '9x9' });
  const pages = async (id) => {
    const all = [];
    for (let count = 0; count < 3; ++count) all.push((await opened(id)).page);
    t.after(() => Promise.all(all.map((page) => page.context().close())));
    return all;
  };
  const last = [look.ply, look.geometry.name(lifts(look)), players[look.toMove]];
  const first = [
    [0, 'H7', players[0]],
    [1, 'B7', players[1]],
    [2, 'H6', players[0]],
  ];

  // The quickest page of each: what else happens in a browser only takes time.
  const onEmpty = Math.min(...(await scriptTimes(empty, first, await pages(empty))).slice(-3));
  const onFull = Math.min(
    ...(await scriptTimes(full, [...moves.slice(-2), last], await pages(full))).slice(-3),
  );

  assert.ok(onFull <= 4 * onEmpty, `${onFull} ms against ${onEmpty} ms`);
});

// How long the thread of a new page works until a game's board is there and it has come to rest, in
// ms of the processor: what else the machine does makes no difference.
async function workToOpen(context, id) {
  const page = await context.newPage();
  const taken_ms = await threadTime(page, 'TaskDuration');
  await page.goto(`${server.url}/games/${id}`, { waitUntil: 'networkidle' });
  await page.locator('[role="gridcell"]').first().waitFor();
  const work_ms = await taken_ms();
  await page.close();
  return work_ms;
}

// A board of 150 stones is drawn as outlines, which are a third of the work of an empty one.
test('opening 300 plies takes at most twice the work of none', async (t) => {
  const fresh = await begun(players, { setup: '19x19' });
  const ids = { long: await longGame(), fresh };
  const taken_ms = { long: [], fresh: [] };
  const page = await pageOf(browser, server.url);
  t.after(() => page.context().close());
  for (let turn = 0; turn < 5; ++turn) {
    for (const [name, id] of Object.entries(ids)) {
      taken_ms[name].push(await workToOpen(page.context(), id));
    }
  }

  // The least of each: caches that other work fills only add to it.
  const ratio = Math.min(...taken_ms.long) / Math.min(...taken_ms.fresh);
  assert.ok(ratio <= 2, `${ratio}: ${taken_ms.long} ms against ${taken_ms.fresh} ms`);
  await page.goto(`${server.url}/games/${ids.long}`);
  await showsBoard(page, await players[0].game(ids.long));
});

// The cost of an answer to the server, in microseconds of its processors; other work of the machine
// does not count.
async function costOf(path) {
  const requests = 1_000;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const headers = { 'Accept-Encoding': 'br' };
  let left = requests;
  const line = async () => {
    while (left-- > 0) {
      await new Promise((resolve, reject) => {
        get(server.url + path, { agent, headers }, (answer) => {
          assert.equal(answer.statusCode, 200);
          answer.resume().once('end', resolve);
        }).once('error', reject);
      });
    }
  };
  const before = await server.taken_us();
  await Promise.all(Array.from({ length: 8 }, line));
  agent.destroy();
  return ((await server.taken_us()) - before) / requests;
}

// The styles, which are the asset that has about as many bytes as an answer.
test('an asset of the program costs hardly more than a game', async () => {
  const id = await begun(players, { setup: '9x9' });
  const shell = await (await fetch(server.url)).text();
  const [asset] = /\/assets\/[\w.-]+\.css/.exec(shell);

  const costs = { game: [], asset: [] };
  for (let turn = 0; turn < 21; ++turn) {
    costs.game.push(await costOf(`/api/v1/games/${id}`));
    costs.asset.push(await costOf(asset));
  }

  // The cheapest of each: caches that other work fills only make an answer dearer.
  const ratio = Math.min(...costs.game) / Math.min(...costs.asset);

  assert.ok(ratio >= 0.8, `${ratio}: ${costs.game} against ${costs.asset}`);
});
