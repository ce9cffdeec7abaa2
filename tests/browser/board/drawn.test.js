// The drawing of boards: every starting position and five late games, on each field and in three
// themes, as a line each of what shapes there are and of what colours they are.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launchChromium } from '../support/browsers.js';
import { assertGolden } from '../support/golden.js';
import { staged } from '../support/stage.js';

const games = JSON.parse(await readFile(new URL('../golden/games.json', import.meta.url)));
const late = ['late19', 'late13', 'late4p', 'late5', 'late31'];
const themes = ['light', 'dark', 'contrast'];
const surfaces = ['paddy', 'straw', 'plain', 'slate'];

let stage;
let browser;
let page;

before(async () => {
  stage = await staged();
  browser = await launchChromium();
  page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await page.goto(stage.url);
  await page.waitForFunction(() => window.stage !== undefined);
  await page.evaluate(() => (document.getElementById('board').style.width = '800px'));
});

after(async () => {
  await browser?.close();
  await stage?.end();
});

// The shapes of the board's picture and of the paints it refers to, each with how it comes out.
const drawn = () =>
  page.evaluate(() => {
    const places = ['d', 'x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'offset', 'viewBox'];
    const looks = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'fill-opacity'].concat([
      'stroke-opacity',
      'opacity',
      'stop-color',
      'display',
    ]);
    const line = (element) => {
      const style = getComputedStyle(element);
      const text = element.children.length === 0 ? element.textContent.trim() : '';
      return [element.localName, text]
        .concat(places.map((name) => element.getAttribute(name) ?? ''))
        .concat(looks.map((name) => style.getPropertyValue(name)))
        .join('|');
    };
    const picture = document.querySelector('.frame svg');
    const paints = document.querySelector('#tanbo-water').closest('svg');
    return [...picture.querySelectorAll('*'), ...paints.querySelectorAll('*')].map(line).join('\n');
  });

async function fingerprint(show) {
  await page.evaluate((what) => stage.show(what), show);
  return createHash('sha256')
    .update(await drawn())
    .digest('hex')
    .slice(0, 12);
}

async function positions() {
  const setups = await page.evaluate(() => stage.setups());
  assert.ok(setups.length >= 11);
  return [
    ...setups.map((setup) => [setup, { setup }]),
    ...late.map((name) => [name, { setup: games[name].setup, played: games[name].played }]),
  ];
}

test('boards are drawn as they were, in each theme and on each field', async () => {
  const lines = [];
  for (const [name, position] of await positions()) {
    for (const theme of themes) {
      const all = [];
      for (const surface of surfaces) {
        const field = surface === 'paddy' ? {} : { surface };
        all.push(await fingerprint({ ...position, theme, ...field }));
      }
      lines.push([name, theme, ...all].join(' '));
    }
  }
  await assertGolden('boards.txt', `${lines.join('\n')}\n`);
});

test('themes that are about contrast have one field, the others four', async () => {
  for (const [theme, count] of [
    ['light', 4],
    ['dark', 4],
    ['contrast', 1],
  ]) {
    const found = new Set();
    for (const surface of surfaces) {
      const field = surface === 'paddy' ? {} : { surface };
      found.add(await fingerprint({ setup: '9x9', theme, ...field }));
    }
    assert.equal(found.size, count, theme);
  }
});

test('a stone more, or another colour, is another line', async () => {
  const before = await fingerprint({ setup: '9x9', theme: 'light' });
  const stone = await fingerprint({ setup: '9x9', played: 'C2', theme: 'light' });
  await page.evaluate(() => document.documentElement.style.setProperty('--grid', '#676234'));
  const grid = await fingerprint({ setup: '9x9', theme: 'light' });
  await page.evaluate(() => document.documentElement.style.removeProperty('--grid'));
  const again = await fingerprint({ setup: '9x9', theme: 'light' });

  assert.equal(again, before);
  assert.equal(new Set([before, stone, grid]).size, 3);
});
