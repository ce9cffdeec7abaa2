import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launchChromium } from '../support/browsers.js';
import { command, commandField, rested } from '../support/hands.js';
import { staged } from '../support/stage.js';
import { until } from '../support/until.js';

const games = JSON.parse(await readFile(new URL('../golden/games.json', import.meta.url)));
let stage;
let browser;

before(async () => {
  stage = await staged();
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await stage?.end();
});

// A page with a board; its errors fail the test.
async function opened(t, show, options = { viewport: { width: 1000, height: 1100 } }) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  t.after(async () => {
    await context.close();
    assert.deepEqual(errors, []);
  });
  await page.goto(stage.url);
  await page.waitForFunction(() => window.stage !== undefined);
  await page.evaluate((what) => stage.show(what), show);
  return page;
}

const state = (page) => page.evaluate(() => stage.state());
const said = (page) => page.locator('.said').textContent();

test('the board has one tab stop, and no letter does anything elsewhere', async (t) => {
  const page = await opened(t, { setup: '5x5x5' });
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
  for (const key of 'lrosxivmtb0,.?') await page.keyboard.press(key);

  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal(
    await page.getByRole('button', { name: 'Legal moves' }).getAttribute('aria-pressed'),
    'true',
  );
  assert.deepEqual(await page.evaluate(() => stage.calls), []);
});

test('letters jump, tell and step while the board has the focus', async (t) => {
  const page = await opened(t, { setup: '9x9', played: 'H7 B7' });
  const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await page.keyboard.press('Tab');

  await page.keyboard.press('l');
  assert.match(await label(), /^B1, legal, extends B2$/);
  await page.keyboard.press('r');
  assert.match(await label(), /^B2, black/);
  await page.keyboard.press('o');
  assert.match(await label(), /^H2, white/);
  await page.keyboard.press('v');
  assert.match(await said(page), /H2 is occupied/);
  await page.keyboard.press('t');
  assert.match(await said(page), /^Black 5:00/);
  await page.keyboard.press('m');
  assert.match(await said(page), /^White B7\./);
  for (const key of [',', '.', '<', '>', '0']) await page.keyboard.press(key);
  assert.deepEqual(
    await page.evaluate(() => stage.calls),
    ['back', 'on', 'first', 'last', 'present'].map((to) => `step ${to}`),
  );
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await until(
    async () => /^H2, white/.test((await label()) ?? ''),
    'the board has the focus again',
  );
  await page.keyboard.press('/');
  await commandField(page).waitFor();
});

test('letters can be switched off', async (t) => {
  const settings = {
    assistance: 'none',
    legal: false,
    badges: false,
    gauge: false,
    space: false,
    atOnce: false,
    keys: false,
    solid: 'layers',
    sound: 'off',
  };
  const page = await opened(t, { setup: '9x9', settings });
  await page.keyboard.press('Tab');

  for (const key of 'ls?t') await page.keyboard.press(key);
  await page.keyboard.press('ArrowRight');

  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^B1/);
  assert.equal(await page.locator('dialog[open]').count(), 0);
});

test('a click chooses and a second one places; a click beside does nothing', async (t) => {
  const page = await opened(t, { setup: '9x9' });
  const cell = page.getByRole('gridcell', { name: /^H7,/ });
  const box = await cell.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

  await page.mouse.click(box.x, box.y);
  assert.equal(await page.evaluate(() => stage.chosen()), undefined);
  await page.mouse.click(x, y);
  assert.equal(await page.evaluate(() => stage.chosen()), 'H7');
  await page.mouse.click(x, y);

  assert.equal((await state(page)).turns, 'H7');
});

test('a press that began before a change of the board does nothing after it', async (t) => {
  const page = await opened(t, { setup: '9x9' });
  const point = await page.getByRole('gridcell', { name: /^G8,/ }).boundingBox();
  const [x, y] = [point.x + point.width / 2, point.y + point.height / 2];

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => stage.play('H7'));
  await page.mouse.up();
  assert.equal(await page.evaluate(() => stage.chosen()), undefined);

  // And a press too soon after the change does nothing either, whatever the clock of the test is.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
    stage.play('B7');
  });
  await page.mouse.click(x, y);
  assert.equal(await page.evaluate(() => stage.chosen()), undefined);
  await page.evaluate(() => {
    const now = performance.now() + 401;
    performance.now = () => now;
  });
  await page.mouse.click(x, y);
  assert.equal(await page.evaluate(() => stage.chosen()), 'G8');
});

