// From a guest to a member, through the settings, out, in again, and away for good.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { cell, pageOf } from './support/browsers.js';
import { begun } from './support/player.js';
import { Server } from './support/server.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

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
  await page.getByRole('link', { name: 'Create account' }).click();
  await field('Username').fill('zoe');
  await field('Password').fill('password');
  await button('Create account').click();
  await said('This password is too common');
  await field('Password').fill(first);
  await button('Create account').click();
  await page.waitForURL('**/games/1');
  await button('Account: zoe').waitFor();

  await open('/settings/account');
  await field('Current password').fill(first);
  await field('New password').fill(second);
  await button('Change password').click();
  await said('Password changed');
  await open('/settings/addresses');
  await field('Email').fill('zoe@example.org');
  await button('Add address').click();
  await said('not confirmed');
  await open('/settings/profile');
  await button('Save').click();
  await said('Saved.');
  const year = new Date().getFullYear() + 1;
  await open('/settings/vacation');
  await field('First day').fill(`${year}-07-20`);
  await field('Last day').fill(`${year}-07-24`);
  await button('Plan vacation').click();
  await said('5 days');
  await open('/settings/appearance');
  await field('Dark').check();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await field('Deutsch').click();
  await said('Muster');

  await button(/^Konto/).click();
  await button('Abmelden').click();
  await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click();
  const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
  await field('Benutzername').fill('zoe');
  await field('Passwort').fill(first);
  await button('Anmelden').click();
  await said('Benutzername und Passwort passen nicht zusammen.');
  await field('Passwort').fill(second);
  await button('Anmelden').click();
  await button('Konto: zoe').waitFor();

  // Deleting asks, and asks for the password.
  await open('/settings/account');
  await button('Konto löschen').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passwort', { exact: true }).fill(second);
  await dialog.getByRole('button', { name: 'Konto löschen' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).waitFor();
  const answer = await fetch(`${server.url}/api/v1/players/zoe`);

  assert.deepEqual(kept, [0, 0]);
  assert.equal(answer.status, 404);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

// Whether the pages that speak of mails say that this server sends none.
async function sayingNoMail(at) {
  const said = [];
  for (const path of ['/sign-up', '/forgotten']) {
    const page = await pageOf(browser, at.url);
    await page.goto(at.url + path);
    await page.getByLabel(/email/i).waitFor();
    said.push(await page.getByText('This server can’t send email').count());
    await page.context().close();
  }
  return said;
}

test('nobody waits for mails of a server that sends none', async (t) => {
  const mailing = await Server.start();
  t.after(() => mailing.stop());
  await mailing.kill();
  mailing.flags.push('--mail-lmtp', `unix:${join(mailing.folder, 'lmtp')}`);
  mailing.flags.push('--public-url', mailing.url, '--mail-domain', 't.example');
  await mailing.launch();

  assert.deepEqual(await sayingNoMail(server), [1, 1]);
  assert.deepEqual(await sayingNoMail(mailing), [0, 0]);
});

// Waits until the host of a page's game is online, as others see it.
async function online(page) {
  const ask = async (path) => (await fetch(`${server.url}/api/v1/${path}`)).json();
  const { creator } = await ask(new URL(page.url()).pathname.slice(1));
  await until(async () => (await ask(`players/${creator}`)).online, 'the host is here');
}

test('resigning asks, and a no changes nothing', async () => {
  const host = await pageOf(browser, server.url);
  const guest = await pageOf(browser, server.url);
  for (const page of [host, guest]) {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL('**/games/*');
    // Only a host who is online is played with.
    await online(page);
  }
  const id = guest.url().split('/').at(-1);
  const resign = async () => {
    await guest.getByRole('button', { name: 'Game menu' }).click();
    await guest.getByRole('button', { name: /^Resign \(/ }).click();
    await guest.getByRole('dialog').waitFor();
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
  await host.getByText(/You win! (Black|White) resigned\./).waitFor();
  await guest.getByText(/wins: .+\. You finished in place 2\. (Black|White) resigned\./).waitFor();

  assert.equal(afterNo, 'active');
  assert.equal(await status(), 'finished');
  assert.deepEqual([...host.faults, ...guest.faults], []);
});

// Everything that a browser keeps for this origin, as text.
const kept = (page) =>
  page.evaluate(async () => {
    const finished = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values = database.transaction(store).objectStore(store);
        found.push(...(await finished(values.getAllKeys())), ...(await finished(values.getAll())));
      }
      database.close();
    }
    const cached = 'caches' in window ? await caches.keys() : [];
    // Without the files of a build.
    const own = cached.filter((name) => !name.startsWith('shell-'));
    return JSON.stringify([...found, ...own]);
  });

test('after signing out nothing is left, and the next one finds nothing', async () => {
  const [anna, ben, next] = [
    await member(server, 'anna'),
    await member(server, 'ben'),
    await member(server, 'cleo'),
  ];
  const id = await begun([anna, ben], { setup: '9x9' });
  await anna.ask('POST', `/games/${id}/chat?room=players`, { text: 'between us' });
  await anna.ask('PUT', `/games/${id}/note`, { text: 'for me alone' });
  const page = await pageOf(browser, server.url, anna);
  await page.goto(`${server.url}/games/${id}`);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByText('between us').waitFor();
  await cell(page, 'C2').click();
  await page.getByRole('button', { name: 'Play C2' }).waitFor();
  await until(async () => (await kept(page)) !== '[]', 'the choice is kept');

  await page.getByRole('button', { name: 'Account: anna' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.equal(await kept(page), '[]');
  await page.context().addCookies([next.cookieFor(server.url)]);
  await page.goto(`${server.url}/games/${id}`);
  await page.getByRole('button', { name: 'Account: cleo' }).waitFor();
  await cell(page, 'C2').waitFor();
  await page.getByRole('tab', { name: 'Chat' }).click();
  const said = await page.locator('body').innerText();

  assert.equal(await cell(page, 'C2').getAttribute('aria-selected'), 'false');
  assert.doesNotMatch(said, /between us|for me alone|Play C2/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

// The things that a page keeps are cleared on disk, which can take its time.
function slowClear() {
  const { clear } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.clear = function () {
    const done = {};
    clear.call(this).onsuccess = () =>
      setTimeout(() => {
        done.onsuccess?.();
        globalThis.isCleared = true;
      }, 500);
    return done;
  };
}

test('who is told that they are signed out can sign in at once, also on a slow disk', async () => {
  const page = await pageOf(browser, server.url, await member(server, 'finn'));
  await page.addInitScript(slowClear);
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Account: finn' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username', { exact: true }).fill('finn');
  await page.waitForFunction(() => globalThis.isCleared);

  assert.equal(await page.getByLabel('Username', { exact: true }).inputValue(), 'finn');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('what one account has kept is not for another that comes without signing out', async () => {
  const [dan, eva] = [await member(server, 'dan'), await member(server, 'eva')];
  const id = await begun([dan, eva], { setup: '9x9' });
  const page = await pageOf(browser, server.url, dan);
  await page.goto(`${server.url}/games/${id}`);
  await cell(page, 'C2').click();
  await page.getByRole('button', { name: 'Play C2' }).waitFor();
  await until(async () => (await kept(page)) !== '[]', 'the choice is kept');

  await page.context().clearCookies();
  await page.context().addCookies([eva.cookieFor(server.url)]);
  await page.reload();
  await page.getByRole('button', { name: 'Account: eva' }).waitFor();
  await cell(page, 'C2').waitFor();

  assert.equal(await cell(page, 'C2').getAttribute('aria-selected'), 'false');
  assert.equal(await page.getByRole('button', { name: 'Play C2' }).count(), 0);
  await page.context().close();
});
