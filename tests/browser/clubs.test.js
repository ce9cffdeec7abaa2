// Clubs in the browser: made, joined, led, and their tournaments.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { violations } from './support/axe.js';
import { pageOf } from './support/browsers.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

const players = {};
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

before(async () => {
  for (const handle of ['anna', 'ben', 'carl', 'dora'])
    players[handle] = await member(server, handle);
});

async function visit(t, path, player, options = desktop) {
  const page = await pageOf(browser, server.url, player, options);
  t.after(() => page.context().close());
  await page.goto(server.url + path);
  return page;
}

const made = (name, more = {}) => players.anna.ask('POST', '/clubs', { name, ...more });

async function roleOf(player, id) {
  return (await players[player].ask('GET', `/clubs/${id}`)).you?.role;
}

test('a club is made by keyboard alone, and changed', async (t) => {
  const page = await visit(t, '/clubs', players.anna);
  await page.getByRole('link', { name: 'New club' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Paddy Club');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Thursdays at eight.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Paddy Club' }).waitFor();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const { entry, about } = await players.anna.ask('GET', `/clubs/${id}`);
  assert.deepEqual({ entry, about }, { entry: 'approval', about: 'Thursdays at eight.' });

  await page.getByRole('button', { name: 'Edit' }).press('Enter');
  await page.getByRole('button', { name: 'Edit', exact: true }).last().press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Rice Club');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Rice Club' }).waitFor();
  assert.deepEqual(await violations(page), []);
});

test('an open club is joined and left', async (t) => {
  const { id } = await made('Open Club');
  const page = await visit(t, '/clubs', players.ben, phone);
  await page.getByRole('link', { name: 'Open Club' }).click();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('You’re a member').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'ben' }).waitFor();
  assert.equal(await roleOf('ben', id), 'member');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Join' }).waitFor();
  assert.equal(await roleOf('ben', id), undefined);
});

test('organisers admit, appoint and remove', async (t) => {
  const { id } = await made('Strict Club', { entry: 'approval' });
  for (const handle of ['ben', 'carl']) {
    const page = await visit(t, `/clubs/${id}`, players[handle]);
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await page.getByText('You’ve asked to join').waitFor();
  }
  const page = await visit(t, `/clubs/${id}`, players.anna);
  const asked = page.getByRole('region', { name: 'Asked to join' }).getByRole('listitem');
  await asked.filter({ hasText: 'ben' }).getByRole('button', { name: 'Admit' }).click();
  await asked.filter({ hasText: 'ben' }).waitFor({ state: 'detached' });
  await asked.filter({ hasText: 'carl' }).getByRole('button', { name: 'Decline' }).click();
  await asked.filter({ hasText: 'carl' }).waitFor({ state: 'detached' });
  assert.deepEqual([await roleOf('ben', id), await roleOf('carl', id)], ['member', undefined]);

  const members = page.getByRole('region', { name: 'Members', exact: true });
  const acts = members.getByRole('button', { name: 'Change ben’s role' });
  await acts.click();
  await page.getByRole('button', { name: 'Make organiser' }).click();
  await until(async () => (await roleOf('ben', id)) === 'organiser', 'an organiser');
  await acts.click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await acts.waitFor({ state: 'detached' });
  assert.equal(await roleOf('ben', id), undefined);
});

test('the last organiser is told why they can’t leave', async (t) => {
  const { id } = await made('Lasting Club');
  await players.ben.ask('POST', `/clubs/${id}/join`, {});
  const page = await visit(t, `/clubs/${id}`, players.anna);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await roleOf('anna', id), 'organiser');
});

test('a club has tournaments of its own', async (t) => {
  const { id } = await made('Club of cups');
  const page = await visit(t, `/clubs/${id}`, players.anna);
  await page.getByText('The club has no tournaments yet.').waitFor();
  await page.getByRole('link', { name: 'New tournament' }).click();
  await page.getByRole('link', { name: 'For members of Club of cups' }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Members’ cup');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members’ cup' }).waitFor();
  await page.getByRole('link', { name: 'For members of Club of cups' }).click();
  await page.getByRole('link', { name: 'Members’ cup' }).waitFor();
  const { tournaments } = await players.ben.ask('GET', `/tournaments?club=${id}`);
  assert.deepEqual(
    tournaments.map((one) => one.name),
    ['Members’ cup'],
  );
});

test('a club that is deleted is gone', async (t) => {
  const { id } = await made('Short Club');
  const page = await visit(t, `/clubs/${id}`, players.anna, { ...phone, locale: 'de' });
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  await page.getByRole('button', { name: 'Verein löschen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vereine' }).waitFor();
  await page.goto(`${server.url}/clubs/${id}`);
  await page.getByText('Diesen Verein gibt es nicht.').waitFor();
});

test('strangers see clubs and their members, and no acts', async (t) => {
  const { id } = await made('Seen Club');
  const page = await visit(t, `/clubs/${id}`, undefined, phone);
  await page.getByRole('link', { name: 'anna' }).waitFor();
  assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
  assert.deepEqual(await violations(page), []);
});
