// Ladders in the browser: made in the form, climbed by keys, answered on a phone.

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
  for (const handle of handles) players[handle] = await member(server, handle);
});

async function visit(t, path, player, options = { viewport: { width: 1440, height: 900 } }) {
  const page = await pageOf(browser, server.url, player, options);
  t.after(() => page.context().close());
  await page.goto(server.url + path);
  return page;
}

const read = (path) => players.anna.ask('GET', path);
const order = async (id) =>
  (await read(`/tournaments/${id}/ladder`)).players.map((one) => one.handle);

// A ladder with all players from the top to the bottom.
async function ladder(rules = {}) {
  const { id } = await players.anna.ask('POST', '/tournaments', {
    ...{ name: 'Club ladder', format: 'ladder', setup: '9x9', ladder: rules },
  });
  for (const name of handles) await players[name].ask('POST', `/tournaments/${id}/join`, {});
  return id;
}

test('a ladder is made in the form', async (t) => {
  const page = await visit(t, '/tournaments/new', players.anna);
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden ladder');
  await page.getByText('Ladder', { exact: true }).click();
  await page.getByText('A permanent order.').waitFor();
  assert.equal(await page.getByRole('group', { name: 'Start' }).count(), 0);
  await page.getByRole('spinbutton', { name: 'Places up' }).fill('2');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Garden ladder' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const made = await read(`/tournaments/${id}`);
  assert.deepEqual([made.format, made.state, made.ladder.reach], ['ladder', 'running', 2]);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await page.getByText('you, since').waitFor();
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByText('Days to answer a challenge').waitFor();
});

test('only rows that the server allows have a button, and keys challenge', async (t) => {
  const id = await ladder({ slots: 2 });
  const page = await visit(t, `/tournaments/${id}`, players.emil);
  const buttons = page.getByRole('button', { name: /^Challenge / });
  await buttons.first().waitFor();
  const names = await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.deepEqual(names, ['Challenge ben', 'Challenge carl', 'Challenge dora']);
  const allowed = (await players.emil.ask('GET', `/tournaments/${id}/ladder`)).players
    .filter((one) => one.may_challenge === 'possible')
    .map((one) => `Challenge ${one.handle}`);
  assert.deepEqual(names, allowed);
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ladder.png` });

  await buttons.first().focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Challenge ben?' });
  await question.getByText('If you win, you take place 2.').waitFor();
  await question.getByRole('button', { name: 'Challenge' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('ben must answer by').waitFor();
  await until(async () => (await buttons.count()) === 2, 'one button less');
  const { open } = await read(`/tournaments/${id}/ladder`);
  assert.deepEqual([open[0].challenger, open[0].challenged], ['emil', 'ben']);

  // The page of the other follows without a reload, and shows where places went.
  await players.ben.ask('POST', `/tournaments/${id}/challenges/1/decline`, {});
  await page.getByText('took place 2').waitFor();
  assert.deepEqual(await order(id), ['anna', 'emil', 'ben', 'carl', 'dora', 'fred']);
  await page.getByRole('heading', { name: 'Your place' }).waitFor();
});

test('on a German phone a challenge is accepted, and nothing is wider', async (t) => {
  const id = await ladder();
  await players.carl.ask('POST', `/tournaments/${id}/challenges`, { player: 'anna' });
  const viewport = { width: 390, height: 844 };
  const options = { viewport, locale: 'de-DE' };
  const page = await visit(t, `/tournaments/${id}`, players.anna, options);
  await page.getByRole('heading', { name: 'Eigene Herausforderungen' }).waitFor();
  await page.getByText('Herausforderung von carl.').waitFor();
  assert.equal(await page.getByRole('button', { name: /herausfordern$/ }).count(), 0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, String(width));
  assert.deepEqual(await violations(page), []);
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/ladder-phone.png`, fullPage: true });
  }
  await page.getByRole('button', { name: 'Annehmen' }).click();
  await page.getByRole('link', { name: 'Zur eigenen Partie' }).first().waitFor();
  const { open } = await read(`/tournaments/${id}/ladder`);
  assert.equal(open[0].state, 'playing');
});
