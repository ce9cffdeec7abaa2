// Pages ask the server for each of their lists once, and for nothing on the way out.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launchChromium, pageOf } from './support/browsers.js';
import { settledPage, tour } from './support/tour.js';

const place = await tour();
const browser = await launchChromium();

after(async () => {
  await browser.close();
  await place.server.stop();
});

// A page of anna's, and the lists that it has asked for so far. What waits for a player is read
// again when its socket is there. Nothing is asked for because time passes: no page polls.
async function asking(t) {
  const page = await pageOf(browser, place.server.url, place.anna);
  t.after(() => page.context().close());
  await page.addInitScript(() => (window.setInterval = () => 0));
  const asked = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isOfThePage = /^\/api\/v1\/(?!me\/(turns|notifications)|live)/.test(pathname);
    if (request.method() === 'GET' && isOfThePage) asked.push(pathname.slice(7) + search);
  });
  return { page, asked };
}

const twice = (asked) => asked.filter((one, index) => asked.indexOf(one) !== index);

for (const name of [
  ...['watch', 'games', 'games-over', 'archive', 'play', 'challenges', 'challenge', 'invite'],
  ...['join', 'players', 'player', 'against', 'standings', 'statistics', 'puzzles'],
  'notifications',
]) {
  test(`the page ${name} asks for nothing twice`, async (t) => {
    const { page, asked } = await asking(t);
    const path = place.server.url + place.pages[name];
    await page.goto(path);
    await settledPage(page);
    const first = asked.splice(0);
    // From now on the browser knows that there is somebody.
    await page.goto(path);
    await settledPage(page);

    assert.ok(asked.length > 0 || name === 'notifications');
    assert.deepEqual({ first: twice(first), then: twice(asked) }, { first: [], then: [] });
    assert.deepEqual(page.faults, []);
  });
}

for (const name of ['watch', 'game', 'challenges', 'challenge', 'invite', 'join']) {
  test(`the page ${name} asks for nothing twice if it is there before its viewer is known`, async (t) => {
    const { page, asked } = await asking(t);
    let isThere;
    const there = new Promise((resolve) => (isThere = resolve));
    await page.route('**/api/v1/sessions/current', (route) => there.then(() => route.continue()));
    await page.goto(place.server.url + place.pages[name]);
    await page.waitForFunction(() => document.title !== 'Tanbo');
    isThere();
    await settledPage(page);

    assert.ok(asked.length > 0);
    assert.deepEqual(twice(asked), []);
  });
}

test('a list that is asked for twice would be seen', () => {
  assert.deepEqual(twice(['/games', '/setups', '/games']), ['/games']);
});

for (const name of ['puzzles', 'player', 'standings']) {
  test(`whoever leaves the page ${name} makes it ask for nothing more`, async (t) => {
    const { page, asked } = await asking(t);
    await page.goto(place.server.url + place.pages[name]);
    await settledPage(page);
    const before = new Set(asked.splice(0).map((one) => one.split(/[?/]/)[1]));

    await page.getByRole('link', { name: 'Learn' }).first().click();
    await page.waitForURL('**/learn');
    await settledPage(page);

    assert.deepEqual(
      asked.filter((one) => before.has(one.split(/[?/]/)[1])),
      [],
    );
  });
}
