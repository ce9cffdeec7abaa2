// News on the first page: what happened since a player was last here, without what waits anyway.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { until } from './support/until.js';

const heading = (page) => page.getByRole('heading', { name: 'Since you were last here' });
const lines = (page) => page.locator('section:has(#digest-title) li');

async function home(t, player, language = 'en') {
  const page = await pageOf(browser, server.url, player, { locale: language });
  t.after(() => page.context().close());
  await page.goto(server.url);
  return page;
}

test('what happened is told once for each game, and what waits is not told again', async (t) => {
  const [anna, ben] = [await Player.guest(server), await Player.guest(server)];
  const over = await begun([anna, ben], { setup: '9x9' });
  const running = await begun([anna, ben], { setup: '9x9' });
  await ben.ask('POST', `/games/${over}/leave`, {});

  const page = await home(t, anna);

  await heading(page).waitFor();
  const told = lines(page).filter({ hasText: `Game ${over} is over` });
  await told.waitFor();
  assert.equal(
    await lines(page)
      .filter({ hasText: `game ${over}` })
      .count(),
    1,
  );
  assert.equal(
    await lines(page)
      .filter({ hasText: `Your turn in game ${running}` })
      .count(),
    0,
  );
  await page.locator('.tiles li').first().waitFor();

  await told.getByRole('link').click();
  await page.waitForURL(`**/games/${over}`);
});

test('news that is read is gone, here and after a reload, and new news comes', async (t) => {
  const [anna, ben] = [await Player.guest(server), await Player.guest(server)];
  const games = [];
  for (let count = 0; count < 2; ++count) games.push(await begun([anna, ben], { setup: '9x9' }));
  await ben.ask('POST', `/games/${games[0]}/leave`, {});
  const page = await home(t, anna);
  await heading(page).waitFor();

  await page.getByRole('button', { name: 'Mark as read' }).click();
  await heading(page).waitFor({ state: 'detached' });
  const unread = async () => (await anna.ask('GET', '/me/notifications?limit=1')).unread;
  assert.equal(await unread(), 0);
  await page.reload();
  await page.getByRole('heading', { name: /^Your turn in/ }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await heading(page).count(), 0);

  await ben.ask('POST', `/games/${games[1]}/leave`, {});
  await lines(page)
    .filter({ hasText: `Game ${games[1]} is over` })
    .waitFor();
});

test('five lines are shown at most, and all of them a page further', async (t) => {
  const [anna, ben] = [await Player.guest(server), await Player.guest(server)];
  for (let count = 0; count < 7; ++count) {
    const id = await begun([anna, ben], { setup: '9x9' });
    await ben.ask('POST', `/games/${id}/leave`, {});
  }
  const page = await home(t, anna, 'de');

  await page.getByRole('heading', { name: 'Seit dem letzten Besuch' }).waitFor();
  await until(async () => (await lines(page).count()) === 5, 'five lines');
  await page.getByRole('link', { name: 'Alle Mitteilungen' }).click();
  await page.waitForURL('**/notifications');
});
