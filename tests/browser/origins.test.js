// The power of a page of another origin with a server that its visitor is signed in to: nothing.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launchChromium, plainContext } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { Server } from './support/server.js';

let server;
let browser;
let elsewhere;
let players;
let id;

before(async () => {
  server = await Server.start();
  browser = await launchChromium();
  elsewhere = createServer((_, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>Elsewhere</title>');
  });
  await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
  players = await Promise.all([Player.guest(server), Player.guest(server)]);
  id = await begun(players, { setup: '9x9' });
});

after(async () => {
  await browser.close();
  elsewhere.closeAllConnections();
  await new Promise((done) => elsewhere.close(done));
  await server.stop();
});

// A page at `origin`, of somebody who is signed in to the server.
async function visit(t, origin) {
  const context = await browser.newContext(plainContext);
  t.after(() => context.close());
  await context.addCookies([players[0].cookieFor(server.url)]);
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

// Another port of the same machine is another origin, but the same site: cookies are sent.
const foreign = () => `http://127.0.0.1:${elsewhere.address().port}`;

const framed = (page) =>
  page.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    document.body.append(frame);
    await loaded;
  }, server.url);

const posted = (page, point) =>
  page.evaluate(
    ([url, body]) =>
      fetch(url, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        headers: { 'Content-Type': 'text/plain' },
        body,
      }).then(
        () => undefined,
        () => undefined,
      ),
    [`${server.url}/api/v1/games/${id}/moves`, JSON.stringify({ point, ply: 0 })],
  );

const read = (page) =>
  page.evaluate(
    (url) =>
      fetch(url, { credentials: 'include' }).then(
        (answer) => answer.text(),
        () => 'nothing',
      ),
    `${server.url}/api/v1/me`,
  );

const opened = (page) =>
  page.evaluate(
    (url) =>
      new Promise((done) => {
        const socket = new WebSocket(url, 'tanbo.v1+json');
        socket.onopen = () => done(true);
        socket.onerror = () => done(false);
      }),
    `${server.url.replace('http', 'ws')}/api/v1/live`,
  );

test('another origin cannot frame a page', async (t) => {
  const page = await visit(t, foreign());

  await framed(page);

  const [, frame] = page.frames();
  assert.equal(await frame.locator('#app').count(), 0);
});

test('another origin cannot act, read or listen for its visitor', async (t) => {
  const page = await visit(t, foreign());

  await posted(page, 'H7');

  assert.equal((await players[0].game(id)).ply, 0);
  assert.equal(await read(page), 'nothing');
  assert.equal(await opened(page), false);
});

test('the same from a page of the server works', async (t) => {
  const page = await visit(t, `${server.url}/about`);

  assert.match(await read(page), /"handle"/);
  assert.equal(await opened(page), true);
  await players[0].move(id, 'H7', 0);
  assert.equal((await players[0].game(id)).ply, 1);
});
