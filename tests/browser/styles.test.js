// Styles come with the pages that they are for: those of a first visit in one file, no others in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';

test('a game has all its styles in one file, and the settings bring their own', async (t) => {
  const players = [await Player.guest(server), await Player.guest(server)];
  const id = await begun(players, { setup: '9x9' });
  const page = await pageOf(browser, server.url, players[0]);
  t.after(() => page.context().close());
  const styles = [];
  page.on('response', async (response) => {
    if (/\.css$/.test(response.url())) styles.push(new URL(response.url()).pathname);
  });

  await page.goto(`${server.url}/games/${id}`, { waitUntil: 'networkidle' });
  const first = [...styles];
  await page.goto(`${server.url}/settings/appearance`, { waitUntil: 'networkidle' });
  const [shared] = first;
  const own = [...new Set(styles)].filter((path) => path !== shared);

  assert.equal(first.length, 1, first.join(' '));
  assert.ok(own.length >= 1, styles.join(' '));
  // Of a page that was looked at before nothing is fetched a second time.
  const before = styles.length;
  await page.goto(`${server.url}/games/${id}`);
  await page.locator('[role="gridcell"]').first().waitFor();
  assert.ok(styles.slice(before).every((path) => path === shared));
  assert.deepEqual(page.faults, []);
});
