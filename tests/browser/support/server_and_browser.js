// A server and a browser for all tests of a file, from its first to its last.
import { after } from 'node:test';

import { launchChromium } from './browsers.js';
import { Server } from './server.js';
import { visitAt } from './visit.js';

export const server = await Server.start();
export const browser = await launchChromium();

// A page of that server, closed at the end of the test; on a desk unless the options say otherwise.
export const visit = (t, path, player, options) =>
  visitAt(t, browser, server.url + path, player, options);

// A server of one test's own.
export async function ownServer(t) {
  const own = await Server.start();
  t.after(async () => {
    // Pages would report that their server stopped.
    await Promise.all(browser.contexts().map((context) => context.close()));
    await own.stop();
  });
  return own;
}

after(async () => {
  await browser.close();
  await server.stop();
});
