// What is set about the look of pages holds on every page of the browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cell, launchChromium, pageOf } from './support/browsers.js';
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

// What a board of four shows.
async function boardOf(page) {
  await page.goto(`${server.url}/board/19x19-4p`);
  await cell(page, 'A1').waitFor();
  return page.evaluate(() => {
    const picture = document.querySelector('svg:has(.wood)');
    const style = (name, what) => getComputedStyle(picture.querySelector(name))[what];
    return {
      theme: document.documentElement.dataset.theme,
      isLabelled: style('.label', 'fill') !== 'rgba(0, 0, 0, 0)',
      isMarked: style('.mark', 'display') !== 'none',
      isLegalShown: picture.querySelector('.legal') !== null,
    };
  });
}

test('what is set holds on boards and on pages that are loaded later', async () => {
  const page = await pageOf(browser, server.url);
  const usual = await boardOf(page);

  await page.goto(`${server.url}/settings`);
  for (const name of ['Coordinates', 'Figures on stones']) await page.getByLabel(name).uncheck();
  await page.getByLabel('Legal points').check();
  await page.getByLabel('High contrast').check();
  const changed = await boardOf(page);
  await page.goto(`${server.url}/settings`);
  const isKept = await page.getByLabel('Coordinates').isChecked();

  assert.deepEqual(usual, {
    theme: undefined,
    isLabelled: true,
    isMarked: true,
    isLegalShown: false,
  });
  assert.deepEqual(changed, {
    theme: 'contrast',
    isLabelled: false,
    isMarked: false,
    isLegalShown: true,
  });
  assert.equal(isKept, false);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
