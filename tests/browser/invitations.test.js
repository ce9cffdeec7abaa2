// A friend by one button: a private link with its QR code, for one player.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { required } from './support/client.js';
import { Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';

const readCode = required('jsqr');
const phone = { viewport: { width: 390, height: 844 } };

let anna;

before(async () => {
  anna = await member(server, 'anna');
});

// Somebody's page of a new invitation, which takes one press.
async function inviting(player, options) {
  const page = await pageOf(browser, server.url, player, options);
  await page.goto(`${server.url}/play`);
  await page.getByRole('radio', { name: /^9×9/ }).waitFor();
  await page.getByRole('button', { name: 'Invite a friend' }).click();
  await page.waitForURL('**/challenges/*');
  await page.getByText('Waiting for a player').waitFor();
  return { page, link: await page.getByRole('textbox', { name: 'Link' }).inputValue() };
}

async function opened(link, player, options) {
  const page = await pageOf(browser, server.url, player, options);
  await page.goto(link);
  return page;
}

// The text that a camera reads from the picture of a code.
async function codeOn(page) {
  const svg = page.getByRole('img', { name: /^QR code/ });
  // Not under the tabs at the foot of a phone.
  await svg.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const picture = (await svg.screenshot()).toString('base64');
  // Only the browser knows how to read the picture; the page's policy allows such addresses.
  const { data, width, height } = await page.evaluate(async (bytes) => {
    const image = new Image();
    image.src = `data:image/png;base64,${bytes}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height);
    return { data: [...pixels.data], width: image.width, height: image.height };
  }, picture);
  return readCode(Uint8ClampedArray.from(data), width, height)?.data;
}

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}

test('one press makes a private link, and a guest joins on a phone with another', async () => {
  const { page, link } = await inviting(anna);
  assert.match(link, new RegExp(`^${server.url}/join/[0-9]+-[A-Za-z0-9_-]{16}$`));
  const friend = await opened(link, undefined, phone);
  const join = friend.getByRole('button', { name: 'Join' });
  await join.waitFor();
  const box = await join.boundingBox();
  const terms = await friend.getByRole('main').innerText();

  await join.click();
  await Promise.all([friend.waitForURL('**/games/*'), page.waitForURL('**/games/*')]);

  assert.ok(box.y + box.height <= phone.viewport.height, `Join ends at ${box.y + box.height} px`);
  for (const words of [
    'anna invites you',
    '9×9',
    '10 min',
    'unrated',
    'private',
    'help is allowed',
  ]) {
    assert.ok(terms.toLowerCase().includes(words.toLowerCase()), `${words}: ${terms}`);
  }
  assert.equal(new URL(friend.url()).pathname, new URL(page.url()).pathname);
  await friend.locator('[role="gridcell"]').first().waitFor();
  await close(page, friend);
});

// The words of each seat on the page of an invitation, and whether there is a face beside them.
const seatsOn = (page) =>
  page
    .getByRole('list', { name: 'Seats' })
    .getByRole('listitem')
    .evaluateAll((all) =>
      all.map((seat) => [
        seat.innerText.replace(/\s+/g, ' '),
        seat.querySelector('[class*=face-]') !== null,
      ]),
    );

test('an invitation shows board, terms and who sits there before somebody joins', async () => {
  const { id, invitation } = await anna.ask('POST', '/challenges', {
    setup: '13x13',
    seats: ['me', 'open'],
    rated: true,
    clock: { kind: 'per-move', per_move_s: 259_200 },
    visibility: 'private',
  });
  const ben = await member(server, 'ben');
  for (const options of [{ viewport: { width: 1440, height: 900 } }, phone]) {
    const page = await opened(`${server.url}/join/${id}-${invitation}`, ben, options);
    await page.getByText('13×13, 3 days per move, rated').waitFor();
    await page.locator('main .board svg .root[d^="M"]').first().waitFor();
    await page.getByText('online').or(page.getByText('offline')).first().waitFor();

    const [host, free] = await seatsOn(page);
    assert.match(host[0], /^anna Black/);
    assert.match(free[0], /^open seat White/);
    assert.deepEqual([host[1], free[1]], [true, false]);
    await page.getByText('You play White.').waitFor();
    const box = await page.getByRole('button', { name: 'Join' }).boundingBox();
    assert.ok(box.y + box.height <= options.viewport.height, `Join ends at ${box.y + box.height}`);
    await close(page);
  }
});

test('the help that is chosen for an invitation is allowed in it, and no more', async () => {
  const page = await pageOf(browser, server.url, anna);
  await page.goto(`${server.url}/play`);
  await page.getByText('Details').click();
  await page.getByLabel('Assistance on the board').selectOption('some');
  await page.getByRole('button', { name: 'Invite a friend' }).click();
  await page.waitForURL('**/challenges/*');
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();

  const friend = await opened(link, undefined);
  await friend.getByText('some assistance').waitFor();
  assert.equal(await friend.getByText('All board help is allowed.').count(), 0);
  await close(page, friend);
});

test('the code on the page is the link', async () => {
  for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }]) {
    const { page, link } = await inviting(anna, options);
    await page.getByRole('img', { name: `QR code with the link ${link}` }).waitFor();
    assert.equal(await codeOn(page), link);
    await close(page);
  }
});

test('on a phone the code is behind its name, and the link can be copied', async () => {
  const { page, link } = await inviting(anna, { ...phone, permissions: ['clipboard-write'] });
  const svg = page.getByRole('img', { name: /^QR code/ });
  assert.equal(await svg.isVisible(), false);
  await page.getByText('QR code', { exact: true }).click();
  await svg.waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied.').waitFor();

  assert.equal(await codeOn(page), link);
  await close(page);
});

test('a link that was used or withdrawn says so, and one that is wrong leads nowhere', async () => {
  const used = await inviting(anna);
  const withdrawn = await inviting(anna);
  await withdrawn.page.getByRole('button', { name: 'Withdraw' }).click();
  await withdrawn.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await withdrawn.page.getByText('Withdrawn').waitFor();
  const [, number, code] = /join\/(\d+)-(.+)$/.exec(used.link);
  const friend = await Player.guest(server);
  await friend.ask('POST', `/challenges/${number}/accept`, { invitation: code });
  await used.page.waitForURL('**/games/*');

  const stranger = await opened(used.link);
  await stranger.getByText('This link has been used: a player has already joined.').waitFor();
  assert.equal(await stranger.getByRole('button', { name: 'Join' }).count(), 0);
  await stranger.goto(withdrawn.link);
  await stranger.getByText('anna has withdrawn this invitation.').waitFor();
  await stranger.goto(`${withdrawn.link.slice(0, -3)}abc`);
  await stranger.getByText('Invitation not found').waitFor();
  // A friend who has joined is led to the game, and the inviter to the link.
  const back = await opened(used.link, friend);
  await back.getByRole('link', { name: 'Go to game' }).waitFor();
  const { page, link } = await inviting(anna);
  await page.goto(link);
  await page.getByRole('link', { name: 'Show link' }).click();
  await page.getByText('Waiting for a player').waitFor();

  await close(used.page, withdrawn.page, stranger, back, page);
});

test('somebody who comes second while the page is open is told that they are', async () => {
  const { page, link } = await inviting(anna);
  const [first, second] = [await opened(link), await opened(link)];
  await second.getByRole('button', { name: 'Join' }).waitFor();
  await first.getByRole('button', { name: 'Join' }).click();
  await first.waitForURL('**/games/*');

  await second.getByRole('button', { name: 'Join' }).click();

  await second.getByText('This link has been used: a player has already joined.').waitFor();
  await close(page, first, second);
});
