// Knockouts in the browser: made in the form, and read as a bracket.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { violations } from './support/axe.js';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';
import { phone } from './support/visit.js';

const handles = ['anna', 'ben', 'carl', 'dora', 'emil', 'fred', 'gina', 'hugo'];
const players = {};

before(async () => {
  for (const handle of handles) players[handle] = await member(server, handle);
});

const read = (path) => players.anna.ask('GET', path);

// A knockout of eight with one game a match, of which the first two matches are over: anna has won.
async function cup() {
  const { id } = await players.anna.ask('POST', '/tournaments', {
    ...{ name: 'Winter Open', format: 'knockout', setup: '9x9' },
    series: { games: 1, tie: 'swap-game' },
  });
  for (const name of handles) await players[name].ask('POST', `/tournaments/${id}/join`, {});
  await players.anna.ask('POST', `/tournaments/${id}/start`, {});
  const tables = async () => (await read(`/tournaments/${id}/rounds/1`)).tables ?? [];
  const isOpen = async () => (await tables()).filter(({ games }) => games.length > 0).length === 4;
  await until(isOpen, 'the games of round 1');
  const all = await tables();
  const own = all.find(({ players: seated }) => seated.some(({ handle }) => handle === 'anna'));
  const other = all.find((table) => table !== own);
  for (const table of [own, other]) {
    const loser = table.players.find(({ handle }) => handle !== 'anna');
    await players[loser.handle].ask('POST', `/games/${table.games[0].game}/leave`, {});
  }
  const isOver = async () => (await read(`/tournaments/${id}/rounds/1`)).open === 2;
  await until(isOver, 'the first results');
  return { id, loser: own.players.find(({ handle }) => handle !== 'anna').handle };
}

test('a knockout is made in the form, with its usual series', async (t) => {
  const page = await visit(t, '/tournaments/new', players.anna);
  await page.getByRole('textbox', { name: 'Name' }).fill('Cup of two games');
  await page.getByText('Double elimination', { exact: true }).click();
  await page.getByText('A player who loses twice is out.').waitFor();
  assert.equal(await page.getByRole('spinbutton', { name: 'Rounds' }).count(), 0);
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Cup of two games' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const made = await read(`/tournaments/${id}`);
  assert.deepEqual(
    [made.format, made.series],
    ['double-elimination', { games: 2, tie: 'swap-game' }],
  );
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByText('best of 3 games').waitFor();

  await page.goto(`${server.url}/tournaments/${id}/edit`);
  await page.getByRole('combobox', { name: 'Games against each opponent' }).selectOption('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Cup of two games' }).waitFor();
  const isChanged = async () => (await read(`/tournaments/${id}`)).series.games === 3;
  await until(isChanged, 'the change');
});

test('the bracket of eight fits a wide window, with the own way in green', async (t) => {
  const { id, loser } = await cup();
  const page = await visit(t, `/tournaments/${id}`, players.anna);
  const tree = page.getByRole('region', { name: 'Bracket' });
  await tree.getByRole('heading', { name: 'Quarter-finals' }).waitFor();
  for (const name of ['Semi-finals', 'Final']) {
    await tree.getByRole('heading', { name, exact: true }).waitFor();
  }
  assert.equal(await tree.locator('.match').count(), 7);
  assert.equal(await tree.locator('path.own').count(), 1);
  assert.equal(await tree.locator('path.decided').count(), 1);
  assert.equal(await tree.locator('path.open').count(), 4);
  assert.equal(await tree.locator('.out', { hasText: loser }).count(), 1);
  await tree.getByText('Winner of semi-final 1').waitFor();
  const { scrollWidth, clientWidth } = await tree.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }));
  assert.ok(scrollWidth <= clientWidth, `${scrollWidth} of ${clientWidth}`);
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bracket.png` });
});

test('a phone has one round below the other, and no part of it is wider', async (t) => {
  const { id } = await cup();
  const viewport = { width: 390, height: 844 };
  const page = await visit(t, `/tournaments/${id}`, players.anna, { viewport, locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Viertelfinale' }).waitFor();
  const boxes = await page
    .locator('.match')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  assert.equal(boxes.length, 7);
  assert.equal(new Set(boxes).size, 1, 'one column');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, String(width));
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/bracket-phone.png`, fullPage: true });
  }
});
