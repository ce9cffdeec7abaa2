// When something on the way lets no socket through: games by server-sent events, all else by
// looking again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf, place, showsBoard } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { until } from './support/until.js';

// Refused before it opens, as by a proxy that does not know sockets.
function refuseSockets() {
  window.refused = 0;
  window.WebSocket = class extends EventTarget {
    readyState = 0;
    constructor() {
      super();
      window.refused += 1;
      setTimeout(() => {
        this.readyState = 3;
        this.onclose?.({ code: 1006 });
        this.dispatchEvent(new Event('close'));
      }, 20);
    }
    close() {
      this.readyState = 3;
    }
  };
}

// A browser has six connections to a host, and each tab once kept one for its stream.
test('eight tabs show a game without a socket', async () => {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9' });
  const first = await pageOf(browser, server.url, players[0]);
  const context = first.context();
  await context.addInitScript(refuseSockets);
  const pages = [first];
  while (pages.length < 8) pages.push(await context.newPage());
  for (const page of pages) {
    const asked = page.waitForRequest(/\/events\?after=/);
    await page.goto(`${server.url}/games/${id}`);
    await asked;
  }

  await players[0].move(id, 'C2', 0);

  for (const page of pages) await showsBoard(page, await players[0].game(id));
  await context.close();
});

test('a game is played and talked about without a socket', async () => {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9' });
  const page = await pageOf(browser, server.url, players[0]);
  await page.addInitScript(refuseSockets);

  const stream = page.waitForRequest(/\/events\?after=/);
  await page.goto(`${server.url}/games/${id}`);
  await stream;
  await page.getByText('Your turn: Black').first().waitFor();
  const refused = await page.evaluate(() => window.refused);
  await place(page, 'C2');
  await until(async () => (await players[0].game(id)).ply === 1, 'the stone is placed');
  await showsBoard(page, await players[0].game(id));
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await players[1].move(id, 'B7', 1);
  await showsBoard(page, await players[1].game(id));
  // The stream has told it: the page did not look again.
  assert.deepEqual(
    asked.filter((url) => url.includes(`/games/${id}`) && !url.includes('/chat')),
    [],
  );
  await page.getByRole('tab', { name: 'Chat' }).click();
  await players[1].ask('POST', `/games/${id}/chat?room=players`, { text: 'by and by' });
  await page.getByText('by and by').waitFor();
  // The list of waiting things is looked at again, too.
  const third = await begun([players[0], await Player.guest(server)], { setup: '9x9' });
  await page.getByRole('link', { name: '2 items waiting for you' }).waitFor();

  assert.ok(third > id);
  assert.ok(refused >= 2 && refused <= 4, `${refused} sockets were tried`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
