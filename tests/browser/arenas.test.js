// Arenas in the browser: made in the form, and their page, which takes free players to each game.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { violations } from './support/axe.js';
import { pageOf } from './support/browsers.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

const handles = ['anna', 'ben', 'carl', 'dora', 'emil', 'olga'];
const players = {};

before(async () => {
  for (const handle of handles) players[handle] = await member(server, handle);
});

async function visit(t, path, player, options = { viewport: { width: 1440, height: 900 } }) {
  const page = await pageOf(browser, server.url, player, options);
  t.after(() => page.context().close());
  await page.goto(server.url + path);
  return page;
}

// An arena that waits for its start. Its organiser doesn't play.
async function arena(entrants) {
  const { id } = await players.olga.ask('POST', '/tournaments', {
    ...{ name: 'Friday arena', format: 'arena', setup: '9x9', arena: { minutes: 30 } },
    clock: { kind: 'per-move', per_move_s: 900 },
  });
  for (const name of entrants) {
    const { code } = await players[name].ask('POST', `/tournaments/${id}/join`, {});
    assert.equal(code, undefined, name);
  }
  return id;
}

const start = (id) => players.olga.ask('POST', `/tournaments/${id}/start`, {});

// The player's game in progress in the arena that is not that one.
const nextGame = (id, name, before) =>
  until(async () => {
    const { you } = await players[name].ask('GET', `/tournaments/${id}`);
    return you.games.find(({ game }) => game !== before)?.game;
  }, `a game of ${name}`);

test('an arena is made in the form, with a live clock', async (t) => {
  const page = await visit(t, '/tournaments/new', players.anna);
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden arena');
  await page.getByText('Arena', { exact: true }).click();
  await page.getByText('Free players are paired every three seconds').waitFor();
  assert.equal(
    await page.getByRole('combobox', { name: 'Games against each opponent' }).count(),
    0,
  );
  await page.getByRole('spinbutton', { name: 'Length in minutes' }).fill('45');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Garden arena' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const made = await players.anna.ask('GET', `/tournaments/${id}`);
  assert.deepEqual(
    [made.format, made.arena, made.clock.kind, made.clock.initial_s],
    ['arena', { minutes: 45 }, 'fischer', 180],
  );
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByText('Length in minutes').waitFor();
});

test('a free player is taken to the board, pauses and plays on', async (t) => {
  const id = await arena(['ben', 'carl']);
  const page = await visit(t, `/tournaments/${id}`, players.anna);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByText('You have entered.').waitFor();
  await players.carl.ask('POST', `/tournaments/${id}/withdraw`, {});
  await start(id);
  const first = await nextGame(id, 'anna');
  await page.waitForURL(`**/games/${first}`);

  // Back on the page during the game, the viewer stays.
  await page.goto(`${server.url}/tournaments/${id}`);
  const bar = page.getByRole('region', { name: 'Arena' });
  await bar.getByText('You’re playing.').waitFor();
  await bar.getByRole('timer', { name: 'Time left' }).waitFor();
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/arena.png` });
  await bar.getByRole('button', { name: 'Pause' }).click();
  await bar.getByText('You’re paused').waitFor();
  await players.ben.ask('POST', `/games/${first}/leave`, {});
  await bar.getByText('Place 1 of 2, points: 1').waitFor();
  await players.carl.ask('POST', `/tournaments/${id}/join`, {});
  const other = await nextGame(id, 'ben');
  await players.carl.ask('POST', `/games/${other}/leave`, {});
  assert.ok(page.url().endsWith(`/tournaments/${id}`));

  await bar.getByRole('button', { name: 'Play on' }).press('Enter');
  const second = await nextGame(id, 'anna', first);
  await page.waitForURL(`**/games/${second}`);
});

test('a player whose game ends on its page is taken to the next board', async (t) => {
  const id = await arena(['anna', 'carl', 'dora', 'emil']);
  await start(id);
  const first = await nextGame(id, 'anna');
  const page = await visit(t, `/games/${first}`, players.anna);
  await page.getByRole('link', { name: /Arena, table/ }).waitFor();
  await players.anna.ask('POST', `/games/${first}/leave`, {});
  await page.getByText('Your next game opens here by itself.').waitFor();
  const other = await nextGame(id, 'dora');
  if (other !== first) await players.dora.ask('POST', `/games/${other}/leave`, {});
  const second = await nextGame(id, 'anna', first);
  await page.waitForURL(`**/games/${second}`);
});

test('a player leaves an arena by its page', async (t) => {
  const id = await arena(['anna', 'ben']);
  await start(id);
  await nextGame(id, 'ben');
  const page = await visit(t, `/tournaments/${id}`, players.ben);
  await page.getByRole('button', { name: 'Leave the arena' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('You left just now').waitFor();
  const { you } = await players.ben.ask('GET', `/tournaments/${id}`);
  assert.equal(you.player.state, 'withdrawn');
});

test('on a German phone an arena is no wider than the screen', async (t) => {
  const id = await arena(['ben', 'emil']);
  await start(id);
  await nextGame(id, 'ben');
  const viewport = { width: 390, height: 844 };
  const page = await visit(t, `/tournaments/${id}`, players.ben, { viewport, locale: 'de-DE' });
  await page.getByText('Partie läuft.').waitFor();
  await page.getByRole('columnheader', { name: 'Letzte Partien' }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, String(width));
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/arena-phone.png`, fullPage: true });
  }
});