test('a root of one’s own is lifted only after a second button', async (t) => {
  const page = await opened(t, {
    setup: '9x9',
    played: games.whole9.played.split(' ').slice(0, -1).join(' '),
    seat: 1,
  });
  const last = games.whole9.played.split(' ').at(-1);
  const cell = await page.getByRole('gridcell', { name: new RegExp(`^${last},`) }).boundingBox();
  const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
  await rested(page);

  await page.mouse.click(x, y);
  assert.match(await page.locator('.words').textContent(), /your own root/);
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  assert.equal((await state(page)).winner, undefined);
  await page.getByRole('button', { name: /^Remove my own root/ }).click();

  assert.equal((await state(page)).winner, 0);
});

test('a root of one’s own is lifted by a command only after “yes”', async (t) => {
  const turns = games.whole9.played.split(' ');
  const page = await opened(t, { setup: '9x9', played: turns.slice(0, -1).join(' '), seat: 1 });
  const ask = (line) => command(page, line);

  await ask('yes');
  assert.match(await page.locator('.warned').textContent(), /Nothing to confirm/);
  await ask(turns.at(-1));
  assert.match(await said(page), /your own root.*type “yes”/);
  assert.equal((await state(page)).winner, undefined);
  await ask('yes');

  assert.equal((await state(page)).winner, 0);
});

test('with a dragged finger every point of the board is reached', async (t) => {
  const page = await opened(
    t,
    { setup: '9x9' },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );

  const missed = await page.evaluate(() => {
    const cells = [...document.querySelectorAll('[role=gridcell]')];
    return cells.filter((cell) => {
      const box = cell.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== cell;
    }).length;
  });

  assert.equal(missed, 0);
});

test('roots that go at the same time leave their prints in one frame', async (t) => {
  const turns = games.pair13.played.split(' ');
  const page = await opened(t, { setup: '13x13', played: turns.slice(0, -1).join(' ') });

  const counts = await page.evaluate(async (last) => {
    const frames = [];
    const observer = new MutationObserver(() =>
      frames.push(document.querySelectorAll('.print').length),
    );
    observer.observe(document.querySelector('.frame svg'), { childList: true, subtree: true });
    stage.play(last);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    observer.disconnect();
    return [...frames, document.querySelectorAll('.print').length];
  }, turns.at(-1));

  assert.deepEqual(new Set(counts), new Set([2]));
});

// The names of what moves right after the last turn of a game in which stones go.
async function animated(t, reducedMotion) {
  const turns = games.pair13.played.split(' ');
  const show = { setup: '13x13', played: turns.slice(0, -1).join(' ') };
  const viewport = { width: 1000, height: 1100 };
  const page = await opened(t, show, { viewport, reducedMotion });
  return page.evaluate(async (last) => {
    stage.play(last);
    const moving = document.getAnimations();
    await Promise.allSettled(moving.map((one) => one.ready));
    return moving.map((one) => ({
      name: one.animationName.replace(/^svelte-\w+-/, ''),
      ms: one.effect.getTiming().duration,
      start: one.startTime,
    }));
  }, turns.at(-1));
}

test('nothing moves for those who want less motion', async (t) => {
  assert.deepEqual(await animated(t, 'reduce'), []);
});

test('a stone grows out of its neighbour, and all roots that go rise together', async (t) => {
  const moving = await animated(t, 'no-preference');

  assert.deepEqual(moving.map(({ name, ms }) => `${name} ${ms}`).sort(), [
    'grow 180',
    'rise 420',
    'settle 420',
    'settle 420',
  ]);
  assert.equal(new Set(moving.map(({ start }) => start)).size, 1, 'all start in one frame');
});

test('text at 200 % spacing and 400 % size loses nothing', async (t) => {
  const page = await opened(t, { setup: '9x9' }, { viewport: { width: 320, height: 640 } });
  await page.evaluate(() => stage.choose('H7'));

  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
    );
    document.adoptedStyleSheets = [style];
  });

  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.board p:not(.hidden), .board button, .board label')]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline',
      )
      .map((one) => one.textContent),
  );
  assert.deepEqual(cut, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
});

test('a board in small has at most twelve nodes, and none while it is out of sight', async (t) => {
  const page = await opened(t, { setup: '9x9' });
  const { setup, played } = games.late4p;

  const near = await page.evaluate((what) => stage.mini(what), { setup, played });
  const far = await page.evaluate((what) => stage.mini(what), { setup, played, below: true });

  assert.ok(near > 4 && near <= 12, `${near} nodes`);
  assert.equal(far, 0);
});
