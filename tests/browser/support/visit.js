// Pages that a test opens: each is closed at the end of the test.

import { pageOf } from './browsers.js';

export const desk = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// A page of a player, or of a stranger, at an address; `prepare` has the page before it is loaded.
// How the server answered is in `page.status`.
export async function visitAt(t, browser, address, player, { prepare, ...options } = desk) {
  const page = await pageOf(browser, new URL(address).origin, player, options);
  t.after(() => page.context().close());
  await prepare?.(page);
  page.status = (await page.goto(address)).status();
  return page;
}
