// Pages on which there is nothing: a picture, a sentence, ways on, and no spinner.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { Player } from './support/player.js';
import { browser, server, visit } from './support/server_and_browser.js';
import { desk } from './support/visit.js';

// Nothing on a page turns for as long as somebody waits.
const spinners = (page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((one) => one.effect.getComputedTiming().iterations === Infinity).length,
  );

for (const [name, path, heading] of [
  ['no such page', '/nowhere', 'Page not found'],
  ['no such game', '/games/9999', 'Game not found'],
  ['no such player', '/players/nobody-at-all', 'Player not found'],
  ['no such challenge', '/challenges/9999', 'Challenge not found'],
  ['no such puzzle', '/puzzles/9999', 'Puzzle not found'],
  ['two of whom one is nobody', '/players/nobody-at-all/against/nobody-else', 'Player not found'],
]) {
  test(`${name}: a print, a sentence and two ways on`, async (t) => {
    const page = await visit(t, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const place = page.locator('.empty');

    assert.equal(await place.locator('svg .print').count(), 1);
    assert.ok((await place.locator('p').first().innerText()).length > 10);
    assert.ok((await place.getByRole('link').count()) >= 2);
    assert.equal(await spinners(page), 0);
    assert.deepEqual(page.faults, []);
  });
}

for (const [path, player] of [
  ['/notifications', 'somebody'],
  ['/standings/7x7-dense', undefined],
  ['/statistics/7x7-dense', undefined],
  ['/notifications', undefined],
]) {
  test(`${path} for ${player ?? 'nobody'} has a seedling, a sentence and two ways on`, async (t) => {
    const page = await visit(t, path, player && (await Player.guest(server)));
    const place = page.locator('.empty');
    await place.locator('.sprout').waitFor();

    assert.ok((await place.locator('p').first().innerText()).length > 10);
    assert.ok((await place.getByRole('link').count()) >= 2);
    assert.equal(await spinners(page), 0);
  });
}

test('a page that does not load says so, and is asked for again', async (t) => {
  const page = await visit(t, '/about', undefined, { ...desk, intercepts: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  let isOffline = true;
  let fail;
  const hasFailed = new Promise((resolve) => (fail = resolve));
  page.on('requestfailed', () => fail());
  await page.route('**/assets/Players-*.js', (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  // Its texts come after that; a failure that waits for them would be an error of the page.
  let texts = 0;
  await page.route(/assets\/pages\.en-.*\.js/, async (route) => {
    texts += 1;
    await hasFailed;
    await route.continue();
  });
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).first().click();

  await page.getByRole('heading', { level: 1, name: 'This page didn’t load' }).waitFor();
  assert.equal(texts, 1);
  assert.equal(await page.locator('.empty .print').count(), 1);
  assert.ok((await page.locator('.empty').getByRole('link').count()) >= 1);
  assert.equal(await page.locator('main .primary').count(), 1);
  isOffline = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
});

test('what is still to come is an empty field, and readers of screens hear that it loads', async (t) => {
  const page = await pageOf(browser, server.url, undefined, desk);
  t.after(() => page.context().close());
  let load;
  const isToLoad = new Promise((resolve) => (load = resolve));
  await page.route('**/api/v1/players?*', async (route) => {
    await isToLoad;
    await route.continue();
  });
  await page.goto(`${server.url}/players`);
  const place = page.locator('.empty');
  await place.waitFor();

  assert.equal(await place.locator('svg .water').count(), 1);
  assert.equal(await place.locator('svg .print, svg .sprout').count(), 0);
  assert.equal(await place.getByRole('status').innerText(), 'Loading …');
  assert.equal(await spinners(page), 0);
  load();
  await place.getByRole('status').waitFor({ state: 'detached' });
});
