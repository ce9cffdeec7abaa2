// Games of other openings than two players on a board of the rules.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pageOf, showsBoard } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';

let players;

before(async () => {
  players = await Promise.all(Array.from({ length: 4 }, () => Player.guest(server)));
});

async function opened(t, id) {
  const page = await pageOf(browser, server.url, players[0]);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/games/${id}`);
  await showsBoard(page, await players[0].game(id));
  return page;
}

test('moves on a board of one’s own have their colours, and say what they lifted', async (t) => {
  // White's root in the corner is bounded by black's second stone.
  const opening = { board: [5, 5], stones: { black: ['A3', 'C1'], white: ['A1', 'E5'] } };
  const id = await begun(players.slice(0, 2), opening);
  for (const [ply, point] of ['A2', 'E4', 'B1'].entries()) {
    await players[ply % 2].move(id, point, ply);
  }
  const page = await opened(t, id);

  const moves = await page
    .getByRole('log', { name: 'Moves' })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => [
        item.innerText.replace(/\s+/g, ' ').trim(),
        item.querySelector('svg circle')?.style.fill,
      ]),
    );

  assert.deepEqual(moves, [
    ['1 A2', 'var(--seat-0)'],
    ['2 E4', 'var(--seat-1)'],
    ['3 B1 1 1 root removed', 'var(--seat-0)'],
  ]);
});

test('of four the one who comes next is pointed to, and who is out is passed over', async (t) => {
  const id = await begun(players, { setup: '19x19-4p' });
  const page = await opened(t, id);
  const next = page.getByRole('listitem').filter({ hasText: '→ next' });
  assert.match(await next.innerText(), /White/);

  await players[1].ask('POST', `/games/${id}/leave`, {});
  await next.filter({ hasText: 'Red' }).waitFor();

  assert.equal(await next.count(), 1);
});
