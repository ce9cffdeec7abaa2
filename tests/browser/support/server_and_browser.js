// A server and a browser for all tests of a file, from its first to its last.
import { after } from 'node:test';

import { launchChromium } from './browsers.js';
import { Server } from './server.js';

export const server = await Server.start();
export const browser = await launchChromium();

after(async () => {
  await browser.close();
  await server.stop();
});
