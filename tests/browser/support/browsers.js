// Browsers for tests, and what a test reads from a page of the client.

import { required } from './client.js';
import { until } from './until.js';

const { chromium, firefox } = required('playwright-core');

// Chromium as Debian has it.
export const launchChromium = (options = {}) =>
  chromium.launch({
    executablePath: process.env.TANBO_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    ...options,
  });

// Firefox ESR as Debian has it, which knows nothing of the media that playwright would emulate.
export const launchFirefox = () =>
  firefox.launch({ channel: 'moz-firefox', executablePath: '/usr/bin/firefox-esr' });

export const plainContext = {
  locale: 'en',
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
};

// A page of somebody's own; what goes wrong in it is in `page.faults`.
export async function pageOf(browser, url, player, options = {}) {
  const context = await browser.newContext({ ...plainContext, ...options });
  if (player) await context.addCookies([player.cookieFor(url)]);
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy|trusted ?type|refused to/i.test(text)) page.faults.push(text);
  });
  return page;
}

// The labels of the board's cells by the names of their points.
export const cellsOf = (page) =>
  page.evaluate(() => {
    const cells = document.querySelectorAll('[role="gridcell"]');
    const labels = Array.from(cells, (cell) => cell.getAttribute('aria-label'));
    return Object.fromEntries(labels.map((label) => [label.split(',')[0], label]));
  });

// The stones that a board shows, as the API tells them: names by seat, in board order.
export async function stonesOf(page) {
  const stones = {};
  for (const [point, label] of Object.entries(await cellsOf(page))) {
    const seat = /^\S+, (black|white|red|green|seat[5-8]), root/.exec(label)?.[1];
    if (seat) (stones[seat] ??= []).push(point);
  }
  return stones;
}

// Waits until the page shows exactly the stones that the server has.
export async function showsBoard(page, game, seconds = 20) {
  const wanted = boardText(game.stones);
  let seen;
  await until(
    async () => (seen = boardText(await stonesOf(page))) === wanted,
    `a page shows game ${game.id} at ply ${game.ply}`,
    { seconds },
  ).catch((error) => {
    throw new Error(`${error.message}\n${page.url()}\nshown:  ${seen}\nwanted: ${wanted}`);
  });
}

// Stones by seat as text, in an order that does not matter.
export const boardText = (stones) =>
  Object.entries(stones)
    .filter(([, points]) => points.length > 0)
    .map(([seat, points]) => `${seat} ${[...points].sort().join(' ')}`)
    .sort()
    .join('; ');

// The cell of a point.
export const cell = (page, point) => page.locator(`[role="gridcell"][aria-label^="${point},"]`);

// Chooses a point with the mouse, and places by a second click.
export async function place(page, point) {
  const { x, y, width, height } = await cell(page, point).boundingBox();
  const at = [x + width / 2, y + height / 2];
  await page.mouse.click(...at);
  await page.mouse.click(...at);
}
