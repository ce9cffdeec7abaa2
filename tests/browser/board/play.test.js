import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launchChromium } from '../support/browsers.js';
import { staged } from '../support/stage.js';

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

// Waits until presses count again after a change.
async function rested(page) {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 420, since);
}

// Walks with the arrows from the cell that has the focus to a point of a plane.
async function walkTo(page, point) {
  const columns = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
  const place = (name) => [columns.indexOf(name[0]), Number(name.slice(1))];
  const at = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  const [x, y] = place(at.split(',')[0]);
  const [toX, toY] = place(point);
  for (let step = 0; step < Math.abs(toX - x); step += 1) {
    await page.keyboard.press(toX > x ? 'ArrowRight' : 'ArrowLeft');
  }
  for (let step = 0; step < Math.abs(toY - y); step += 1) {
    await page.keyboard.press(toY > y ? 'ArrowUp' : 'ArrowDown');
  }
}

test('a whole game on 9x9 is played by keyboard alone', async (t) => {
  const page = await opened(t, { setup: '9x9' });
  const turns = games.whole9.played.split(' ');
  await page.keyboard.press('Tab');

  for (const point of turns) {
    await walkTo(page, point);
    await page.keyboard.press('Enter');
    const own = (await page.locator('.words').textContent()).includes('your own root');
    await page.keyboard.press('Enter');
    if (own) {
      // The second confirmation is a button of its own, the next stop but one.
      const isPlaced = (await state(page)).turns.endsWith(` ${point}`);
      assert.equal(isPlaced, false);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      // The button went with the choice, and the focus is where it was on the board.
      assert.equal(await page.evaluate(() => document.activeElement.role), 'gridcell');
    }
  }

  const end = await state(page);
  assert.equal(end.turns, games.whole9.played);
  assert.equal(end.winner, 0);
});

test('a whole game on 9x9 is played by commands and what is said alone', async (t) => {
  const page = await opened(t, { setup: '9x9', canPlay: true });
  const field = page.getByRole('textbox', { name: 'Command' });
  const ask = async (line) => {
    await field.fill(line);
    await field.press('Enter');
    return said(page);
  };

  let turns = 0;
  for (;;) {
    const words = await ask('legal');
    const points = [...(words.split(':')[1] ?? '').matchAll(/[A-HJ]\d/g)].map(([name]) => name);
    if (points.length === 0) break;
    // A point in the middle, unless the board says that it would lift a root of one's own.
    let choice = points[points.length >> 1];
    if ((await ask(`preview ${choice}`)).includes('your own root')) choice = points[0];
    const before = await said(page);
    const after = await ask(choice);
    turns += 1;
    if (after.includes('type “yes”')) await ask('yes');
    assert.notEqual(await said(page), before);
    if ((await said(page)).includes('has won')) break;
    assert.ok(turns < 400);
  }

  const end = await state(page);
  assert.ok((await said(page)).includes(end.winner === 0 ? 'Black has won' : 'White has won'));
  assert.equal(end.turns.split(' ').length, turns);
});

test('the board has one tab stop, and no letter does anything elsewhere', async (t) => {
  const page = await opened(t, { setup: '5x5x5' });
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);

  await page.getByRole('button', { name: 'Keys' }).focus();
  for (const key of 'lrosxivmtb0,.?') await page.keyboard.press(key);

  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal(
    await page.getByRole('button', { name: 'Legal points' }).getAttribute('aria-pressed'),
    'false',
  );
  assert.deepEqual(await page.evaluate(() => stage.calls), []);
});

test('letters jump, tell and step while the board has the focus', async (t) => {
  const page = await opened(t, { setup: '9x9', played: 'H7 B7' });
  const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await page.keyboard.press('Tab');

  await page.keyboard.press('l');
  assert.match(await label(), /^B1, empty, legal, would extend B2$/);
  await page.keyboard.press('r');
  assert.match(await label(), /^B2, black/);
  await page.keyboard.press('o');
  assert.match(await label(), /^H2, white/);
  await page.keyboard.press('v');
  assert.match(await said(page), /There is a stone on H2 already/);
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
  await page.keyboard.press('Escape');
  assert.match(await label(), /^H2, white/);
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'INPUT');
});

