// Takes a picture of every page, on a desk and on a phone, light, dark and in high contrast:
//
//   TANBOD=build/release/bin/tanbod TANBO_ENGINE=build/release/web/engine.wasm \
//     node tests/browser/pictures.js FOLDER [LANGUAGE] [PAGE ...]
//
// The server is its own, and so is what happens on it.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium, pageOf } from './support/browsers.js';
import { gallery } from './support/gallery.js';
import { settledPage } from './support/tour.js';

const [folder, language = 'en', ...wanted] = process.argv.slice(2);
if (!folder) throw new Error('a folder to write to?');
await mkdir(folder, { recursive: true });

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const themes = (process.env.THEMES ?? 'light dark contrast').split(' ');
const place = await gallery();
const browser = await launchChromium();
const viewers = [
  [place.anna, place.pages],
  [undefined, place.strangers],
  [place.guest, place.guests],
  [place.mara, place.administrators],
];

async function show(viewer, pages, size, theme) {
  const names = Object.keys(pages).filter((name) => wanted.length === 0 || wanted.includes(name));
  if (names.length === 0) return;
  const page = await pageOf(browser, place.server.url, viewer, {
    viewport: sizes[size],
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    locale: language,
    hasTouch: size === 'phone',
    reducedMotion: 'reduce',
  });
  await page.context().addCookies([{ name: 'lang', value: language, url: place.server.url }]);
  if (theme === 'contrast') {
    await page.addInitScript(() =>
      localStorage.setItem('tanbo.settings', JSON.stringify({ theme: 'contrast' })),
    );
  }
  for (const name of names) {
    await page.goto(place.server.url + pages[name]);
    await settledPage(page);
    const file = join(folder, `${name}-${size}-${theme}.png`);
    await page.screenshot({ path: file, fullPage: size === 'phone' });
  }
  await page.context().close();
}

for (const size of Object.keys(sizes)) {
  for (const theme of themes) {
    for (const [viewer, pages] of viewers) await show(viewer, pages, size, theme);
  }
}
await browser.close();
await place.stop();
