// Breaks between a page and its server, and how the page comes back.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  boardText,
  launchChromium,
  pageOf,
  place,
  showsBoard,
  stonesOf,
} from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { Network } from './support/network.js';
import { begun, Player } from './support/player.js';
import { choice, lookOf } from './support/rules.js';
import { Server } from './support/server.js';
import { until } from './support/until.js';

let server;
let network;
let browser;

before(async () => {
  server = await Server.start();
  network = await Network.to(server);
  browser = await launchChromium();
});

after(async () => {
  await browser.close();
  await network.close();
  await server.stop();
});

// A game of two at the API; black looks at it through a network that can be cut.
async function game() {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9' });
  const page = await pageOf(browser, network.url, players[0]);
  // The waits before the attempts to connect are the same in each run.
  await page.addInitScript(() => (Math.random = () => 0.2));
  await page.addInitScript(() => {
    window.lines = [];
    const Line = window.WebSocket;
    window.WebSocket = class extends Line {
      constructor(...where) {
        super(...where);
        window.lines.push(this);
      }
    };
  });
  return { players, id, page };
}

async function opened({ page, id, players }) {
  await page.goto(`${network.url}/games/${id}`);
  await page.evaluate(() => (window.neverReloaded = true));
  await showsBoard(page, await players[0].game(id));
  // The socket follows the game: what happens is seen.
  await play(players, id, 2);
  await showsBoard(page, await players[0].game(id));
}

// So many stones, placed over the API.
async function play(players, id, count) {
  const chance = chanceOf(id);
  for (let stone = 0; stone < count; ++stone) {
    const now = await players[0].game(id);
    const look = lookOf(now);
    await players[look.toMove].move(id, choice(look, chance), now.ply);
  }
}

// The time that a page is given to be right again, of its own clock, which stands still while it
// waits for an answer: so it counts the page's own delays, and no machine is too slow.
const budget_ms = 1_500;
const step_ms = 50;

// Whether a line or a request of the page is underway.
const isWaiting = async (page) =>
  page.underway.size > 0 ||
  page.evaluate(() => window.lines.some(({ readyState }) => readyState <= WebSocket.OPEN));

// An hour without a network, in which twelve stones are placed, up to the moment at which it is
// back; the requests from then on.
async function anHourAway({ players, id, page }) {
  const context = page.context();
  await context.setOffline(true);
  network.cut();
  await play(players, id, 12);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
  // Attempts to connect have failed, and come more and more rarely: the next one is seconds away.
  for (let attempt = 0; attempt < 7; ++attempt) {
    await until(async () => !(await isWaiting(page)), 'every line is given up');
    await page.clock.runFor(30_000);
  }
  const known = network.requests.length;
  network.heal();
  await context.setOffline(false);
  return { requests: () => network.requests.slice(known) };
}

// Lets a page's clock go on when nothing is underway, until its board is right; how many ms it
// went on.
async function timeToShow(page, game) {
  const wanted = boardText(game.stones);
  let taken_ms = 0;
  await until(async () => {
    if (boardText(await stonesOf(page)) === wanted) return true;
    if (taken_ms < budget_ms && !(await isWaiting(page))) {
      await page.clock.runFor(step_ms);
      taken_ms += step_ms;
    }
    return false;
  }, `the board is right after ${budget_ms} ms of the page's clock`);
  return taken_ms;
}

test('after an hour without a network the board is right, and nothing known is asked for', async () => {
  const { players, id, page } = await game();
  await page.clock.install();
  await opened({ players, id, page });

  const { requests } = await anHourAway({ players, id, page });
  const taken_ms = await timeToShow(page, await players[0].game(id));

  assert.ok(taken_ms < budget_ms, `${taken_ms} ms`);
  assert.equal(await page.evaluate(() => window.neverReloaded), true);
  await page.clock.resume();
  // The socket, and what has no seq to go on from: chat, and what waits for the player, which is
  // asked for last. A socket that fails just as the network comes back has the page ask whether
  // the server is there.
  const last = /\/me\/notifications/;
  await until(() => requests().some((line) => last.test(line)), 'it asks for what waits');
  const without = /\/live$|\/chat\?|\/me\/(turns|notifications)|\/healthz$/;
  assert.deepEqual(
    requests().filter((line) => !without.test(line)),
    [],
  );
  assert.ok(requests().some((line) => line.endsWith('/live')));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a server that forgets after which event to go on is found out', async () => {
  const { players, id, page } = await game();
  await page.clock.install();
  let forgets = false;
  let forged = 0;
  await page.routeWebSocket(/live$/, (line) => {
    const onward = line.connectToServer();
    line.onMessage(async (text) => {
      const request = JSON.parse(text);
      // As if the page had seen everything.
      const isForged = forgets && request.topic === `game:${id}`;
      if (isForged) request.after = (await players[0].game(id)).seq;
      forged += isForged;
      onward.send(JSON.stringify(request));
    });
  });
  await opened({ players, id, page });
  forgets = true;
  const before = await stonesOf(page);

  await anHourAway({ players, id, page });
  while (forged === 0) await page.clock.runFor(step_ms);
  await page.clock.runFor(budget_ms);

  assert.deepEqual(await stonesOf(page), before);
  await page.context().close();
});

for (const lost of ['answer', 'request']) {
  test(`a move whose ${lost} is lost as the server dies is placed exactly once`, async () => {
    const { players, id, page } = await game();
    await opened({ players, id, page });
    const before = await players[0].game(id);
    const look = lookOf(before);
    const point = look.geometry.name(look.legal(0).find((at) => !look.preview(0, at).own));
    const moves = () => network.requests.filter((line) => line.includes('/moves')).length;
    const sent = moves();

    network.loses[lost] = /\/moves$/;
    await place(page, point);
    await until(() => moves() > sent, 'the move is sent');
    const ply = lost === 'answer' ? before.ply + 1 : before.ply;
    await until(async () => (await players[0].game(id)).ply === ply, 'the server has it, or not');
    await server.kill();
    network.loses[lost] = undefined;
    await server.launch();

    const isPlaced = async () => (await players[0].game(id)).ply === before.ply + 1;
    // With the answer lost it was there before the page could send it again.
    if (lost === 'answer') assert.ok(await isPlaced());
    await until(isPlaced, 'the move is in the log');
    await showsBoard(page, await players[0].game(id));
    await until(async () => !(await page.getByText(/sending/i).isVisible()), 'it is not sent on');
    const { events } = await players[0].ask('GET', `/games/${id}/events?limit=1000`);
    const ours = events.filter(({ type, data }) => type === 'move' && data.ply === before.ply);
    assert.equal(ours.length, 1);
    assert.equal(ours[0].data.point, point);
    // The page goes on from there.
    await play(players, id, 2);
    await showsBoard(page, await players[0].game(id));
    assert.equal(await page.evaluate(() => window.neverReloaded), true);
    await page.context().close();
  });
}
