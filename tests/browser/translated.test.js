// Pages that the browser translates live on: what changes is seen to, and what goes is gone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchChromium, pageOf, place as placeStone } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { Server } from './support/server.js';
import { settledPage, tour } from './support/tour.js';
import { translated } from './support/translator.js';
import { until } from './support/until.js';

let browser;
let place;
let server;

before(async () => {
  [place, server, browser] = await Promise.all([tour(), Server.start(), launchChromium()]);
});

after(async () => {
  await browser.close();
  await Promise.all([place.server.stop(), server.stop()]);
});

async function translatedPage(player, url) {
  const page = await pageOf(browser, url, player);
  await translated(page);
  return page;
}

// The words of a page but for times, which go on.
const wordsOf = (page) =>
  page.evaluate(() =>
    document.body.innerText
      .replace(/\d+/g, '#')
      .replace(/(now|this minute|(seconds?|minutes?) ago)/g, '')
      .split(/\s+/)
      .join(' '),
  );

// Goes to another page as a link does.
async function follow(page, path) {
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await settledPage(page);
}

const count = (page) => page.locator('font').count();

test('every page that is translated shows what it would show', async () => {
  const { server: full, anna, pages } = place;
  // Of two pages with the same news the later one would show them as read.
  const { newest } = await anna.ask('GET', '/me/notifications');
  await anna.ask('POST', '/me/notifications/read', { up_to: newest });
  const plain = await pageOf(browser, full.url, anna);
  const page = await translatedPage(anna, full.url);
  await Promise.all([plain, page].map((one) => one.goto(`${full.url}/about`)));
  await settledPage(page);
  const different = [];

  for (const [name, path] of Object.entries(pages)) {
    await Promise.all([plain, page].map((one) => follow(one, path)));
    assert.ok((await count(page)) > 4, `${name} is translated`);
    let [wanted, seen] = [];
    await until(async () => {
      [wanted, seen] = await Promise.all([wordsOf(plain), wordsOf(page)]);
      return wanted === seen;
    }, name).catch(() => different.push(`${name}:\n${seen}\ninstead of\n${wanted}`));
  }

  assert.deepEqual(different, []);
  assert.deepEqual(page.faults, []);
  await Promise.all([plain, page].map((one) => one.context().close()));
});

test('a game on a translated page is played to its end', async () => {
  const [black, white] = await Promise.all([Player.guest(server), Player.guest(server)]);
  const clock = { kind: 'fischer', initial_s: 600, increment_s: 10, max_s: 605 };
  const id = await begun([black, white], { setup: '9x9', clock });
  const page = await translatedPage(black, server.url);
  await page.goto(`${server.url}/games/${id}`);
  await page.getByText('Your turn: Black').waitFor();

  const times = async () => (await page.getByRole('timer').allInnerTexts()).join(' ');
  const earlier = await times();
  await until(async () => (await times()) !== earlier, 'the clock ticks');
  await placeStone(page, 'C2');
  await page.getByText('White to move').first().waitFor();
  assert.equal(await page.getByText('Your turn').count(), 0);

  await white.move(id, 'B7', 1);
  await page.getByText('Your turn: Black').waitFor();
  assert.equal(await page.getByText('White to move').count(), 0);

  await page.getByRole('tab', { name: 'Chat' }).click();
  await white.ask('POST', `/games/${id}/chat`, { text: 'good luck' });
  await page.getByRole('log', { name: 'Chat' }).getByText('good luck').waitFor();
  await white.ask('POST', `/games/${id}/proposals`, { kind: 'pause' });
  await page
    .getByText(/proposes a pause|pause/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: 'Decline' }).waitFor({ state: 'detached' });

  await white.ask('POST', `/games/${id}/leave`, {});
  await page
    .getByText(/You have won|You win/)
    .first()
    .waitFor();
  assert.equal(await page.getByText('Your turn').count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('lists on a translated page follow what happens', async () => {
  const [black, white] = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun([black, white], { setup: '9x9' });
  const page = await translatedPage(black, server.url);
  await page.goto(server.url);
  const card = page.locator(`main li a[href="/games/${id}"]`).first();
  await card.waitFor();

  await black.move(id, 'C2', 0);
  await until(async () => /\bC2\b/.test(await card.innerText()), 'one’s own move is told');
  await white.move(id, 'B7', 1);
  await until(async () => /\bB7\b/.test(await card.innerText()), 'the opponent’s move is told');
  assert.doesNotMatch(await card.innerText(), /\bC2\b/);

  assert.deepEqual(page.faults, []);
  await page.context().close();
});
