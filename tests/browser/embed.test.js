// Public games on pages of other sites: they follow the game, carry no cookie, and can't act.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, test } from 'node:test';
import { violations } from './support/axe.js';
import { plainContext } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { lookOf } from './support/rules.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

const bytesMax = 60_000;

let players;
let game;

before(async () => {
  players = await Promise.all([Player.guest(server), Player.guest(server)]);
  game = await begun(players, { setup: '9x9' });
});

// A page of another site with a frame, open in the browser of the game's first player.
async function hosted(t, path, options = {}) {
  const html = `<!doctype html><title>Club</title><iframe src="${server.url}${path}" width="480" height="560"></iframe>`;
  const site = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end(html);
  });
  await new Promise((resolve) => site.listen(0, 'localhost', resolve));
  const context = await browser.newContext({ ...plainContext, ...options });
  t.after(async () => {
    await context.close();
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  });
  await context.addCookies([players[0].cookieFor(server.url)]);
  const page = await context.newPage();
  const asked = [];
  const told = [];
  page.on('console', (message) => told.push(message.text()));
  page.on('request', (request) => request.url().startsWith(server.url) && asked.push(request));
  await page.goto(`http://localhost:${site.address().port}/`);
  return { page, asked, told, frame: page.frames()[1] };
}

const nextMove = async () => {
  const present = await players[0].game(game);
  const look = lookOf(present);
  const player = players[present.to_move === 'black' ? 0 : 1];
  await player.move(game, look.geometry.name(look.legal(look.toMove)[0]), present.ply);
  return present.ply + 1;
};

test('a frame of another site follows a live game without a cookie', async (t) => {
  const { asked, frame } = await hosted(t, `/embed/games/${game}`);
  const { ply } = await players[0].game(game);
  await frame.getByText(`9x9, move ${ply}`).waitFor();

  for (let move = 0; move < 3; ++move) {
    const next = await nextMove();
    await frame.getByText(`9x9, move ${next}`).waitFor();
    await until(
      () => frame.evaluate((end) => document.querySelector('img').src.endsWith(end), `=${next}`),
      'the board is the new one',
    );
    assert.ok(await frame.evaluate(() => document.querySelector('img').naturalWidth > 0));
  }

  for (const request of asked) {
    assert.equal(request.method(), 'GET');
    assert.equal((await request.allHeaders()).cookie, undefined, request.url());
  }
  const answers = await Promise.all(asked.map((request) => request.response()));
  for (const answer of answers) {
    assert.equal((await answer?.allHeaders())?.['set-cookie'], undefined);
  }
  assert.equal(await frame.locator('button, input, form').count(), 0);
});

test('the same browser sends its cookie to the page itself', async (t) => {
  const { page, asked } = await hosted(t, `/embed/games/${game}`);
  await page.goto(`${server.url}/games/${game}`);
  const own = asked.find(
    (request) =>
      request.url().endsWith(`/games/${game}`) &&
      request.isNavigationRequest() &&
      !request.url().includes('embed'),
  );
  assert.match((await own.allHeaders()).cookie, /tanbo=/);
});

test('the frame is small, and says all it needs without scripts and in German', async (t) => {
  const { frame, asked } = await hosted(t, `/embed/games/${game}`, {
    javaScriptEnabled: false,
    locale: 'de',
  });
  await frame.getByText(/9x9, Zug \d+/).waitFor();
  await frame.getByText(/am Zug/).waitFor();
  let bytes = 0;
  for (const path of new Set(asked.map((request) => request.url()))) {
    const answer = await fetch(path, { headers: { 'Accept-Encoding': 'identity' } });
    bytes += (await answer.arrayBuffer()).byteLength;
  }
  const script = await fetch(`${server.url}/embed/games/${game}`).then((answer) => answer.text());
  const [, name] = /src="(\/assets\/embed-[^"]+\.js)"/.exec(script);
  bytes += (await (await fetch(server.url + name)).arrayBuffer()).byteLength;
  assert.ok(bytes < bytesMax, `${bytes} bytes`);
  assert.ok(bytes > 2_000);
});

test('a frame has no axe violation', async (t) => {
  const { page, frame } = await hosted(t, `/embed/games/${game}`);
  await frame.getByText(/9x9, move/).waitFor();
  await page.goto(`${server.url}/embed/games/${game}`);
  assert.deepEqual(await violations(page), []);
});

test('no other page can be in a frame', async (t) => {
  for (const path of [`/games/${game}`, '/', '/help', '/settings']) {
    const { told, frame } = await hosted(t, path);
    await until(() => told.some((text) => /frame-ancestors/.test(text)), `${path} is refused`);
    assert.equal(await frame.locator('#app, main').count(), 0);
  }
});

test('a private game is no more there than one that does not exist', async () => {
  const anna = await member(server, 'anna');
  await member(server, 'ben');
  const hidden = await anna.open({ setup: '9x9', seats: ['me', 'ben'], visibility: 'private' });
  assert.ok(hidden.id, hidden.detail);
  const headers = { Cookie: anna.cookie };
  const answers = [];
  for (const id of [hidden.id, 999_999]) {
    const address = encodeURIComponent(`${server.url}/games/${id}`);
    for (const path of [`/embed/games/${id}`, `/oembed?url=${address}`]) {
      const answer = await fetch(server.url + path, { headers });
      assert.equal(answer.status, 404, path);
      answers.push((await answer.text()).replace(`Game ${id} `, 'Game N '));
    }
  }
  const [page, asked, ...same] = answers.map((text) =>
    text.replace(/"(instance|request)[^,}]*/g, ''),
  );
  assert.deepEqual(same, [page, asked]);
  const own = await fetch(`${server.url}/games/${hidden.id}`, { headers });
  assert.doesNotMatch(await own.text(), /oembed/);
});

test('a game page names its oEmbed answer, which has a frame that works', async () => {
  const page = await (await fetch(`${server.url}/games/${game}`)).text();
  const [, link] = /type="application\/json\+oembed" href="([^"]+)"/.exec(page);
  const answer = await fetch(`${link}&maxwidth=300`);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  const told = await answer.json();
  assert.equal(told.type, 'rich');
  assert.deepEqual([told.width, told.height], [300, 380]);
  const [, frame] = /src="([^"]+)"/.exec(told.html);
  assert.equal((await fetch(frame)).status, 200);
  const [width, height] = await fetch(told.thumbnail_url).then(async (picture) => {
    const bytes = Buffer.from(await picture.arrayBuffer());
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  });
  assert.deepEqual([width, height], [told.thumbnail_width, told.thumbnail_height]);

  for (const [query, status] of [
    ['', 400],
    ['url=x&format=xml', 400],
    [`url=${encodeURIComponent('https://elsewhere.example/games/1')}`, 404],
    [`url=${encodeURIComponent(`${server.url}/games/1x`)}`, 404],
    [`url=${encodeURIComponent(`${server.url}/games/${game}`)}&maxwidth=0`, 400],
  ]) {
    assert.equal((await fetch(`${server.url}/oembed?${query}`)).status, status, query);
  }
});
