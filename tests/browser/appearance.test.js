// A setting about the look of pages holds on every page of the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, pageOf, showsBoard } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { until } from './support/until.js';

// The content of a board of four.
async function boardOf(page) {
  await page.goto(`${server.url}/board/19x19-4p`);
  await cell(page, 'A1').waitFor();
  return page.evaluate(() => {
    const picture = document.querySelector('svg:has(.water)');
    const style = (name, what) => getComputedStyle(picture.querySelector(name))[what];
    return {
      theme: document.documentElement.dataset.theme,
      isLabelled: style('text', 'fill') !== 'rgba(0, 0, 0, 0)',
      isMarked: style('.mark', 'display') !== 'none',
      isLegalShown: picture.querySelector('.sprout').getAttribute('d') !== '',
    };
  });
}

test('what is set holds on boards and on pages that are loaded later', async () => {
  const page = await pageOf(browser, server.url);
  const usual = await boardOf(page);

  await page.goto(`${server.url}/settings`);
  for (const name of ['Coordinates', 'Symbols on stones']) await page.getByLabel(name).uncheck();
  await page.getByLabel('Seedlings on legal points').uncheck();
  await page.getByLabel('High contrast').check();
  const changed = await boardOf(page);
  await page.goto(`${server.url}/settings`);
  const isKept = await page.getByLabel('Coordinates').isChecked();

  assert.deepEqual(usual, {
    theme: undefined,
    isLabelled: true,
    isMarked: true,
    isLegalShown: true,
  });
  assert.deepEqual(changed, {
    theme: 'contrast',
    isLabelled: false,
    isMarked: false,
    isLegalShown: false,
  });
  assert.equal(isKept, false);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

// The look of the live board in the settings: its paths, colours, and the words about it.
const previewOf = (page) =>
  page.locator('.preview .board').evaluate((board) => {
    const shapes = [...board.querySelectorAll('svg *')].map((one) => {
      const { fill, stroke, display } = getComputedStyle(one);
      return [one.getAttribute('d') ?? one.textContent, fill, stroke, display].join();
    });
    // The water is a paint that the picture refers to.
    const stop = document.querySelector('#tanbo-water stop');
    return [...shapes, getComputedStyle(stop).stopColor].join('\n');
  });

async function appearance(t, options) {
  const page = await pageOf(browser, server.url, undefined, options);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/settings/appearance`);
  await page.locator('.preview svg .root').first().waitFor();
  return page;
}

const choices = [
  ['Some', 'radio'],
  ['None', 'radio'],
  ['Seedlings on legal points', 'switch'],
  ['Badges for root space 3, 2 and 1', 'switch'],
  ['Root space of every root', 'switch'],
  ['Symbols on stones', 'switch'],
  ['Coordinates', 'switch'],
  ['Dark', 'radio'],
  ['Slate', 'radio'],
];

for (const [name, role] of choices) {
  test(`${name} changes the board beside it in the same frame, and needs no button`, async (t) => {
    const page = await appearance(t);
    const before = await previewOf(page);
    const control = page
      .getByRole(role, { name, exact: true })
      .or(page.getByRole(role, { name: new RegExp(`^${name} `) }))
      .first();

    // Everything within one task: no frame comes between the press and what is seen.
    const isSame = await control.evaluate((input) => {
      const look = () =>
        [...document.querySelectorAll('.preview .board svg *')]
          .map((one) => {
            const { fill, stroke, display } = getComputedStyle(one);
            return [one.getAttribute('d') ?? one.textContent, fill, stroke, display].join();
          })
          .concat(getComputedStyle(document.querySelector('#tanbo-water stop')).stopColor)
          .join();
      const first = look();
      input.click();
      return Promise.resolve().then(() => look() === first);
    });
    assert.equal(isSame, false);
    const after = await previewOf(page);
    assert.notEqual(after, before);
    await page.reload();
    await page.locator('.preview svg .root').first().waitFor();
    assert.equal(await previewOf(page), after, 'it is kept');
    assert.deepEqual(page.faults, []);
  });
}

test('theme, field and switches are there again after a reload', async (t) => {
  const page = await appearance(t);
  await page.getByLabel('High contrast').check();
  await page.getByLabel('Straw').check();
  await page.getByRole('switch', { name: /^Motion/ }).uncheck();
  await page.reload();
  await page.locator('.preview svg .root').first().waitFor();

  assert.ok(await page.getByLabel('High contrast').isChecked());
  assert.ok(await page.getByLabel('Straw').isChecked());
  assert.equal(await page.getByRole('switch', { name: /^Motion/ }).isChecked(), false);
  const data = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  assert.deepEqual(data, { theme: 'contrast', surface: 'straw', still: '' });
});

test('on a phone the list comes first, and the board stays in sight above the cards', async (t) => {
  const page = await pageOf(browser, server.url, undefined, {
    viewport: { width: 390, height: 844 },
  });
  t.after(() => page.context().close());
  await page.goto(`${server.url}/settings`);
  const link = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', {
    name: 'Appearance',
  });
  await link.waitFor();
  assert.equal(await page.getByLabel('Coordinates').isVisible(), false);
  await link.click();
  await page.locator('.preview svg .root').first().waitFor();
  await page.getByLabel('Deutsch').scrollIntoViewIfNeeded();

  const board = await page.locator('.preview .board').boundingBox();
  assert.equal(Math.round(board.height), 200);
  assert.ok(board.y >= 0 && board.y + board.height <= 844, `${board.y}`);
  assert.equal(await link.isVisible(), false);
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await link.waitFor();
});

test('nothing moves for those who set it so', async (t) => {
  const page = await pageOf(browser, server.url);
  t.after(() => page.context().close());
  await page.addInitScript(() =>
    localStorage.setItem('tanbo.settings', JSON.stringify({ motion: false })),
  );
  await page.goto(`${server.url}/board/9x9`);
  await cell(page, 'C2').waitFor();
  await page.evaluate(() => {
    window.moved = 0;
    addEventListener('animationstart', () => (window.moved += 1), true);
  });
  await click(page, 'C2');
  await page.getByRole('button', { name: 'Play C2' }).click();
  await until(
    async () => /, root/.test(await cell(page, 'C2').getAttribute('aria-label')),
    'the stone is placed',
  );

  assert.equal(await page.locator('.grow').count(), 0);
  assert.equal(await page.evaluate(() => window.moved), 0);
});

// The page of a game that the first of two guests is to move in.
async function gamePage(clock, settings) {
  const players = [await Player.guest(server), await Player.guest(server)];
  const id = await begun(players, { setup: '9x9', clock });
  const page = await pageOf(browser, server.url, players[0]);
  await page.addInitScript((kept) => {
    localStorage.setItem('tanbo.settings', JSON.stringify(kept));
    // The sounds that would be heard.
    window.tones = [];
    const Node = window.OscillatorNode;
    window.OscillatorNode = class extends Node {
      constructor(...how) {
        super(...how);
        window.tones.push(how[1].frequency);
      }
    };
  }, settings);
  await page.goto(`${server.url}/games/${id}`);
  await cell(page, 'C2').waitFor();
  await page.getByText('Your turn: Black').waitFor();
  return { page, id, players };
}

// Clicks once on a point, when the board takes presses again.
async function click(page, point) {
  const { x, y, width, height } = await cell(page, point).boundingBox();
  const isSelected = async () => (await cell(page, point).getAttribute('aria-selected')) === 'true';
  const isPlaced = async () => /, root/.test(await cell(page, point).getAttribute('aria-label'));
  await until(async () => {
    if ((await isSelected()) || (await isPlaced())) return true;
    await page.mouse.click(x + width / 2, y + height / 2);
    return (await isSelected()) || isPlaced();
  }, `${point} is taken`);
}

const live = { kind: 'fischer', initial_s: 600, increment_s: 10, max_s: 1200 };
const slow = { kind: 'per-move', per_move_s: 86_400 };

for (const [name, clock, plies] of [
  ['places in a live game', live, 1],
  ['only chooses in a game of days', slow, 0],
]) {
  test(`one click of the mouse, if it is set so, ${name}`, async () => {
    const { page, id, players } = await gamePage(clock, { atOnce: true });

    await click(page, 'C2');

    await until(async () => (await players[0].game(id)).ply === plies, `${plies} plies`);
    assert.equal(await page.getByRole('button', { name: 'Play C2' }).count(), 1 - plies);
    await page.context().close();
  });
}

for (const [loudness, isHeard] of [
  ['quiet', true],
  ['off', false],
]) {
  test(`stones are ${isHeard ? 'heard' : 'silent'} if sounds are ${loudness}`, async () => {
    const { page, id, players } = await gamePage(live, { sound: loudness });
    await click(page, 'C2');
    await page.getByRole('button', { name: 'Play C2' }).click();
    await until(async () => (await players[0].game(id)).ply === 1, 'the stone is placed');
    await players[1].move(id, 'B7', 1);
    await showsBoard(page, await players[0].game(id));

    const tones = () => page.evaluate(() => window.tones);

    if (isHeard) {
      const areHeard = (all) => all.includes(420) && all.includes(660);
      await until(async () => areHeard(await tones()), 'the stone and the turn are heard');
    } else {
      assert.deepEqual(await tones(), []);
    }
    await page.context().close();
  });
}

test('the root space is tinted from the start, if that is set', async () => {
  const { page } = await gamePage(live, { space: true });
  const tints = page.locator('.frame svg').first().locator('.tint');
  const before = await tints.count();
  await page.getByRole('tab', { name: 'Info' }).click();
  await page.getByRole('button', { name: 'Root space' }).click();

  assert.deepEqual([before, await tints.count()], [2, 0]);
  await page.context().close();
});
