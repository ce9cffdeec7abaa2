// The look of pages: where the board is and how large, what is in the first screen, and that nothing
// waits for the font of headings.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, pageOf, showsBoard } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { lensTarget } from './support/hands.js';
import { begun, Player } from './support/player.js';
import { choice, lookOf } from './support/rules.js';
import { browser, server } from './support/server_and_browser.js';
import { settledPage } from './support/tour.js';
import { until } from './support/until.js';

const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const clock = { kind: 'fischer', initial_s: 600, increment_s: 10, max_s: 1200 };

let players;

before(async () => {
  players = await Promise.all(Array.from({ length: 4 }, () => Player.guest(server)));
});

async function opened(t, path, player, options) {
  const page = await pageOf(browser, server.url, player, options);
  t.after(() => page.context().close());
  await page.goto(server.url + path);
  return page;
}

async function gamePage(t, options, setup = '19x19', seats = 2) {
  const id = await begun(players.slice(0, seats), { setup, clock });
  const page = await opened(t, `/games/${id}`, players[0], options);
  await showsBoard(page, await players[0].game(id));
  await page.waitForLoadState('networkidle');
  return { page, id };
}

const box = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
};

// The box of a part without what is only there for its size.
const isWithin = ({ left, top, right, bottom }, { viewport }) =>
  left >= 0 && top >= 0 && right <= viewport.width && bottom <= viewport.height;

test('on a desk the board is as large as the window, with the players around it', async (t) => {
  const { page } = await gamePage(t, desk);

  const board = await box(page.locator('.centre svg').filter({ has: page.locator('.water') }));
  const bars = page.locator('.centre ol');
  const [above, under] = [await box(bars.first()), await box(bars.last())];
  const time = await box(bars.last().getByRole('timer'));

  assert.ok(board.height >= 0.83 * 900, `${board.height} px`);
  assert.ok(
    above.bottom <= board.top && board.bottom <= under.top,
    JSON.stringify([above, board, under]),
  );
  assert.ok(time.top - board.bottom <= 80, 'the own clock is beside the board');
  assert.ok([above, board, under].every((one) => isWithin(one, desk)));
  assert.deepEqual(page.faults, []);
});

test('four players sit around the board in turn order, the viewer below it', async (t) => {
  const { page } = await gamePage(t, desk, '19x19-4p', 4);
  const names = await page
    .locator('.centre ol')
    .evaluateAll((lists) =>
      lists.map((list) =>
        [...list.querySelectorAll('li')].map(
          (one) => /Black|White|Red|Green/.exec(one.innerText)[0],
        ),
      ),
    );

  assert.deepEqual(names, [
    ['Green', 'Red'],
    ['Black', 'White'],
  ]);
});

test('on a phone board, lens and the button to place are in one screen', async (t) => {
  const { page, id } = await gamePage(t, phone);
  const point = choice(lookOf(await players[0].game(id)), chanceOf(5));
  const target = await box(cell(page, point));
  const [x, y] = [(target.left + target.right) / 2, (target.top + target.bottom) / 2];

  await page.touchscreen.tap(x, y);
  const lens = page.locator('.lens');
  await lens.waitFor();
  await until(async () => {
    const inLens = await lensTarget(page, point);
    await page.touchscreen.tap(inLens.x, inLens.y);
    return page.getByRole('button', { name: /^Play [A-Z]/ }).isVisible();
  }, 'a point is chosen');

  const button = await box(page.getByRole('button', { name: /^Play [A-Z]/ }));
  const board = await box(page.locator('div.frame'));
  assert.equal(board.width, 390);
  assert.ok(button.height >= 52, `${button.height} px`);
  const parts = { board, lens: await box(lens), button };
  for (const [name, part] of Object.entries(parts)) {
    assert.ok(isWithin(part, phone), `${name}: ${JSON.stringify(part)}`);
  }
  const scrolled = await page.evaluate(() => scrollY);
  assert.equal(scrolled, 0);
  assert.deepEqual(page.faults, []);
});

test('on a phone all layers and both players are in one screen, with the half rings explained', async (t) => {
  const { page } = await gamePage(t, phone, '5x5x5');
  const key = page.locator('.frame').getByText('joined to the layer below');
  await key.waitFor();

  const bars = page.locator('.centre ol');
  const tabs = await box(page.getByRole('tab', { name: 'Moves' }));
  const parts = { key, board: page.locator('div.frame'), first: bars.first(), last: bars.last() };
  for (const [name, part] of Object.entries(parts)) {
    const seen = await box(part);
    assert.ok(isWithin(seen, phone), `${name}: ${JSON.stringify(seen)}`);
    assert.ok(seen.bottom <= tabs.top, `${name} is not below the bar: ${JSON.stringify(seen)}`);
  }
});

