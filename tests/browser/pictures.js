// Takes a picture of every page, on a desk and on a phone, light and dark:
//
//   TANBOD=build/release/bin/tanbod node tests/browser/pictures.js FOLDER [LANGUAGE] [PAGE ...]

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium, pageOf } from './support/browsers.js';
import { settledPage, tour } from './support/tour.js';

const [folder, language = 'en', ...wanted] = process.argv.slice(2);
if (!folder) throw new Error('a folder to write to?');
await mkdir(folder, { recursive: true });

const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const place = await tour();
const browser = await launchChromium();
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await pageOf(browser, place.server.url, place.anna, {
      viewport,
      colorScheme,
      locale: language,
      hasTouch: size === 'phone',
    });
    await page.context().addCookies([{ name: 'lang', value: language, url: place.server.url }]);
    for (const [name, path] of Object.entries(place.pages)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await page.goto(place.server.url + path);
      await settledPage(page);
      const file = join(folder, `${name}-${size}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: size === 'phone' });
    }
    await page.context().close();
  }
}
await browser.close();
await place.server.stop();
