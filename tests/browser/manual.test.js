// The manual: accessible, narrow enough for a phone, light, whole without scripts, and searchable.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchFirefox, pageOf } from './support/browsers.js';
import { root } from './support/client.js';
import { faintTexts } from './support/grounds.js';
import { assertSound, opened, show, themes } from './support/help_pages.js';
import { server } from './support/server_and_browser.js';
import { until } from './support/until.js';
import { WebKitPage } from './support/webkit.js';

const names = readdirSync(join(root, 'server/web/manual'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''));
const pathOf = (name) => (name === 'index' ? '/help' : `/help/${name}`);

for (const name of names) {
  test(`axe finds nothing on the page ${name}, and a phone shows all of it`, async (t) => {
    await assertSound(t, pathOf(name));
  });
}

test('a text that is faint in one theme alone is found there', async (t) => {
  const { page } = await opened(t, '/help/clocks');
  await page.evaluate(() => (document.querySelector('main p').style.color = '#5a5846'));
  const found = {};
  for (const theme of Object.keys(themes)) {
    await show(page, theme);
    found[theme] = (await faintTexts(page)).length;
  }

  assert.deepEqual(found, { light: 0, dark: 1, contrast: 0, 'contrast by night': 1 });
});

// The names of colours on these pages, and those of the same ones in the client.
const shared = ['page', 'surface', 'sunken', 'text', 'muted', 'line', 'faint', 'accent'].concat([
  'accent-soft',
  'focus',
  'ridge',
  'grid',
  'label',
  'sprout',
]);
const renamed = {
  water: 'water-b',
  black: 'seat-0',
  'black-edge': 'edge-0',
  white: 'seat-1',
  'white-edge': 'edge-1',
};
const coloursOf = (page, all) =>
  page.evaluate((wanted) => {
    const style = getComputedStyle(document.documentElement);
    return wanted.map((name) => style.getPropertyValue(`--${name}`));
  }, all);

test('the colours of the manual are those of the pages of games', async (t) => {
  const { page } = await opened(t, '/help');
  const { page: game } = await opened(t, '/about');
  for (const theme of ['light', 'dark', 'contrast']) {
    await show(page, theme);
    await game.evaluate((value) => (document.documentElement.dataset.theme = value), theme);

    assert.deepEqual(
      await coloursOf(page, [...shared, ...Object.keys(renamed)]),
      await coloursOf(game, [...shared, ...Object.values(renamed)]),
      theme,
    );
  }
});

test('the pages of games lead to the manual', async (t) => {
  const { page } = await opened(t, '/');

  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();

  await page.waitForURL(`${server.url}/help`);
  await page.getByRole('heading', { name: 'Manual' }).waitFor();
});

test('pages for players lead to their German form and back', async (t) => {
  const { page } = await opened(t, '/help/rules', { javaScriptEnabled: false });

  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL(`${server.url}/help/rules.de`);
  await page.getByRole('heading', { name: 'Wurzelraum' }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  await page.getByRole('link', { name: 'Uhren' }).click();
  await page.getByRole('link', { name: 'English' }).click();

  await page.waitForURL(`${server.url}/help/clocks`);
});

test('the search of a German page finds German pages', async (t) => {
  const { page } = await opened(t, '/help/rules.de');

  await page.getByRole('searchbox', { name: 'In der Hilfe suchen' }).fill('gutschrift');

  await page.getByText('1 Ergebnis').waitFor();
  await page.getByRole('link', { name: 'Uhren, Gutschriften bei Ausfällen' }).waitFor();
});

test('a page without scripts has all but the search', async (t) => {
  const { page } = await opened(t, '/help/rules', { javaScriptEnabled: false });

  await page.getByRole('heading', { name: 'Root space' }).waitFor();
  assert.equal(await page.getByRole('searchbox').count(), 0);
  await page.getByRole('link', { name: 'Playing' }).click();
  await page.getByRole('heading', { name: 'Make a move' }).waitFor();
});

test('the search leads to the part that has the words', async (t) => {
  const { page, traffic } = await opened(t, '/help');
  const field = page.getByRole('searchbox', { name: 'Search the manual' });

  await field.fill('xyzzy');
  await page.getByText('0 results').waitFor();
  await field.fill('ROOT SPACE');
  await page.getByRole('link', { name: 'Rules, Root space' }).click();

  await page.waitForURL(`${server.url}/help/rules#root-space`);
  assert.ok(traffic.sent.every(({ path }) => /^\/(help|assets)/.test(path)));
});

// A page in another browser has its text, and its search finds something.
async function searches(page) {
  await page.goto(`${server.url}/help/clocks`);
  await page.getByRole('heading', { name: 'Downtime credits' }).waitFor();
  await page.getByRole('searchbox').fill('fischer');
  await page.getByRole('link', { name: 'Clocks, Three kinds' }).waitFor();
  assert.deepEqual(page.faults, []);
}

test('Firefox shows the manual and searches in it', async (t) => {
  const firefox = await launchFirefox();
  t.after(() => firefox.close());

  await searches(await pageOf(firefox, server.url));
});

test('WebKit shows the manual', async (t) => {
  const page = await WebKitPage.open();
  t.after(() => page.close());

  await page.goto(`${server.url}/help/clocks`);

  const text = () => document.querySelector('main').innerText;
  await until(async () => (await page.evaluate(text)).includes('Downtime credits'), 'the page');
});
