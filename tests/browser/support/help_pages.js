// Pages of the manual and of the API's reference, and what holds of each.

import assert from 'node:assert/strict';
import { violations } from './axe.js';
import { pageOf } from './browsers.js';
import { browser, server } from './server_and_browser.js';
import { Traffic } from './traffic.js';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const visitBytesMax = 40_000;

// A page, which closes with the test.
export async function opened(t, path, options = {}) {
  const page = await pageOf(browser, server.url, undefined, { viewport: desk, ...options });
  t.after(() => page.context().close());
  const traffic = await Traffic.of(page);
  await page.goto(server.url + path);
  return { page, traffic };
}

// Fails unless a page is accessible, as narrow as a phone, light, and has all from this server.
export async function assertSound(t, path) {
  for (const [viewport, colorScheme] of [
    [desk, 'light'],
    [phone, 'dark'],
  ]) {
    const { page, traffic } = await opened(t, path, { viewport, colorScheme });

    assert.deepEqual(await violations(page), []);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'wider than the window',
    );
    assert.ok(traffic.bytes <= visitBytesMax, `${traffic.bytes} bytes`);
    assert.ok(traffic.sent.every(({ path: asked }) => /^\/(help|assets)/.test(asked)));
    assert.deepEqual(page.faults, []);
  }
}
