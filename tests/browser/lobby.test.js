// The lobby with as many boards as it shows.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { Traffic } from './support/traffic.js';
import { until } from './support/until.js';

let players;
let ids;

before(async () => {
  players = await Promise.all(Array.from({ length: 6 }, () => Player.guest(server)));
  ids = [];
  // Three pairs, since how many games somebody may play at once has a limit.
  for (let count = 0; count < 30; ++count) {
    const pair = 2 * (count % 3);
    ids.push(await begun(players.slice(pair, pair + 2), { setup: '9x9' }));
  }
});

// A game livelier than those before it: none of them is the one in full.
async function livelier() {
  const fresh = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(fresh, { setup: '9x9' });
  await fresh[0].move(id, 'H7', 0);
}

const place = (id, ply, point) =>
  players[2 * (ids.indexOf(id) % 3) + (ply % 2)].move(id, point, ply);

// The lobby, and the games that it looks at by what it says on its socket: one, `large`, as a
// watcher, the others in passing.
async function lobby(t, options) {
  const page = await pageOf(browser, server.url, undefined, options);
  t.after(() => page.context().close());
  const followed = new Set();
  const watched = new Set();
  const counts = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { op, topic, glance } = JSON.parse(payload);
      if (!topic?.startsWith('game:')) return;
      const id = Number(topic.slice('game:'.length));
      if (op === 'subscribe') (glance ? followed : watched).add(id);
      else for (const all of [followed, watched]) all.delete(id);
      assert.ok(watched.size <= 1, [...watched].join());
      counts.push(followed.size);
    }),
  );
  const traffic = await Traffic.of(page);
  await page.goto(`${server.url}/watch`);
  await page.locator('.mini svg').first().waitFor();
  await page.waitForLoadState('networkidle');
  const href = await page.locator('article > a').getAttribute('href');
  return { page, traffic, followed, counts, large: Number(href.split('/').at(-1)) };
}

const card = (page, id) => page.locator(`li:has(> a[href="/games/${id}"])`);
const picture = (page, id) =>
  card(page, id)
    .locator('svg path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join('|'));

test('thirty boards are one list, and only those in view are followed', async (t) => {
  const { page, traffic, followed, counts, large } = await lobby(t, {
    viewport: { width: 390, height: 844 },
  });
  const lists = traffic.api.filter(({ path }) => path === '/api/v1/games').length;
  const others = ids.filter((id) => id !== large);
  const [first] = others;

  await card(page, first).scrollIntoViewIfNeeded();
  await until(() => followed.has(first), 'a board that is scrolled to is followed');
  const last = others.at(-1);
  await until(() => !followed.has(last), 'one that is scrolled away is not');

  // Games being played, and those that wait for somebody.
  assert.equal(lists, 2);
  assert.equal(await page.locator('.mini').count(), 29);
  assert.ok(Math.max(...counts) <= 24, `${counts}`);
  const before = await picture(page, first);
  await place(first, 0, 'H7');
  await until(async () => (await picture(page, first)) !== before, 'the board changes');
});

test('a board that changes touches at most two nodes outside of it', async (t) => {
  const { page, followed, large } = await lobby(t, { viewport: { width: 1280, height: 900 } });
  const id = ids.find((one, index) => index >= 20 && one !== large);
  await card(page, id).scrollIntoViewIfNeeded();
  await until(() => followed.has(id), 'the board is followed');
  // Scrolling draws the boards that come near and takes others away, when the browser says so.
  const isDrawn = () =>
    [...document.querySelectorAll('li .mini')].every((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const isNear = bottom > -200 && top < innerHeight + 200;
      return isNear === (one.querySelector('svg') !== null);
    });
  await until(() => page.evaluate(isDrawn), 'the boards in sight are drawn');
  await page.evaluate((href) => {
    const mine = document.querySelector(`li:has(> a[href="${href}"]) .mini`);
    const touched = { inside: new Set(), outside: new Set() };
    new MutationObserver((mutations) => {
      for (const { target, addedNodes, removedNodes } of mutations) {
        for (const node of [target, ...addedNodes, ...removedNodes]) {
          touched[mine.contains(node) ? 'inside' : 'outside'].add(node);
        }
      }
    }).observe(document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    window.touched = touched;
  }, `/games/${id}`);

  const before = await picture(page, id);
  await place(id, 0, 'H7');
  await until(async () => (await picture(page, id)) !== before, 'the board changes');
  // The lobby's late news is seen, too.
  await page.waitForLoadState('networkidle');

  const [inside, outside] = await page.evaluate(() => [
    touched.inside.size,
    [...touched.outside].map((node) => node.parentElement?.outerHTML ?? node.textContent),
  ]);
  assert.ok(inside >= 1, 'the board itself was seen to change');
  assert.ok(outside.length <= 2, outside.join('\n'));
});

test('a move that comes before the rules have been loaded is on the board', async (t) => {
  const page = await pageOf(browser, server.url, undefined, {
    viewport: { width: 1280, height: 900 },
  });
  t.after(() => page.context().close());
  let load;
  const isToLoad = new Promise((resolve) => (load = resolve));
  await page.route('**/*.wasm', async (route) => {
    await isToLoad;
    await route.continue();
  });
  const id = ids[25];
  await livelier();
  // Whatever the page asks on its socket, and what of it was answered.
  const asked = [];
  const answered = new Set();
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => asked.push(JSON.parse(payload).id));
    socket.on('framereceived', ({ payload }) => answered.add(JSON.parse(payload).re));
  });
  await page.goto(`${server.url}/watch`);
  await card(page, id).waitFor();
  const isHeard = () => asked.length > 0 && asked.every((number) => answered.has(number));
  await until(isHeard, 'all is answered');

  await place(id, 0, 'H7');
  load();

  await livelier();
  const later = await lobby(t, { viewport: { width: 1280, height: 900 } });
  const wanted = await picture(later.page, id);
  await until(async () => (await picture(page, id)) === wanted, 'both show the same');
});

test('roots of somebody who leaves go from the board in the lobby, as on a page that comes later', async (t) => {
  const id = await begun(players.slice(0, 4), { setup: '19x19-4p' });
  await livelier();
  const { page, followed } = await lobby(t, { viewport: { width: 1280, height: 900 } });
  await card(page, id).scrollIntoViewIfNeeded();
  await until(() => followed.has(id), 'the board is followed');
  const before = await picture(page, id);

  await players[1].ask('POST', `/games/${id}/leave`, {});
  await until(async () => (await picture(page, id)) !== before, 'the board changes');

  await livelier();
  const later = await lobby(t, { viewport: { width: 1280, height: 900 } });
  await card(later.page, id).scrollIntoViewIfNeeded();
  await until(() => later.followed.has(id), 'it is followed by the other, too');
  assert.equal(await picture(page, id), await picture(later.page, id));
});
