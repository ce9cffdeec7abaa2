// The nine steps of the lessons, in real browsers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, place, placeByKeys } from './support/browsers.js';
import { server, visit } from './support/server_and_browser.js';
import { phone } from './support/visit.js';

// A page of the lessons with its heading.
async function lesson(t, path, options) {
  const page = await visit(t, path, undefined, options);
  await page.locator('main h1').waitFor();
  return page;
}

const next = (page) => page.getByRole('button', { name: 'Next', exact: true });
const verdict = (page) => page.getByRole('status').filter({ hasText: /\S/ }).first();

// Removes a root of one's own, which has to be said twice.
async function removeOwn(page, point) {
  await cell(page, point).click();
  await cell(page, point).click();
  await page.getByRole('button', { name: /^Remove my own root/ }).click();
}

async function findAll(page, points) {
  for (const name of points) await page.getByRole('button', { name, exact: true }).click();
  await page.getByText('You found all four.').waitFor();
}

test('the way through all nine steps, by mouse', async (t) => {
  const page = await lesson(t, '/learn');
  await page.getByText('Step 1 of 9').waitFor();
  const answers = [
    () => place(page, 'B3'),
    () => findAll(page, ['B19', 'A15', 'L17', 'H12']),
    () => findAll(page, ['T18', 'P19', 'R9', 'M12']),
    () => place(page, 'C3'),
    () => removeOwn(page, 'J1'),
    () => removeOwn(page, 'D5'),
    () => place(page, 'L4'),
    () => place(page, 'D5'),
    () => place(page, 'L4'),
    () => place(page, 'D9'),
    () => removeOwn(page, 'S3'),
    () => removeOwn(page, 'C2'),
    () => place(page, 'J9'),
    () => page.getByText('White has won: no black stone is left.').first().waitFor(),
    async () => {
      for (const left of ['2 more moves.', 'One more move.', 'No root is bounded.']) {
        const point = await page.locator('[role="gridcell"][aria-label*=", legal"]').first();
        const [name] = (await point.getAttribute('aria-label')).split(',');
        await place(page, name);
        await page.getByText(left).waitFor();
      }
    },
    () => page.getByText('99 black and 100 white stones').first().waitFor(),
    async () => {
      const formations = page.getByRole('button', { name: / at [A-T]\d+$/ });
      assert.equal(await formations.count(), 14);
      for (const formation of await formations.all()) await formation.click();
    },
  ];
  for (const answer of answers) {
    await answer();
    await next(page).click();
  }

  await page.getByText('Step 9 of 9').waitFor();
  await page.getByRole('link', { name: 'Play both sides' }).click();
  await page.waitForURL('**/board/9x9');
  assert.deepEqual(page.faults, []);
});

test('a wrong stone shows what it does, and is taken back', async (t) => {
  const page = await lesson(t, '/learn/3');
  await cell(page, 'C4').click();
  await cell(page, 'C4').click();
  await page.getByRole('button', { name: /^Remove my own root/ }).click();
  await verdict(page).getByText('C4 bounds the root it extends').waitFor();
  await page.getByRole('button', { name: 'Take it back' }).waitFor({ state: 'detached' });

  await cell(page, 'B2').and(page.locator('[aria-label*="black"]')).waitFor();
  assert.equal(await next(page).count(), 0, 'the step is not done');
  await place(page, 'C3');
  await verdict(page).getByText('After C3 the root can still grow.').waitFor();
  await next(page).waitFor();
});

test('progress survives a reload, and who comes back goes on', async (t) => {
  const page = await lesson(t, '/learn/1');
  await place(page, 'B3');
  await next(page).click();
  await page.getByText('Step 2 of 9').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Step 1: Extend a root, done' }).waitFor();

  await page.goto(`${server.url}/learn`);
  await page.getByText('Step 2 of 9').waitFor();
});

test('keys alone, in German on a phone', async (t) => {
  const page = await lesson(t, '/learn/3', { ...phone, locale: 'de' });
  await page.getByRole('heading', { name: 'Die eigene Wurzel' }).waitFor();
  await placeByKeys(page, 'C3');
  await page.getByText('Nach C3 kann die Wurzel noch wachsen.').waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
});

test('there is no tenth step', async (t) => {
  const page = await lesson(t, '/learn/10');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});
