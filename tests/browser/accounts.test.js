// From a guest to a member, through the settings, out, in again, and away for good.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchChromium, pageOf } from './support/browsers.js';
import { Server } from './support/server.js';

let server;
let browser;

before(async () => {
  server = await Server.start();
  browser = await launchChromium();
});

after(async () => {
  await browser.close();
  await server.stop();
});

test('a guest becomes a member, sets everything, and deletes the account', async () => {
  const first = 'nine stones under';
  const second = 'ten stones under';
  const viewport = { width: 390, height: 844 };
  const page = await pageOf(browser, server.url, undefined, { viewport });
  page.setDefaultTimeout(15_000);
  const button = (name) => page.getByRole('button', { name });
  const field = (name) => page.getByLabel(name, { exact: true });
  const open = (path) => page.goto(server.url + path);
  const said = (text) => page.getByText(text).first().waitFor();

  // The guest's game stays theirs under the new name.
  await open('/');
  await button('Play now').click();
  await said('Waiting for one more');
  await button(/^Account/).click();
  await page.getByRole('link', { name: 'Become a member' }).click();
  await field('Name').fill('zoe');
  await field('Password').fill('password');
  await button('Become a member').click();
  await said('among those that are guessed first');
  await field('Password').fill(first);
  await button('Become a member').click();
  await page.waitForURL('**/games/1');
  await button('Account: zoe').waitFor();

  await open('/settings/account');
  await field('Present password').fill(first);
  await field('New password').fill(second);
  await button('Change the password').click();
  await said('The password is changed');
  await open('/settings/addresses');
  await field('Mail address').fill('zoe@example.org');
  await button('Add an address').click();
  await said('not confirmed yet');
  await open('/settings/profile');
  await button('Save').click();
  await said('Saved.');
  const year = new Date().getFullYear() + 1;
  await open('/settings/vacation');
  await field('First day').fill(`${year}-07-20`);
  await field('Last day').fill(`${year}-07-24`);
  await button('Plan vacation').click();
  await said('5 days');
  await open('/settings');
  await field('Dark').check();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await field('Deutsch').click();
  await said('Erscheinungsbild');

  await button(/^Konto/).click();
  await button('Abmelden').click();
  await page.getByRole('link', { name: 'Anmelden' }).click();
  const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
  await field('Name').fill('zoe');
  await field('Passwort').fill(first);
  await button('Anmelden').click();
  await said('Name und Passwort passen nicht zusammen.');
  await field('Passwort').fill(second);
  await button('Anmelden').click();
  await button('Konto: zoe').waitFor();

  // Deleting asks, and asks for the password.
  await open('/settings/account');
  await button('Konto löschen').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passwort', { exact: true }).fill(second);
  await dialog.getByRole('button', { name: 'Konto löschen' }).click();
  await page.getByRole('link', { name: 'Anmelden' }).waitFor();
  const answer = await fetch(`${server.url}/api/v1/players/zoe`);

  assert.deepEqual(kept, [0, 0]);
  assert.equal(answer.status, 404);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('resigning asks, and a no changes nothing', async () => {
  const host = await pageOf(browser, server.url);
  const guest = await pageOf(browser, server.url);
  for (const page of [host, guest]) {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL('**/games/*');
  }
  const id = guest.url().split('/').at(-1);
  const resign = async () => {
    await guest.getByRole('button', { name: 'Game menu' }).click();
    await guest.getByRole('button', { name: /^Resign \(/ }).click();
  };
  const status = async () =>
    (await (await fetch(`${server.url}/api/v1/games/${id}`)).json()).status;
  await guest.getByText('Your turn').first().waitFor();

  await resign();
  await guest.keyboard.press('Escape');
  await guest.getByRole('dialog').waitFor({ state: 'detached' });
  const afterNo = await status();
  await resign();
  await guest.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await host.getByText('You have won!').waitFor();

  assert.equal(afterNo, 'active');
  assert.equal(await status(), 'finished');
  assert.deepEqual([...host.faults, ...guest.faults], []);
});
