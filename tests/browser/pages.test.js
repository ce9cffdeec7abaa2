// Every page: accessible in every theme and width, in its own language, and deaf to what people
// type into it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { violations } from './support/axe.js';
import { launchChromium, pageOf } from './support/browsers.js';
import { client } from './support/client.js';
import { assertGolden } from './support/golden.js';
import { faintTexts } from './support/grounds.js';
import { hostile, settledPage, tour } from './support/tour.js';
import { until } from './support/until.js';
import { visitAt } from './support/visit.js';

const themes = ['light', 'dark', 'contrast'];
const [desk, phone] = [1280, 390];
// The rules that depend on room; all else is the same in each width.
const room = ['target-size', 'scrollable-region-focusable'];

const place = await tour();
const browser = await launchChromium();

after(async () => {
  await browser.close();
  await place.server.stop();
});

// A page of the tour at rest, by its name, for anna.
async function visited(t, name, options) {
  const address = place.server.url + place.pages[name];
  const page = await visitAt(t, browser, address, place.anna, options);
  await settledPage(page);
  return page;
}

const show = (page, theme) =>
  page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);

for (const name of Object.keys(place.pages)) {
  test(`axe finds nothing on the page ${name}, and its texts stand out in any theme`, async (t) => {
    const page = await visited(t, name, { viewport: { width: desk, height: 900 } });
    await show(page, themes[0]);
    const found = await violations(page);
    for (const theme of themes) {
      await show(page, theme);
      found.push(...(await faintTexts(page)).map((line) => `${theme}: ${line}`));
    }
    await page.setViewportSize({ width: phone, height: 900 });
    found.push(...(await violations(page, room)));
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) found.push(`${excess} px wider than a phone`);

    assert.deepEqual(found, []);
    assert.deepEqual(page.faults, []);
  });
}

test('a text that is faint in one theme alone is found there', async (t) => {
  const page = await visited(t, 'about');
  await page.evaluate(() => (document.querySelector('main p').style.color = '#1d1a16'));
  const found = {};
  for (const theme of ['light', 'dark']) {
    await show(page, theme);
    found[theme] = (await faintTexts(page)).length;
  }

  assert.deepEqual(found, { light: 0, dark: 1 });
});

test('axe finds what is broken on purpose', async () => {
  const page = await pageOf(browser, place.server.url);
  await page.goto(`${place.server.url}/sign-in`);
  await settledPage(page);
  await page.evaluate(() => document.querySelector('main label').remove());

  const found = await violations(page);

  assert.match(found.join('\n'), /label/);
  await page.context().close();
});

// Everything that is shown or said, but for what people have called themselves or written.
const saidOn = (page) =>
  page.evaluate(() => {
    const said = [document.title, document.body.innerText];
    for (const element of document.querySelectorAll('body *')) {
      for (const name of ['aria-label', 'placeholder', 'title']) {
        said.push(element.getAttribute(name) ?? '');
      }
    }
    return said.join('\n');
  });

// The words of a language's texts, without placeholders.
function vocabulary(language) {
  const texts = ['', 'board.', 'settings.', 'push.', 'play.', 'account.', 'pages.'].flatMap(
    (family) =>
      Object.values(
        JSON.parse(readFileSync(`${client}src/text/${family}${language}.json`, 'utf8')),
      ),
  );
  const plain = texts.join('\n').replace(/\{\w+(, \w+,)?|=0|one|other/g, ' ');
  return new Set(plain.toLowerCase().match(/\p{L}{3,}/gu));
}

// 27.5 and 28.5 were shown as 28 and 29: four seats won 102 % of the games.
test('the shares of the seats sum to all games', async () => {
  const { url } = place.server;
  const answer = await fetch(`${url}/api/v1/statistics?setup=19x19-4p`);
  const { seats } = (await answer.json()).self_play;
  const page = await pageOf(browser, url);
  await page.goto(`${url}/statistics/19x19-4p`);
  const shares = page.locator('table').last().locator('tbody tr td:nth-child(3)');
  await shares.first().waitFor();

  const shown = (await shares.allInnerTexts()).map((text) => Number.parseFloat(text));
  await page.context().close();

  assert.deepEqual(
    shown,
    seats.map(({ rate }) => Math.round(1000 * rate) / 10),
  );
  assert.equal(
    shown.reduce((sum, share) => sum + share),
    100,
  );
});

const german = vocabulary('de');
const names = ['anna', 'ben', 'cleo', 'dan', 'openapi', 'asyncapi', 'english', 'europe'];
const foreign = new Set(
  [...vocabulary('en')].filter((word) => !german.has(word) && !names.includes(word)),
);
const longestFirst = [...hostile].sort((a, b) => b.length - a.length);

for (const [name, path] of Object.entries(place.pages)) {
  test(`the page ${name} has no English words in German`, async (t) => {
    const page = await pageOf(browser, place.server.url, place.anna, { locale: 'de' });
    t.after(() => page.context().close());
    await page.context().addCookies([{ name: 'lang', value: 'de', url: place.server.url }]);
    await page.goto(place.server.url + path);
    await settledPage(page);

    let said = await saidOn(page);
    for (const text of longestFirst) said = said.replaceAll(text, '');
    // An address is no word of a language.
    said = said.replace(/https?:\/\/\S+/g, '');
    const words = said.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

    assert.deepEqual(
      [...new Set(words)].filter((word) => foreign.has(word)),
      [],
    );
    assert.deepEqual(page.faults, []);
  });
}

test('what people type is shown as it was typed, and nothing leaves the origin', async () => {
  const page = await pageOf(browser, place.server.url, place.anna);
  const origins = new Set();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('dialog', (dialog) => page.faults.push(`a dialog says ${dialog.message()}`));

  await page.goto(place.server.url + place.pages.game);
  await settledPage(page);
  await page.getByRole('tab', { name: 'Chat' }).click();
  const lines = page.getByRole('log', { name: 'Chat' }).locator('li');
  await until(async () => (await lines.count()) === hostile.length, 'all lines are there');
  const said = await lines.evaluateAll((all) => all.map((line) => line.textContent));
  const shown = hostile.map((text, index) => said[index].includes(text));
  await page.goto(place.server.url + place.pages.player);
  await settledPage(page);
  await page.getByText(hostile[0]).waitFor();

  assert.ok(shown.every(Boolean), said.join('\n'));
  assert.deepEqual(page.faults, []);
  assert.deepEqual([...origins], [place.server.url]);
  await page.context().close();
});

test('the tree that screen readers get is what it was', async () => {
  const page = await pageOf(browser, place.server.url, undefined, {
    viewport: { width: 1280, height: 900 },
  });
  for (const name of ['about', 'sign-up', 'game-large', 'missing']) {
    await page.goto(place.server.url + place.pages[name]);
    await settledPage(page);
    await assertGolden(`tree.${name}.yaml`, `${await page.locator('body').ariaSnapshot()}\n`);
  }
  await page.context().close();
});
