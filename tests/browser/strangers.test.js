// Whatever strangers look at: nothing that their pages ask is refused.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';

const places = ['/', '/play', '/games', '/players', '/players/nina', '/standings', '/statistics'];
places.push('/puzzles', '/tournaments', '/watch', '/sign-in', '/sign-up', '/rules', '/board');

before(async () => {
  await member(server, 'nina');
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9' });
  await players[0].move(id, 'C2', 0);
  places.push(`/games/${id}`);
});

test('the console of a stranger has no 401 and no 403', async (t) => {
  const page = await pageOf(browser, server.url);
  t.after(() => page.context().close());
  const refused = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if ([401, 403].includes(response.status())) refused.push(`${page.url()} ${pathname}`);
  });
  for (const place of places) {
    await page.goto(server.url + place, { waitUntil: 'networkidle' });
  }

  assert.deepEqual(refused, []);
});
