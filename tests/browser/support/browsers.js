// Browsers for tests, and what a test reads from a page of the client.

import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { required } from './client.js';
import { patience_s, until } from './until.js';

const { chromium, firefox } = required('playwright-core');

// Chromium as Debian has it, without the windows of a browser, which cost two fifths of the time.
// Letters are as wide as on a screen of today: hinted ones have widths of whole pixels.
export const launchChromium = (options = {}) =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    timeout: 1_000 * patience_s,
    ...options,
  });

// Firefox ESR as Debian has it, which knows nothing of the media that playwright would emulate.
export const launchFirefox = () =>
  firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    timeout: 1_000 * patience_s,
  });

export const plainContext = {
  locale: 'en',
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
};

// The faults in any page of this run: errors, reports of the policy, requests elsewhere.
const faults = [];
// After each test: what fails once all have ended would leave browsers and servers behind.
afterEach(() => assert.deepEqual(faults.splice(0), []));

// A page of somebody's own; what goes wrong in it is in `page.faults`, and fails the run. The
// requests that have no answer yet are in `page.underway`. With `intercepts` requests of a page that
// is shown already may be held by `page.route`.
export async function pageOf(browser, url, player, { intercepts = false, ...options } = {}) {
  const context = await browser.newContext({ ...plainContext, ...options });
  context.setDefaultTimeout(1_000 * patience_s);
  if (player) await context.addCookies([player.cookieFor(url)]);
  const page = await context.newPage();
  await guardRoutes(page, intercepts);
  page.faults = [];
  const fault = (text) => {
    page.faults.push(text);
    faults.push(text);
  };
  page.on('pageerror', (error) => fault(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (/content security policy|trusted ?type|refused to/i.test(text)) fault(text);
  });
  const { host } = new URL(url);
  page.underway = new Set();
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => page.underway.delete(request));
  }
  page.on('request', (request) => {
    page.underway.add(request);
    const to = new URL(request.url());
    if (/^(http|ws)s?:$/.test(to.protocol) && to.host !== host) fault(`asks ${request.url()}`);
  });
  return page;
}

// A browser tells a page some time after `page.route` that its requests are held; until then they go
// past. With `intercepts` they are held from the first on, else a late `page.route` is refused.
async function guardRoutes(page, intercepts) {
  if (intercepts) return page.route(/^nothing:/, (route) => route.fallback());
  const route = page.route.bind(page);
  page.route = async (...rule) => {
    if (page.url() !== 'about:blank') throw new Error('page.route comes late: set `intercepts`');
    return route(...rule);
  };
}

// A page's words about the roots that stand: seat, stones and free points of each stone's root, by
// the point of the stone.
export async function rootsOf(page) {
  const pattern = /^(\S+), (\w+), root (\S+), (\d+) stones?, root space (\d+)/;
  return Object.values(await cellsOf(page))
    .map((label) => pattern.exec(label)?.slice(1).join(' '))
    .filter(Boolean)
    .sort();
}

// The same from the answer of GET /games/{game}/roots.
export const rootsTold = ({ roots }) =>
  roots
    .flatMap(({ seed, seat, stones, space }) =>
      stones.map((stone) => [stone, seat, seed, stones.length, space.length].join(' ')),
    )
    .sort();

// Waits until the page says of every stone what the API does.
export async function showsRoots(page, answer) {
  const wanted = rootsTold(answer).join('\n');
  let seen;
  await until(
    async () => (seen = (await rootsOf(page)).join('\n')) === wanted,
    `a page shows the roots of ply ${answer.ply}`,
  ).catch((error) => {
    throw new Error(`${error.message}\nshown:\n${seen}\nwanted:\n${wanted}`);
  });
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
export async function showsBoard(page, game, seconds = patience_s) {
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

// Chooses a point with the mouse and places by a second click; a root of one's own is given up by
// a third, on the button that says so. The board takes no press right after it has changed, and the
// point may stand elsewhere then.
export async function place(page, point) {
  const target = cell(page, point);
  const press = async () => {
    const { x, y, width, height } = await target.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  const isChosen = async () => (await target.getAttribute('aria-selected')) === 'true';
  await until(async () => (await isChosen()) || (await press(), isChosen()), `${point} is chosen`);
  await press();
  const own = page.getByRole('button', { name: 'Remove my own root' });
  if (await own.isVisible()) await own.click();
}

// The same by keys alone.
export async function placeByKeys(page, point) {
  await cell(page, point).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const own = page.getByRole('button', { name: 'Remove my own root' });
  if (await own.isVisible()) await own.click();
}
