// Tournaments with several players at a board, in the browser: made in the form, played and read.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

const handles = ['anna', 'ben', 'cleo', 'dan'];
const players = {};

before(async () => {
  for (const handle of handles) players[handle] = await member(server, handle);
});

const read = (path) => players.anna.ask('GET', path);

// Starts it with all players, and waits for its first game.
async function begin(id) {
  for (const name of handles) await players[name].ask('POST', `/tournaments/${id}/join`, {});
  const begun = await players.anna.ask('POST', `/tournaments/${id}/start`, {});
  assert.equal(begun.state, 'running', begun.detail);
  const tables = async () => (await read(`/tournaments/${id}/rounds/1`)).tables;
  await until(async () => (await tables())?.[0].games.length > 0, 'the game of round 1');
  return (await tables())[0];
}

test('four at a board: made in the form, played, and read with places', async (t) => {
  const page = await visit(t, '/tournaments', players.anna);
  await page.getByRole('link', { name: 'New tournament' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Four of us');
  await page.getByText('Tables of four', { exact: true }).click();
  await page.getByText('Each place gives points.').waitFor();
  await page.getByRole('spinbutton', { name: 'Rounds' }).fill('2');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Four of us' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const made = await read(`/tournaments/${id}`);
  assert.deepEqual([made.format, made.setup, made.swap], ['pods', '19x19-4p', false]);

  // The form proposes a break between rounds.
  await players.anna.ask('PATCH', `/tournaments/${id}`, { break_minutes: 0 });
  const { games, players: seated } = await begin(id);
  await page.getByRole('link', { name: 'Go to your game' }).waitFor();
  for (const { handle } of seated.slice(1)) {
    await players[handle].ask('POST', `/games/${games[0].game}/leave`, {});
  }
  const isPaired = async () => (await read(`/tournaments/${id}`)).round === 2;
  await until(isPaired, 'the second round');

  const winner = seated[0].handle;
  await page.goto(`${server.url}/tournaments/${id}`);
  const row = page.locator('main tbody tr', { hasText: winner });
  await row.waitFor();
  // 840 units are a point.
  await row.getByRole('button', { name: `1, how ${winner} got them` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Firsts: 1' }).waitFor();
  await dialog.getByText('Round 1', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const dot = row.locator('ol a').first();
  assert.match(await dot.getAttribute('aria-label'), /^Round 1: place 1 against .+, .+ and .+$/);

  await page.getByRole('link', { name: 'Pairings' }).click();
  await page.getByRole('combobox', { name: 'Round' }).selectOption('1');
  await page.getByRole('link', { name: '1 – 0 – 0 – 0 (by forfeit)' }).waitFor();
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('link', { name: 'CSV' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'TRF16' }).count(), 0);
});
