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
    const picture = document.querySelector('svg:has(.wood)');
    const style = (name, what) => getComputedStyle(picture.querySelector(name))[what];
    return {
      theme: document.documentElement.dataset.theme,
      isLabelled: style('.label', 'fill') !== 'rgba(0, 0, 0, 0)',
      isMarked: style('.mark', 'display') !== 'none',
      isLegalShown: picture.querySelector('.legal') !== null,
    };
  });
}

test('what is set holds on boards and on pages that are loaded later', async () => {
  const page = await pageOf(browser, server.url);
  const usual = await boardOf(page);

  await page.goto(`${server.url}/settings`);
  for (const name of ['Coordinates', 'Figures on stones']) await page.getByLabel(name).uncheck();
  await page.getByLabel('Legal points').check();
  await page.getByLabel('High contrast').check();
  const changed = await boardOf(page);
  await page.goto(`${server.url}/settings`);
  const isKept = await page.getByLabel('Coordinates').isChecked();

  assert.deepEqual(usual, {
    theme: undefined,
    isLabelled: true,
    isMarked: true,
    isLegalShown: false,
  });
  assert.deepEqual(changed, {
    theme: 'contrast',
    isLabelled: false,
    isMarked: false,
    isLegalShown: true,
  });
  assert.equal(isKept, false);
  assert.deepEqual(page.faults, []);
  await page.context().close();
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
    assert.equal(await page.getByRole('button', { name: 'Place C2' }).count(), 1 - plies);
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
    await page.getByRole('button', { name: 'Place C2' }).click();
    await until(async () => (await players[0].game(id)).ply === 1, 'the stone is placed');
    await players[1].move(id, 'B7', 1);
    await showsBoard(page, await players[0].game(id));

    const tones = await page.evaluate(() => window.tones);

    assert.equal(tones.includes(420) && tones.includes(660), isHeard, tones.join(' '));
    await page.context().close();
  });
}

test('the root space is tinted from the start, if that is set', async () => {
  const { page } = await gamePage(live, { space: true });
  const tints = page.locator('.frame svg').first().locator('.tint');
  const before = await tints.count();
  await page.getByRole('button', { name: 'Root space' }).click();

  assert.deepEqual([before, await tints.count()], [2, 0]);
  await page.context().close();
});
