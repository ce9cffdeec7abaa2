// Pages of the manual and of the API's reference, and what holds of each.

import assert from 'node:assert/strict';
import { violations } from './axe.js';
import { pageOf } from './browsers.js';
import { faintTexts } from './grounds.js';
import { browser, server } from './server_and_browser.js';
import { Traffic } from './traffic.js';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
// The rules that depend on room; all else is the same in each width.
const room = ['target-size', 'scrollable-region-focusable'];
const visitBytesMax = 40_000;

// A page, which closes with the test.
export async function opened(t, path, options = {}) {
  const page = await pageOf(browser, server.url, undefined, { viewport: desk, ...options });
  t.after(() => page.context().close());
  const traffic = await Traffic.of(page);
  await page.goto(server.url + path);
  return { page, traffic };
}

// The themes of these pages, which are the browser's wishes: no script of theirs picks one.
export const themes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  contrast: { colorScheme: 'light', contrast: 'more' },
  'contrast by night': { colorScheme: 'dark', contrast: 'more' },
};
const plain = { colorScheme: 'light', contrast: 'no-preference' };

export const show = (page, theme) => page.emulateMedia({ ...plain, ...themes[theme] });

// Fails unless a page is accessible in every theme, as narrow as a phone, light, and has all from
// this server.
export async function assertSound(t, path) {
  const { page, traffic } = await opened(t, path);
  await show(page, 'light');
  const found = await violations(page);
  for (const theme of Object.keys(themes)) {
    await show(page, theme);
    found.push(...(await faintTexts(page)).map((line) => `${theme}: ${line}`));
  }
  await page.setViewportSize(phone);
  found.push(...(await violations(page, room)));
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) found.push(`${excess} px wider than a phone`);

  assert.deepEqual(found, []);
  assert.ok(traffic.bytes <= visitBytesMax, `${traffic.bytes} bytes`);
  assert.ok(traffic.sent.every(({ path: asked }) => /^\/(help|assets)/.test(asked)));
  assert.deepEqual(page.faults, []);
}
