// Groups of a round robin and points by rating in the browser: made in the form, and their pages.

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

// Two groups of three, of which two players each go on. Its organiser doesn't play.
async function grouped() {
  const { id } = await players.olga.ask('POST', '/tournaments', {
    ...{ name: 'Club groups', format: 'round-robin', setup: '9x9', parallel: 5 },
    groups: { size: 3, advance: 2 },
  });
  for (const name of handles) await players[name].ask('POST', `/tournaments/${id}/join`, {});
  await players.olga.ask('POST', `/tournaments/${id}/start`, {});
  return id;
}

// The organiser decides each game of the groups once it is there: who comes first by name wins.
async function decideGroups(id) {
  await until(async () => {
    const { rounds } = await read(`/tournaments/${id}/rounds`);
    for (const { round } of rounds.slice(0, 3)) {
      const { tables } = await read(`/tournaments/${id}/rounds/${round}`);
      for (const { players: sides, games, decided } of tables) {
        if (decided || games.at(-1)?.status !== 'active') continue;
        const [winner] = sides.map(({ handle }) => handle).sort();
        const path = `/tournaments/${id}/games/${games.at(-1).game}/adjudicate`;
        await players.olga.ask('POST', path, { winner, reason: 'Decided by the club' });
      }
    }
    return (await read(`/tournaments/${id}/bracket`)).matches.length > 0;
  }, 'the final stage');
}

test('groups are made in the form', async (t) => {
  const page = await visit(t, '/tournaments/new', players.anna);
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden groups');
  await page.getByText('Round robin', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Groups' }).selectOption('size');
  await page.getByRole('spinbutton', { name: 'Players in a group' }).fill('5');
  await page.getByRole('spinbutton', { name: 'Players who go on' }).fill('3');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Garden groups' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const made = await read(`/tournaments/${id}`);
  assert.deepEqual(made.groups, { size: 5, advance: 3, final: 'knockout' });
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByText('5 players each').waitFor();
});

test('groups are shown with the players who go on, then the bracket', async (t) => {
  const id = await grouped();
  const page = await visit(t, `/tournaments/${id}`, players.anna);
  await page.getByRole('region', { name: 'Group A' }).waitFor();
  await page.getByRole('region', { name: 'Group B' }).waitFor();
  await page.getByRole('link', { name: 'Bracket' }).click();
  await page.getByText('The final stage begins once all groups are over.').waitFor();

  await decideGroups(id);
  await page.getByRole('region', { name: 'Bracket' }).waitFor();
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  const first = page.getByRole('region', { name: 'Group A' });
  await until(async () => (await first.getByText('goes on').count()) === 2, 'two who go on');
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/groups.png` });
});

test('on a German phone groups are no wider than the screen', async (t) => {
  const id = await grouped();
  const viewport = { width: 390, height: 844 };
  const page = await visit(t, `/tournaments/${id}`, players.ben, { viewport, locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Gruppe B' }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, String(width));
  assert.deepEqual(await violations(page), []);
});

test('points by rating are set in the form, and told before one enters', async (t) => {
  const page = await visit(t, '/tournaments/new', players.anna);
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden open');
  await page.getByRole('checkbox', { name: 'Points by rating' }).check();
  await page.getByRole('spinbutton', { name: 'Difference of ratings' }).fill('50');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByText('your points before the first round: 0').waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const made = await read(`/tournaments/${id}`);
  assert.deepEqual(made.mcmahon, { bar: 2000, floor: 1000, step: 50 });
});
