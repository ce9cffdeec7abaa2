// Leagues in the browser: made in the form, read by division and season, begun by an organiser.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { violations } from './support/axe.js';
import { pageOf } from './support/browsers.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

const handles = ['anna', 'ben', 'carl', 'dora', 'emil', 'fred'];
const players = {};

before(async () => {
  for (const handle of [...handles, 'olga']) players[handle] = await member(server, handle);
});

async function visit(t, path, player, options = { viewport: { width: 1440, height: 900 } }) {
  const page = await pageOf(browser, server.url, player, options);
  t.after(() => page.context().close());
  await page.goto(server.url + path);
  return page;
}

const read = (path) => players.anna.ask('GET', path);
const season = (id, wanted) =>
  until(async () => {
    const league = await read(`/tournaments/${id}/league`);
    const rows = league.divisions.flatMap(({ standings }) => standings);
    const results = rows.flatMap(({ rounds }) => rounds);
    return league.season === wanted && results.every(({ kind }) => kind !== 'waiting');
  }, `season ${wanted}`);

// A league of two divisions in its first season. Its organiser doesn't play.
async function league() {
  const { id } = await players.olga.ask('POST', '/tournaments', {
    ...{ name: 'Club league', format: 'league', setup: '9x9' },
    league: { size: 3, promote: 1, begins: 'organiser' },
  });
  for (const name of handles) await players[name].ask('POST', `/tournaments/${id}/join`, {});
  await players.olga.ask('POST', `/tournaments/${id}/start`, {});
  await season(id, 1);
  return id;
}

// The organiser decides all games of the first season: who comes first by name wins.
async function finish(id) {
  const { tables } = await read(`/tournaments/${id}/rounds/1`);
  for (const { players: sides, games } of tables) {
    const [winner] = sides.map(({ handle }) => handle).sort();
    const path = `/tournaments/${id}/games/${games.at(-1).game}/adjudicate`;
    await players.olga.ask('POST', path, { winner, reason: 'Decided by the club' });
  }
  const { seasons } = await read(`/tournaments/${id}/league`);
  assert.equal(seasons[0].state, 'finished');
}

test('a league is made in the form', async (t) => {
  const page = await visit(t, '/tournaments/new', players.anna);
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden league');
  await page.getByText('League', { exact: true }).click();
  await page.getByText('Divisions play round robins').waitFor();
  await page.getByRole('spinbutton', { name: 'Players of a division' }).fill('5');
  await page.getByRole('checkbox', { name: 'An organiser begins each season' }).check();
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Garden league' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const made = await read(`/tournaments/${id}`);
  assert.deepEqual(
    [made.format, made.league],
    ['league', { size: 5, promote: 2, season_days: 60, begins: 'organiser', seasons: null }],
  );
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByText('Players who go up and down').waitFor();
});

test('divisions and seasons are read, and the next season begins by keys', async (t) => {
  const id = await league();
  const page = await visit(t, `/tournaments/${id}`, players.olga);
  const first = page.getByRole('region', { name: 'Division 1' });
  await first.getByText('anna').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Division 2' }).count(), 1);
  assert.deepEqual(await violations(page), []);
  await finish(id);
  await page.getByText('won by').waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/league.png` });

  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Begin the next season' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Begin the next season now?' });
  await question.getByRole('button', { name: 'Begin the next season' }).press('Enter');
  const choice = page.getByRole('combobox', { name: 'Season' });
  await choice.waitFor();
  assert.equal(await choice.inputValue(), '2');
  const [{ standings }] = (await read(`/tournaments/${id}/league`)).divisions;
  assert.ok(standings.some(({ handle }) => handle === 'dora'));
  await first.getByText('dora').waitFor();
  await choice.selectOption('1');
  await first.getByText('carl').waitFor();
  await first.getByText('goes down').waitFor({ state: 'attached' });
});

test('the rules of a running league change by the form', async (t) => {
  const id = await league();
  const page = await visit(t, `/tournaments/${id}/edit`, players.olga);
  const size = page.getByRole('spinbutton', { name: 'Players of a division' });
  await size.waitFor();
  await size.fill('4');
  await page.getByRole('spinbutton', { name: 'Number of seasons' }).fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('League, season 1 of 5').first().waitFor();
  const { league: rules, parallel } = await read(`/tournaments/${id}`);
  assert.deepEqual(
    [rules, parallel],
    [{ size: 4, promote: 1, season_days: null, begins: 'organiser', seasons: 5 }, 50],
  );
});

test('on a German phone a league is no wider than the screen', async (t) => {
  const id = await league();
  const viewport = { width: 390, height: 844 };
  const page = await visit(t, `/tournaments/${id}`, players.ben, { viewport, locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Division 2' }).waitFor();
  await page.getByRole('heading', { name: 'Eigene Saisons' }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, String(width));
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/league-phone.png`, fullPage: true });
  }
});
