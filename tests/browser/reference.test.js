// The reference of the API: light, accessible and whole without scripts, and its requests work.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { launchFirefox, pageOf } from './support/browsers.js';
import { assertSound, opened } from './support/help_pages.js';
import { server } from './support/server_and_browser.js';
import { until } from './support/until.js';
import { WebKitPage } from './support/webkit.js';

const contract = await (await fetch(`${server.url}/api/v1/openapi.json`)).json();
const groups = contract.tags.map(({ name }) => `/help/api-${name}`);
const paths = ['/help/api', ...groups, '/help/api-schemas'];

for (const path of paths) {
  test(`axe finds nothing on ${path}, and a phone shows all of it`, async (t) => {
    await assertSound(t, path);
  });
}

// A page without scripts has an operation with its samples, and the overview leads there.
async function reads(page) {
  await page.goto(`${server.url}/help/api`);
  await page.locator('#play_move a').click();
  await page.waitForURL(`${server.url}/help/api-play#play_move`);
  const operation = page.locator('section#play_move');
  await operation.getByRole('heading', { name: 'Place a stone' }).waitFor();
  await operation.getByText('--json').waitFor();
  await operation.getByText('Python').click();
  await operation.getByText('import json, urllib.request').waitFor();
  await operation.getByRole('link', { name: 'stale-ply' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try it' }).count(), 0);
  assert.deepEqual(page.faults, []);
}

test('Chromium shows the reference without scripts', async (t) => {
  const { page } = await opened(t, '/help', { javaScriptEnabled: false });

  await reads(page);
});

test('Firefox shows the reference without scripts', async (t) => {
  const firefox = await launchFirefox();
  t.after(() => firefox.close());

  const page = await pageOf(firefox, server.url);
  // Playwright can't turn scripts off in Debian's Firefox, so none arrives.
  await page.route(/\.js$/, (route) => route.abort());
  await reads(page);
});

test('WebKit shows the reference', async (t) => {
  const page = await WebKitPage.open();
  t.after(() => page.close());

  await page.goto(`${server.url}/help/api-play`);

  const text = () => document.querySelector('#play_move').innerText;
  await until(async () => (await page.evaluate(text)).includes('Place a stone'), 'the page');
});

test('the search finds an operation', async (t) => {
  const { page } = await opened(t, '/help');

  await page.getByRole('searchbox').fill('place a stone');
  await page.getByRole('link', { name: 'API: play, Place a stone' }).click();

  await page.waitForURL(`${server.url}/help/api-play#play_move`);
});

// Fills the form of an operation in and sends it; yields the status and the text of the answer.
async function tried(page, id, values, verb) {
  const operation = page.locator(`section#${id}`);
  await operation.getByRole('button', { name: 'Try it' }).click();
  for (const [label, value] of Object.entries(values)) {
    await operation.getByLabel(label, { exact: true }).fill(value);
  }
  const answered = page.waitForResponse((response) => response.url().includes('/api/v1/'));
  await operation.getByRole('button', { name: `Send ${verb}` }).click();
  const request = (await answered).request();
  const status = operation.getByRole('status');
  await until(async () => /^\d/.test(await status.textContent()), 'an answer');
  const shown = await operation.getByLabel('Answer of this server').textContent();
  return { status: await status.textContent(), answer: JSON.parse(shown), request };
}

const signUp = async () =>
  (await (await fetch(`${server.url}/api/v1/guests`, { method: 'POST' })).json()).token;

test('a request that is tried is sent with the token, and its answer is shown', async (t) => {
  const token = await signUp();
  const { page } = await opened(t, '/help/api-games');
  await page.getByLabel('Token').fill(token);

  const made = await tried(page, 'open_game', { Body: '{"setup": "9x9"}' }, 'POST');
  const read = await tried(page, 'get_game', { game: String(made.answer.id) }, 'GET');

  assert.match(made.status, /^201/);
  assert.equal(made.request.headers().authorization, `Bearer ${token}`);
  assert.match(read.status, /^200/);
  assert.equal(read.answer.id, made.answer.id);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.faults, []);
});

test('a refusal is shown as the server says it', async (t) => {
  const { page } = await opened(t, '/help/api-games');

  const { status, answer } = await tried(page, 'get_game', { game: '999999' }, 'GET');

  assert.match(status, /^404/);
  assert.equal(answer.code, 'no-such-game');
});