test('a flat board has no layers to explain', async (t) => {
  const { page } = await gamePage(t, phone, '9x9');

  assert.equal(await page.getByText('joined to the layer').count(), 0);
});

test('what a move removed is told in a sentence until the next one', async (t) => {
  const { page, id } = await gamePage(t, desk, '9x9');
  const chance = chanceOf(2);
  let look = lookOf(await players[0].game(id));
  while (look.removed.length === 0) {
    await players[look.toMove].move(id, choice(look, chance), look.ply);
    look = lookOf(await players[0].game(id));
  }
  const [root] = look.removed;
  const story = page.locator('.story');
  await until(async () => (await story.count()) === 1, 'the story is told');
  const told = await story.innerText();
  for (const part of [
    look.turns.at(-1),
    look.geometry.name(root.seed),
    `${root.stones.length} stone`,
  ]) {
    assert.ok(told.includes(part), `${told} has no ${part}`);
  }
  assert.equal(await page.locator('.print').count(), look.removed.length);
  if (look.toMove === undefined) return;
  const next = look
    .legal(look.toMove)
    .find((point) => look.preview(look.toMove, point).lifted.length === 0);
  await players[look.toMove].move(id, look.geometry.name(next), look.ply);
  await until(async () => (await story.count()) === 0, 'the story is over');
  assert.equal(await page.locator('.print').count(), 0);
});

test('the front page shows a board, a headline and one green button in the first screen', async (t) => {
  for (const [options, least] of [
    [desk, 600],
    [phone, 366],
  ]) {
    const page = await opened(t, '/', undefined, options);
    const picture = page.locator('.front .mini svg');
    await picture.waitFor();
    const board = await box(picture);
    assert.ok(board.height >= least, `${board.height} px`);
    const primary = page.locator('.primary');
    assert.equal(await primary.count(), 1);
    const parts = { board, title: await box(page.locator('h1')), primary: await box(primary) };
    for (const [name, part] of Object.entries(parts)) {
      assert.ok(isWithin(part, options), `${name}: ${JSON.stringify(part)}`);
    }
    assert.deepEqual(page.faults, []);
  }
});

test('home says in how many games it is the viewer’s turn, that with the least time first', async (t) => {
  const [one, other] = await Promise.all([Player.guest(server), Player.guest(server)]);
  const days = (count) => ({ kind: 'per-move', per_move_s: count * 86_400 });
  const ids = [];
  for (const count of [5, 1, 3])
    ids.push(await begun([one, other], { setup: '9x9', clock: days(count) }));
  const page = await opened(t, '/', one, desk);

  await page.getByRole('heading', { level: 1, name: 'Your turn in 3 games' }).waitFor();
  const links = await page
    .locator('.tiles a')
    .evaluateAll((all) => all.map((link) => link.pathname));
  assert.deepEqual(
    links,
    [ids[1], ids[2], ids[0]].map((id) => `/games/${id}`),
  );
  await page.getByRole('link', { name: 'Next game' }).click();
  await page.waitForURL(`**/games/${ids[1]}`);
});

test('the button that starts a game is in sight, however long the form is', async (t) => {
  for (const options of [desk, phone]) {
    const page = await opened(t, '/play', players[0], options);
    const start = page.locator('form button.primary');
    await start.waitFor();
    assert.ok(isWithin(await box(start), options), JSON.stringify(await box(start)));
  }
});

