import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launchChromium } from '../support/browsers.js';
import { goldenPath, isWriting } from '../support/golden.js';
import { staged } from '../support/stage.js';

const games = JSON.parse(await readFile(new URL('../golden/games.json', import.meta.url)));
const late = ['late19', 'late13', 'late4p', 'late5', 'late31'];
const everything = {
  legal: true,
  badges: true,
  space: true,
  atOnce: false,
  keys: true,
  solid: 'layers',
  sound: 'off',
};
const themes = ['light', 'dark', 'contrast'];

// Pixels count as different from here on, in one of 255 steps of any channel.
const tolerance = 48;
const part = 0.001;

let stage;
let browser;
let page;
let compare;

before(async () => {
  stage = await staged();
  browser = await launchChromium();
  page = await browser.newPage({
    viewport: { width: 420, height: 640 },
    reducedMotion: 'reduce',
  });
  await page.goto(stage.url);
  await page.waitForFunction(() => window.stage !== undefined);
  // Of this width, whatever room a scroll bar takes.
  await page.evaluate(() => (document.getElementById('board').style.width = '405px'));
  compare = await browser.newPage();
});

after(async () => {
  await browser?.close();
  await stage?.end();
});

// Which part of two pictures differs; all of it if they are not of one size.
const difference = (one, other) =>
  compare.evaluate(
    async ([sources, least]) => {
      const pixels = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        }),
      );
      const [a, b] = pixels;
      if (a.width !== b.width || a.height !== b.height) return 1;
      let differing = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const isSame = [0, 1, 2].every(
          (channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) < least,
        );
        differing += isSame ? 0 : 1;
      }
      return differing / (a.width * a.height);
    },
    [[one, other].map((picture) => picture.toString('base64')), tolerance],
  );

async function picture(show) {
  await page.evaluate((what) => stage.show(what), show);
  return page.locator('.frame svg').screenshot({ animations: 'disabled' });
}

async function assertPicture(name, taken) {
  const path = goldenPath(`pictures/${name}.png`);
  if (isWriting) await writeFile(path, taken);
  const found = await difference(taken, await readFile(path));
  assert.ok(
    found < part,
    `${name}: ${(100 * found).toFixed(2)} % of the pixels differ; GOLDEN=write takes it`,
  );
}

test('the opening of every setup looks as it did', async () => {
  const setups = await page.evaluate(() => stage.setups());
  assert.ok(setups.length >= 11);
  for (const setup of setups) {
    await assertPicture(`opening-${setup}`, await picture({ setup, theme: 'light' }));
  }
});

for (const theme of themes) {
  test(`late games look as they did, with all that can be shown, ${theme}`, async () => {
    for (const name of late) {
      const { setup, played } = games[name];
      await assertPicture(
        `${name}-${theme}`,
        await picture({ setup, played, theme, settings: everything }),
      );
    }
  });
}

test('without colour seats are drawn as patterns', async () => {
  const { setup, played } = games.late4p;
  await assertPicture('late4p-pattern', await picture({ setup, played, theme: 'pattern' }));
});

test('three dimensions are drawn from the front corner too', async () => {
  const { setup, played } = games.late5;
  const settings = { ...everything, space: false, solid: 'isometric' };
  await assertPicture(
    'late5-isometric',
    await picture({ setup, played, theme: 'light', settings }),
  );
});

test('a field may be straw, plain or slate, by day and by night', async () => {
  const { setup, played } = games.late5;
  const settings = { ...everything, space: false };
  for (const theme of ['light', 'dark']) {
    for (const surface of ['straw', 'plain', 'slate']) {
      await assertPicture(
        `${surface}-${theme}`,
        await picture({ setup, played, theme, surface, settings }),
      );
    }
  }
});

test('how layers are arranged depends on the window, not on how they were before', async () => {
  const wide = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await wide.goto(stage.url);
  await wide.waitForFunction(() => window.stage !== undefined);
  const arrangements = [];
  for (const width of [1280, 420, 1280]) {
    await wide.setViewportSize({ width, height: 900 });
    await wide.evaluate((show) => stage.show(show), { setup: '5x5x5', settings: everything });
    // Until the layout has followed the window.
    await wide.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    arrangements.push(await wide.locator('.frame svg').first().getAttribute('viewBox'));
  }
  await wide.close();
  assert.equal(arrangements[2], arrangements[0]);
  assert.notEqual(arrangements[1], arrangements[0]);
});

test('a picture with one stone more is another picture', async () => {
  const before = await picture({ setup: '19x19', theme: 'light' });
  const after = await picture({ setup: '19x19', played: 'A18', theme: 'light' });
  assert.ok((await difference(before, after)) >= part);
});
