// Members are found by the beginning of their names, or by the face of a game that was played.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { begun, Player } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';
import { desk } from './support/visit.js';

let anna, ben;

before(async () => {
  anna = await member(server, 'anna');
  ben = await member(server, 'ben');
  for (const name of ['benno', 'bella', 'carl']) await member(server, name);
  const guest = await Player.guest(server);
  await begun([anna, guest], { setup: '9x9' });
  await begun([anna, ben], { setup: '13x13' });
});

const names = (page) => page.locator('.cards a strong').allInnerTexts();

test('the page of players shows those whose names begin as what is typed, in either case', async (t) => {
  const page = await visit(t, '/players');
  const field = page.getByRole('searchbox', { name: 'Username starts with' });

  await field.fill('BEN');
  await until(async () => String(await names(page)) === 'ben,benno', 'two are left');
  await field.fill('benn');
  await until(async () => String(await names(page)) === 'benno', 'one is left');
  await page.getByRole('link', { name: /^benno/ }).click();
  await page.waitForURL('**/players/benno');
});

test('a name that no member has is said to be none, in both languages', async (t) => {
  for (const [locale, field, said] of [
    ['en', 'Username starts with', 'No usernames start with that.'],
    ['de', 'Anfang des Namens', 'Kein Name fängt so an.'],
  ]) {
    const page = await visit(t, '/players', undefined, { ...desk, locale });
    await page.getByRole('searchbox', { name: field }).fill('zz');
    await page.getByText(said).waitFor();
    assert.deepEqual(await names(page), []);
  }
});

// The page of a new invitation.
async function inviting(t, player) {
  const page = await visit(t, '/play', player);
  await page.getByRole('radio', { name: /^9×9/ }).waitFor();
  await page.getByRole('button', { name: 'Invite a friend' }).click();
  await page.getByText('Waiting for a player').waitFor();
  return page;
}

test('beside an invitation a member is suggested while one types, and challenged', async (t) => {
  const page = await inviting(t, ben);
  const options = page.locator('datalist option');

  await page.getByRole('combobox', { name: 'Username' }).fill('be');
  await until(async () => (await options.count()) === 3, 'names are suggested');
  const found = await options.evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual(found.sort(), ['bella', 'ben', 'benno']);
  await page.getByRole('combobox', { name: 'Username' }).fill('bella');
  await page.getByRole('button', { name: 'Choose game' }).click();

  await page.waitForURL('**/play?against=bella&setup=9x9');
  assert.equal(await page.getByRole('combobox', { name: 'Username' }).inputValue(), 'bella');
});

test('opponents of the latest games are there with their faces, guests are not', async (t) => {
  const page = await inviting(t, anna);
  const faces = page.getByRole('group', { name: 'Or challenge a member' }).getByRole('button');

  await faces.first().waitFor();
  assert.deepEqual(await faces.allInnerTexts(), ['ben']);
  assert.equal(await faces.locator('svg').count(), 1);
  await faces.first().click();

  await page.waitForURL('**/play?against=ben&setup=9x9');
  assert.equal(await page.getByRole('combobox', { name: 'Username' }).inputValue(), 'ben');
});
