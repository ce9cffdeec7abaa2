// New games and challenges: who may come is chosen in the form, shown to everybody, and holds.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';

let anna;

before(async () => {
  anna = await member(server, 'anna');
});

// The form for a new game, opened by somebody.
async function formOf(player, options) {
  const page = await pageOf(browser, server.url, player, options);
  page.setDefaultTimeout(15_000);
  await page.goto(`${server.url}/play`);
  await page.getByRole('radio', { name: /^9×9/ }).waitFor();
  await page.getByText('Details').click();
  return page;
}

const challengeAt = (page) => anna.ask('GET', new URL(page.url()).pathname);

test('what only some may accept is a challenge, and others are kept away', async () => {
  const page = await formOf(anna, { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Allow guests').uncheck();
  await page.getByLabel('Allow bots').uncheck();
  await page.getByText('Rating and other limits').click();
  await page.getByLabel('Minimum rating').fill('900');
  await page.getByLabel('Maximum rating').fill('2100');
  await page.getByLabel('Minimum completion').fill('80');
  await page.getByLabel('Number of games').fill('3');
  await page.getByLabel('Challenge expires after').selectOption('1 day');
  await page.getByRole('button', { name: 'Send challenge' }).click();
  await page.waitForURL('**/challenges/*');
  const made = await challengeAt(page);
  const terms = await page.getByText('rating 900–2100').textContent();

  const guest = await pageOf(browser, server.url, await Player.guest(server));
  await guest.goto(page.url());
  await guest.getByRole('button', { name: 'Accept' }).click();
  await guest.getByText('You don’t meet the conditions to join.').waitFor();
  const ben = await pageOf(browser, server.url, await member(server, 'ben'));
  await ben.goto(page.url());
  await ben.getByRole('button', { name: 'Accept' }).click();
  await ben.waitForURL('**/games/*');
  await ben
    .getByText(/Your turn|to move/)
    .first()
    .waitFor();

  assert.deepEqual([made.guests, made.bots, made.uses], [false, false, 3]);
  assert.deepEqual(made.rating, { min: 900, max: 2100 });
  assert.equal(made.reliability_min, 80);
  const stands_h = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 3_600_000;
  assert.ok(Math.abs(stands_h - 24) < 0.1, `${stands_h} h`);
  for (const words of ['members only', 'no bots', 'at least 80%', '3 games left']) {
    assert.ok(terms.includes(words), `${words}: ${terms}`);
  }
  for (const one of [page, guest, ben]) assert.deepEqual(one.faults, []);
  for (const one of [page, guest, ben]) await one.context().close();
});

test('a certain player is asked in private, and may decline with a reason', async () => {
  const cleo = await member(server, 'cleo');
  const page = await formOf(anna);
  await page.getByLabel('Specific player').check();
  await page.getByLabel('Username').fill('cleo');
  await page.getByLabel('Private').check();
  await page.getByLabel('Your seat').selectOption('White');
  await page.getByRole('button', { name: 'Send challenge' }).click();
  await page.waitForURL('**/challenges/*');
  const made = await challengeAt(page);

  const stranger = await pageOf(browser, server.url, undefined);
  await stranger.goto(page.url());
  await stranger.getByText('Challenge not found').waitFor();
  const asked = await pageOf(browser, server.url, cleo);
  await asked.goto(server.url);
  const card = asked.getByRole('main').getByRole('link').filter({ hasText: 'Challenge' });
  // As boards of games beside it: all of the tile but the room at its sides.
  const [picture, tile] = [
    await card.locator('> span:first-child svg').boundingBox(),
    await card.boundingBox(),
  ];
  assert.ok(Math.abs(picture.width + 18 - tile.width) < 1, `${picture.width} of ${tile.width} px`);
  await card.click();
  await asked.waitForURL(page.url());
  await asked.getByRole('button', { name: 'Decline' }).click();
  await asked.getByRole('dialog').getByLabel('Reason').fill('no time');
  await asked.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Declined by cleo').waitFor();
  await page.getByText('“no time”').waitFor();

  assert.equal(made.visibility, 'private');
  assert.deepEqual(
    made.seats.map(({ seat, player, state }) => [seat, player, state]),
    [
      ['black', 'cleo', 'asked'],
      ['white', 'anna', 'me'],
    ],
  );
  for (const one of [page, stranger, asked]) assert.deepEqual(one.faults, []);
  for (const one of [page, stranger, asked]) await one.context().close();
});

test('without limits a game is open at once, and a challenge can be withdrawn', async () => {
  const page = await formOf(anna);
  await page.getByRole('button', { name: 'Create game' }).click();
  await page.waitForURL('**/games/*');
  await page.getByText('Waiting for one more').first().waitFor();
  await page.goto(`${server.url}/play?against=anybody`);
  await page.getByText('Details').click();
  await page.getByLabel('Anyone').check();
  await page.getByLabel('Allow guests').uncheck();
  await page.getByRole('button', { name: 'Send challenge' }).click();
  await page.waitForURL('**/challenges/*');
  await page.getByText('Seats are assigned at random.').waitFor();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('Withdrawn').waitFor();

  assert.equal((await challengeAt(page)).state, 'withdrawn');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
