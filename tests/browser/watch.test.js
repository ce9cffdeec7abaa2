// Watch: one game in full, others in passing, and the last one again while no one plays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { begun, Player } from './support/player.js';
import { choice, lookOf } from './support/rules.js';
import { browser, ownServer } from './support/server_and_browser.js';
import { until } from './support/until.js';

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const pair = (server) => Promise.all([Player.guest(server), Player.guest(server)]);

// Plays so many stones of a game by chance.
async function played(players, id, stones) {
  const chance = chanceOf(7);
  for (let count = 0; count < stones; ++count) {
    const look = lookOf(await players[0].game(id));
    await players[look.toMove].move(id, choice(look, chance), look.ply);
  }
}

// The page, and what it sends; `hasClock`: its time can be stopped.
async function watching(t, server, options, hasClock = false) {
  const page = await pageOf(browser, server.url, undefined, options);
  if (hasClock) await page.clock.install();
  t.after(() => page.context().close());
  const sent = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))),
  );
  await page.goto(`${server.url}/watch`);
  await page.locator('article svg .root[d^="M"]').first().waitFor();
  return { page, sent };
}

test('the liveliest game is large, and the one that is followed in full', async (t) => {
  const server = await ownServer(t);
  const players = await pair(server);
  const ids = [];
  for (let count = 0; count < 7; ++count) ids.push(await begun(players, { setup: '13x13' }));
  const { page, sent } = await watching(t, server, desk);
  const link = page.getByRole('link', { name: /^Watch game/ });
  const id = Number((await link.getAttribute('href')).split('/').at(-1));

  await until(async () => (await page.locator('.tiles .mini').count()) === 6, 'six tiles');
  const { width } = await page.locator('article svg').first().boundingBox();
  await played(players, id, 3);
  const root = page.locator('article svg .root:not(.grow)').first();
  await page.getByText(/ played [A-N]\d+\./).waitFor();

  const followed = sent.filter(({ op, topic }) => op === 'subscribe' && /^game:/.test(topic));
  assert.deepEqual(
    followed.filter(({ glance }) => !glance).map(({ topic }) => topic),
    [`game:${id}`],
  );
  assert.equal(Math.round(width), 548);
  assert.equal(await page.locator('.primary').count(), 1);
  assert.ok((await root.getAttribute('d')).length > 100);
  // Nothing of it is said aloud, and nothing is asked of players who use keys.
  assert.equal(
    await page.locator('article [aria-live="polite"], article [role="status"]').count(),
    0,
  );
  assert.deepEqual(page.faults, []);
});

test('a tile changes at most once a second, however fast is played', async (t) => {
  const server = await ownServer(t);
  const players = await pair(server);
  const quick = await begun(players, { setup: '9x9' });
  // The one in full is another.
  await begun(await pair(server), { setup: '9x9' });
  const { page, sent } = await watching(t, server, desk, true);
  const tile = page.locator(`li:has(> a[href="/games/${quick}"])`);
  const isGlance = ({ topic, glance }) => topic === `game:${quick}` && glance;
  await until(() => sent.some(isGlance), 'the tile is followed');
  await tile.locator('svg').waitFor();
  // From now on it is the page's own time that is measured, which no other program can stretch.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
  await tile.evaluate((element) => {
    window.changes = [];
    new MutationObserver(() => window.changes.push(performance.now())).observe(element, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });

  const stones = 16;
  await played(players, quick, stones);
  const end = tile.getByText(`${stones} moves`);
  await until(async () => {
    await page.clock.runFor(100);
    return (await end.count()) > 0;
  }, 'the tile shows all stones');

  const changes = await page.evaluate(() => window.changes);
  const gaps = changes.slice(1).map((at, index) => at - changes[index]);
  assert.ok(changes.length >= 1);
  // One change is several mutations within a moment.
  assert.ok(
    gaps.every((gap) => gap < 20 || gap > 950),
    `${gaps}`,
  );
});

test('where nobody plays the last game is played again, and Play now begins one', async (t) => {
  const server = await ownServer(t);
  const players = await pair(server);
  const id = await begun(players, { setup: '9x9' });
  await played(players, id, 6);
  await players[0].ask('POST', `/games/${id}/leave`, {});
  const { page } = await watching(t, server, phone);

  await page.getByRole('heading', { name: 'No live games' }).waitFor();
  const stones = page.locator('article p', { hasText: /moves|move/ }).first();
  const seen = new Set();
  await until(async () => {
    seen.add(await stones.innerText());
    return (
      [...seen].some((one) => /1 move$/.test(one)) && [...seen].some((one) => /4 moves/.test(one))
    );
  }, 'stones are placed one after another');
  assert.equal(await page.locator('.primary').count(), 1);
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/games/*');
  assert.deepEqual(page.faults, []);
});

test('who wishes for less motion sees the end of the last game', async (t) => {
  const server = await ownServer(t);
  const players = await pair(server);
  const id = await begun(players, { setup: '9x9' });
  await played(players, id, 6);
  await players[0].ask('POST', `/games/${id}/leave`, {});
  const { page } = await watching(t, server, { ...phone, reducedMotion: 'reduce' });

  await page.locator('article', { hasText: '6 moves' }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.locator('article', { hasText: '6 moves' }).count(), 1);
});

test('a server on which nobody has played yet has an empty field', async (t) => {
  const server = await ownServer(t);
  const page = await pageOf(browser, server.url, undefined, desk);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/watch`);

  await page.getByText('No game has been played here yet.').waitFor();
  assert.equal(await page.locator('.field').count(), 1);
  assert.equal(await page.locator('.primary').count(), 1);
});

test('on a phone the open games are a tab with their count', async (t) => {
  const server = await ownServer(t);
  const players = await pair(server);
  await begun(players, { setup: '9x9' });
  await players[0].open({ setup: '13x13', seats: ['me', 'open'] });
  const { page } = await watching(t, server, phone);
  const heading = page.getByRole('heading', { name: 'Open games' });

  assert.equal(await heading.isVisible(), false);
  await page.getByRole('button', { name: 'Open games (1)' }).click();
  assert.equal(await heading.isVisible(), true);
  assert.equal(await page.locator('article').isVisible(), false);
});