test('letters can be switched off', async (t) => {
  const settings = {
    legal: false,
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
  assert.equal(await page.locator('.legal, dialog[open]').count(), 0);
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
  await page.getByRole('button', { name: /^Yes, lift my own root/ }).click();

  assert.equal((await state(page)).winner, 0);
});

test('a root of one’s own is lifted by a command only after “yes”', async (t) => {
  const turns = games.whole9.played.split(' ');
  const page = await opened(t, { setup: '9x9', played: turns.slice(0, -1).join(' '), seat: 1 });
  const field = page.getByRole('textbox', { name: 'Command' });
  const ask = async (line) => {
    await field.fill(line);
    await field.press('Enter');
  };

  await ask('yes');
  assert.match(await page.locator('.warned').textContent(), /nothing to confirm/);
  await ask(turns.at(-1));
  assert.match(await said(page), /your own root.*type “yes”/);
  assert.equal((await state(page)).winner, undefined);
  await ask('yes');

  assert.equal((await state(page)).winner, 0);
});

test('on a phone a 19x19 game is played by touch through the lens', async (t) => {
  const page = await opened(
    t,
    { setup: '19x19' },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
  const turns = ['A18', 'G18', 'N18', 'T18', 'G12', 'A12', 'T12', 'N12'];
  const tap = (x, y) => page.touchscreen.tap(x, y);

  for (const point of turns) {
    const cell = await page.getByRole('gridcell', { name: new RegExp(`^${point},`) }).boundingBox();
    await page.evaluate(() => window.scrollTo(0, 0));
    await rested(page);
    // On the board a tap only moves the lens.
    await tap(cell.x + cell.width / 2, cell.y + cell.height / 2);
    assert.equal(await page.evaluate(() => stage.chosen()), undefined);

    const lens = page.locator('.lens');
    const [box, view] = [
      await lens.boundingBox(),
      await lens.locator('svg').getAttribute('viewBox'),
    ];
    const [left, top, width] = view.split(' ').map(Number);
    const scale = box.width / width;
    assert.ok(0.84 * 40 * scale >= 44, `${(0.84 * 40 * scale).toFixed(1)} px`);
    const stone = await page.evaluate((name) => {
      const cell = [...document.querySelectorAll('[role=gridcell]')].find((one) =>
        one.ariaLabel.startsWith(`${name},`),
      );
      const svg = document.querySelector('.frame svg');
      const [cellBox, svgBox] = [cell.getBoundingClientRect(), svg.getBoundingClientRect()];
      const scale = svg.viewBox.baseVal.width / svgBox.width;
      return {
        x: (cellBox.x + cellBox.width / 2 - svgBox.x) * scale,
        y: (cellBox.y + cellBox.height / 2 - svgBox.y) * scale,
      };
    }, point);
    const [x, y] = [box.x + (stone.x - left) * scale, box.y + (stone.y - top) * scale];
    await rested(page);
    // Between four points there is nothing.
    await tap(
      x + 20 * scale * (stone.x > left + width / 2 ? -1 : 1),
      y + 20 * scale * (stone.y > top + 80 ? -1 : 1),
    );
    assert.equal(await page.evaluate(() => stage.chosen()), undefined);
    await tap(x, y);
    assert.equal(await page.evaluate(() => stage.chosen()), point);
    const button = page.getByRole('button', { name: `Place ${point}` });
    assert.ok((await button.boundingBox()).height >= 44);
    await button.tap();
    assert.ok((await state(page)).turns.endsWith(point));
  }

  assert.equal((await state(page)).turns, turns.join(' '));
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

test('stones that go at the same time are ghosts in one frame', async (t) => {
  const turns = games.pair13.played.split(' ');
  const page = await opened(t, { setup: '13x13', played: turns.slice(0, -1).join(' ') });

  const counts = await page.evaluate(async (last) => {
    const frames = [];
    const observer = new MutationObserver(() =>
      frames.push(document.querySelectorAll('.ghost').length),
    );
    observer.observe(document.querySelector('.frame svg'), { childList: true, subtree: true });
    stage.play(last);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    observer.disconnect();
    return [...frames, document.querySelectorAll('.ghost').length];
  }, turns.at(-1));

  assert.deepEqual(new Set(counts), new Set([2]));
});

// The names of what moves right after the last turn of a game in which stones go.
async function animated(t, reducedMotion) {
  const turns = games.pair13.played.split(' ');
  const show = { setup: '13x13', played: turns.slice(0, -1).join(' ') };
  const viewport = { width: 1000, height: 1100 };
  const page = await opened(t, show, { viewport, reducedMotion });
  return page.evaluate((last) => {
    stage.play(last);
    return document.getAnimations().map((one) => one.animationName ?? one.transitionProperty);
  }, turns.at(-1));
}

test('nothing moves for those who want less motion', async (t) => {
  assert.deepEqual(await animated(t, 'reduce'), []);
  assert.equal((await animated(t, 'no-preference')).length, 2);
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
    [...document.querySelectorAll('.board p, .board button, .board label')]
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline',
      )
      .map((one) => one.textContent),
  );
  assert.deepEqual(cut, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
});

test('a late move with many stones takes at most four times the script of a first one', async (t) => {
  const late = games.late19.played.split(' ');
  const page = await opened(t, { setup: '9x9' });
  // The quickest of some runs: what else the machine does only ever adds.
  const quickest = async (show, turn) => {
    const times = [];
    for (let run = 0; run < 15; run += 1) {
      await page.evaluate((what) => stage.show(what), show);
      times.push(
        await page.evaluate((what) => {
          const start = performance.now();
          stage.play(what);
          return performance.now() - start;
        }, turn),
      );
    }
    return Math.min(...times);
  };
  await quickest({ setup: '9x9' }, 'H7');

  const first = await quickest({ setup: '9x9' }, 'H7');
  const last = await quickest({ setup: '19x19', played: late.slice(0, -1).join(' ') }, late.at(-1));

  assert.ok(last <= 4 * first, `${last.toFixed(1)} ms against ${first.toFixed(1)} ms`);
});

test('a board in small has at most twelve nodes, and none while it is out of sight', async (t) => {
  const page = await opened(t, { setup: '9x9' });
  const { setup, played } = games.late4p;

  const near = await page.evaluate((what) => stage.mini(what), { setup, played });
  const far = await page.evaluate((what) => stage.mini(what), { setup, played, below: true });

  assert.ok(near > 4 && near <= 12, `${near} nodes`);
  assert.equal(far, 0);
});
