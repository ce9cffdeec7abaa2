// Ways to show others a game: its link, the code of a frame, the invitation in an open game.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { begun, Player } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { desk, phone } from './support/visit.js';

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

let anna, ben, game;

before(async () => {
  [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
  game = await begun([anna, ben], { setup: '9x9' });
});

// The attributes of the frame that a code is; it is nothing else.
function attributesOf(code) {
  const [, all] = /^<iframe ([^<>]*)><\/iframe>$/.exec(code);
  return Object.fromEntries(
    [...all.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const words = {
  en: { menu: 'Game menu', code: 'Copy code for websites', copied: 'Copied.' },
  de: { menu: 'Partiemenü', code: 'Code für Websites kopieren', copied: 'Kopiert.' },
};

for (const [locale, said] of Object.entries(words)) {
  for (const [name, size] of Object.entries({ desk, phone })) {
    test(`the game menu copies the code of a frame with the game: ${locale}, ${name}`, async (t) => {
      const page = await visit(t, `/games/${game}`, anna, { ...size, ...clipboard, locale });

      await page.getByRole('button', { name: said.menu }).click();
      await page.getByRole('button', { name: said.code }).click();

      await page.getByRole('status').filter({ hasText: said.copied }).waitFor();
      const code = await copied(page);
      const told = await fetch(`${server.url}/oembed?url=${server.url}/games/${game}`);
      const { html, width, height } = await told.json();
      const frame = attributesOf(code);
      assert.deepEqual([frame.width, frame.height], [String(width), String(height)]);
      assert.equal(frame.src, attributesOf(html).src);
      assert.deepEqual(page.faults, []);
    });
  }
}

test('a private game has no code of a frame, and no button that shares it', async (t) => {
  const { id } = await anna.ask('POST', '/challenges', {
    ...{ setup: '9x9', seats: ['me', 'ben'], visibility: 'private' },
  });
  const { game } = await ben.ask('POST', `/challenges/${id}/accept`, {});
  const page = await visit(t, `/games/${game}`, anna);

  await page.getByRole('button', { name: 'Game menu' }).click();
  await page.getByRole('button', { name: 'Request undo' }).waitFor();

  assert.equal(await page.getByRole('button', { name: words.en.code }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Share this game' }).count(), 0);
});

test('a game is shared by its link: by the device’s own list, the clipboard, or as text', async (t) => {
  const link = `${server.url}/games/${game}`;
  const share = (page) => page.getByRole('button', { name: 'Share this game' }).click();
  const status = (page, text) => page.getByRole('status').filter({ hasText: text }).waitFor();

  const plain = await visit(t, `/games/${game}`, anna, { ...desk, ...clipboard });
  await share(plain);
  await status(plain, 'Copied.');
  assert.equal(await copied(plain), link);

  const without = { ...desk, prepare: (page) => page.addInitScript(refuseClipboard) };
  const page = await visit(t, `/games/${game}`, anna, without);
  await share(page);
  await status(page, link);

  const device = { ...desk, prepare: (page) => page.addInitScript(ownList) };
  const shown = await visit(t, `/games/${game}`, anna, device);
  await share(shown);
  await shown.waitForFunction(() => window.shared !== undefined);
  const { url, title } = await shown.evaluate(() => window.shared);
  assert.equal(url, link);
  assert.match(title, /9×9/);
});

function refuseClipboard() {
  navigator.clipboard.writeText = () => Promise.reject(new Error('not here'));
}

function ownList() {
  navigator.share = async (what) => (window.shared = what);
}

test('who waits in an open game copies its link, and a guest joins by it', async (t) => {
  const { id } = await anna.open({ setup: '9x9', seats: ['me', 'open'] });
  const page = await visit(t, `/games/${id}`, anna, { ...desk, ...clipboard });

  await page.getByText('Share this page’s link to invite a player.').waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();

  const guest = await Player.guest(server);
  const link = await copied(page);
  const other = await visit(t, new URL(link).pathname, guest);
  await other.getByRole('button', { name: 'Join' }).first().click();
  await page.getByText('Waiting for one more player').first().waitFor({ state: 'detached' });
  assert.equal((await anna.game(id)).status, 'active');
});
