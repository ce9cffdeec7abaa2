// Menus lie within the window, wherever their buttons are; notices leave the board where it is.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pageOf, showsBoard } from './support/browsers.js';
import { begun } from './support/player.js';
import { browser, ownServer, server, visit } from './support/server_and_browser.js';
import { member, settledPage } from './support/tour.js';
import { until } from './support/until.js';
import { desk, phone } from './support/visit.js';

const widths = [320, 360, 390, 480, 640, 768, 900, 960, 1024, 1200, 1440];

let anna, ben, id;

before(async () => {
  [anna, ben] = [await member(server, 'annabelle_with_long_name'), await member(server, 'ben')];
  id = await begun([anna, ben], { setup: '9x9' });
  for (let count = 1; count <= 30; ++count) {
    await ben.ask('POST', `/games/${id}/chat?room=players`, { text: `message ${count}` });
  }
});

// A page at rest.
async function settled(t, path, player, options) {
  const page = await visit(t, path, player, options);
  await settledPage(page);
  return page;
}

// Faults of the menu that is open: what of it is beside the window, or under something else.
const faultsOf = (page) =>
  page.evaluate(() => {
    const faults = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push(`the page has ${root.scrollWidth} px`);
    const list = document.querySelector('.menu .list');
    if (!list) return [...faults, 'no menu'];
    for (const entry of list.querySelectorAll('a, button')) {
      const { left, right, top, bottom } = entry.getBoundingClientRect();
      const name = entry.textContent.trim();
      if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight)
        faults.push(`${name} is outside: ${[left, right, top, bottom].map(Math.round)}`);
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!entry.contains(seen)) faults.push(`${name} is covered`);
    }
    return faults;
  });

for (const locale of ['en', 'de']) {
  for (const [who, path, player] of [
    ['a stranger on the first page', () => '/', () => undefined],
    ['a player at home', () => '/', () => anna],
    ['a player in a game', () => `/games/${id}`, () => anna],
  ]) {
    test(`no menu of ${who} is wider than a window of any width, in ${locale}`, async (t) => {
      const page = await settled(t, path(), player(), { ...desk, locale });
      const found = [];
      let opened = 0;
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const buttons = page.locator('.menu > button').locator('visible=true');
        for (let index = 0; index < (await buttons.count()); ++index) {
          const button = buttons.nth(index);
          await button.click();
          ++opened;
          found.push(...(await faultsOf(page)).map((fault) => `${width} px: ${fault}`));
          await page.keyboard.press('Escape');
        }
      }

      assert.ok(opened >= widths.length, `${opened} menus`);
      assert.deepEqual(found, []);
      assert.deepEqual(page.faults, []);
    });
  }
}

for (const [name, options] of [
  ['a desk', desk],
  ['a phone', phone],
]) {
  // The fault: below the last message there was no room for its menu.
  test(`the menu of any message is in reach, by keys too, on ${name}`, async (t) => {
    const page = await settled(t, `/games/${id}`, anna, options);
    await page.getByRole('tab', { name: 'Chat' }).click();
    const menus = page.getByRole('log', { name: 'Chat' }).locator('.menu > button');
    await until(async () => (await menus.count()) === 30, 'all messages are there');

    for (const index of [29, 28, 15, 0]) {
      const menu = menus.nth(index);
      await menu.scrollIntoViewIfNeeded();
      await menu.focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(await faultsOf(page), [], `message ${index + 1}`);
      await page.keyboard.press('Tab');
      const mute = page.getByRole('button', { name: 'Mute ben' });
      assert.ok(await mute.evaluate((one) => one === document.activeElement));
      await page.keyboard.press('Escape');
      assert.ok(await menu.evaluate((one) => one === document.activeElement));
    }
    assert.deepEqual(page.faults, []);
  });

  test(`a notice does not move the board, on ${name}`, async (t) => {
    const own = await ownServer(t);
    const [cleo, dan] = [await member(own, 'cleo'), await member(own, 'dan')];
    const game = await begun([cleo, dan], { setup: '9x9' });
    const page = await pageOf(browser, own.url, cleo, options);
    await page.goto(`${own.url}/games/${game}`);
    await showsBoard(page, await cleo.game(game));
    await settledPage(page);
    await page.evaluate(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!entry.hadRecentInput) window.shift += entry.value;
        }
      }).observe({ type: 'layout-shift' });
    });
    const board = page.locator('.frame');
    const before = await board.boundingBox();

    await own.kill();
    const notice = page.getByText(/^Offline since/);
    await notice.waitFor();
    const during = await board.boundingBox();
    const said = await notice.boundingBox();
    await own.launch();
    await notice.waitFor({ state: 'hidden' });

    assert.deepEqual([during, await board.boundingBox()], [before, before]);
    assert.ok(said.y + said.height <= options.viewport.height, JSON.stringify(said));
    const shift = await page.evaluate(() => window.shift);
    assert.ok(shift < 0.02, `${shift}`);
  });
}