test('no word of the rail is cut, in either language', async (t) => {
  for (const lang of ['en', 'de']) {
    const page = await pageOf(browser, server.url, players[0], { ...desk, locale: lang });
    t.after(() => page.context().close());
    await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
    await page.goto(`${server.url}/about`);
    const words = page.locator('header .main a > span:not(.count)');
    await words.first().waitFor();
    const cut = await words.evaluateAll((all) =>
      all
        .filter(
          (one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > 80,
        )
        .map((one) => one.textContent),
    );
    assert.deepEqual(cut, []);
  }
});

test('on a page without a game on the foot of a phone are five ways on', async (t) => {
  const page = await opened(t, '/puzzles/1', players[0], phone);
  const tabs = page.locator('header nav').locator('visible=true');
  await tabs.first().waitFor();
  const boxes = await Promise.all((await tabs.all()).map((one) => box(one)));

  assert.ok(
    boxes.every((one) => Math.abs(one.bottom - 844) < 1),
    JSON.stringify(boxes),
  );
  assert.equal(await page.locator('header nav').locator('a:visible, button:visible').count(), 5);
});

// The page's requests for fonts, and how far its content was shifted.
async function fontsOf(t, savesData) {
  const page = await pageOf(browser, server.url, undefined, desk);
  t.after(() => page.context().close());
  const fonts = [];
  page.on('request', (request) => {
    if (/\.woff2$/.test(request.url())) fonts.push(request.url());
  });
  await page.addInitScript((saves) => {
    if (saves) Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    window.order = [];
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) if (/woff2/.test(name)) window.order.push('font');
    }).observe({ type: 'resource', buffered: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.mini svg .root')) return;
      window.order.push('board');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, savesData);
  await page.goto(server.url);
  await page.locator('.front .mini svg').waitFor();
  return { page, fonts };
}

test('headings get their font after the first board, and nothing is shifted by it', async (t) => {
  const { page, fonts } = await fontsOf(t, false);

  await page.waitForFunction(
    () => document.fonts.check('700 16px "Zen Maru Gothic"') && document.fonts.size > 0,
  );
  await page.waitForLoadState('networkidle');

  assert.equal(fonts.length, 1);
  assert.deepEqual(await page.evaluate(() => window.order), ['board', 'font']);
  const shift = await page.evaluate(() => window.shift);
  assert.ok(shift < 0.02, `${shift}`);
  assert.deepEqual(page.faults, []);
});

test('no font is fetched for somebody who saves data', async (t) => {
  const { page, fonts } = await fontsOf(t, true);
  await page.waitForLoadState('networkidle');

  assert.deepEqual(fonts, []);
});

// The widths of a page's headings and buttons before their font is there and after, and how far it
// shifted what is below them.
async function widthsOf(t, path, options) {
  const page = await pageOf(browser, server.url, players[0], options);
  t.after(() => page.context().close());
  let come;
  const isToCome = new Promise((resolve) => (come = resolve));
  await page.route('**/*.woff2', async (route) => {
    await isToCome;
    await route.continue();
  });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const asked = page.waitForRequest(/\.woff2$/);
  await page.goto(server.url + path);
  await asked;
  await settledPage(page, { held: /\.woff2$/ });
  const measure = () =>
    page.locator('main :is(h1, h2, h3, .button), nav a > span').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.textContent.trim().length > 3)
        .map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return [one.textContent.trim(), range.getBoundingClientRect().width];
        }),
    );
  const before = await measure();
  const shiftBefore = await page.evaluate(() => window.shift);
  come();
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => /Zen/.test(family) && status === 'loaded'),
  );
  // Until it is painted.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
  );
  await page.waitForLoadState('networkidle');
  const after = await measure();
  return { before, after, shift: (await page.evaluate(() => window.shift)) - shiftBefore };
}

for (const [name, path, options] of [
  ['Watch on a desk', '/watch', desk],
  ['the settings on a phone', '/settings', phone],
  ['the rules on a phone', '/about', phone],
  ['a player on a desk', '/standings', desk],
]) {
  test(`the font of headings shifts nothing on the page of ${name}`, async (t) => {
    const { before, after, shift } = await widthsOf(t, path, options);

    assert.ok(before.length >= 2, `${before.length} texts`);
    assert.ok(shift < 0.02, `${shift}`);
    const mean = (all) => all.reduce((sum, [, width]) => sum + width, 0);
    const ratio = mean(after) / mean(before);
    assert.ok(Math.abs(ratio - 1) < 0.05, `${ratio}: ${JSON.stringify([before, after])}`);
  });
}

test('nothing on the page for new games moves when the boards come', async (t) => {
  for (const options of [desk, phone]) {
    const page = await pageOf(browser, server.url, players[0], options);
    t.after(() => page.context().close());
    let come;
    const isToCome = new Promise((resolve) => (come = resolve));
    await page.route('**/api/v1/setups', async (route) => {
      await isToCome;
      await route.continue();
    });
    await page.route(/engine.*\.wasm$/, async (route) => {
      await isToCome;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/v1/setups');
    await page.goto(`${server.url}/play`);
    await asked;
    await settledPage(page, { held: /setups|\.wasm$/ });
    const create = page.getByRole('button', { name: 'Create game' });
    const places = () =>
      page
        .locator('form legend, form label')
        .evaluateAll((all) =>
          all.map((one) => [one.textContent.trim().slice(0, 20), one.getBoundingClientRect().top]),
        );
    const before = await places();
    assert.equal(await create.isDisabled(), true);
    come();
    await until(() => create.isEnabled(), 'the boards');
    await settledPage(page);
    await page.locator('label:has(input[value="9x9"]) .mini svg').waitFor();

    assert.deepEqual(await places(), before);
  }
});
