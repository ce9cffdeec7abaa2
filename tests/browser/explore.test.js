// Variations of games and practice boards: by mouse, by keys, on a phone, in German; and plans.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, showsBoard, stonesOf } from './support/browsers.js';
import { begun } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';
import { desk, phone } from './support/visit.js';

let anna, ben;

before(async () => {
  [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
});

const game = async () => {
  const id = await begun([anna, ben], { setup: '9x9' });
  await anna.move(id, 'H7', 0);
  return id;
};

const node = (page, name) =>
  page.getByRole('group', { name: /^(Variations|Varianten)$/ }).getByRole('button', { name });
const shown = (page) => page.locator('.tree [aria-current]').getAttribute('aria-label');

// The page of a game in which a player explores; requests that change something are in `acts`.
async function exploring(t, id, player, options = desk) {
  const page = await visit(t, `/games/${id}`, player, options);
  page.acts = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && /\/(moves|plan)$/.test(pathname)) {
      page.acts.push(`${request.method()} ${pathname}`);
    }
  });
  await page.getByRole('link', { name: /^(Explore|Ausprobieren)$/ }).click();
  await node(page, /H7/).waitFor();
  return page;
}

// One click places while one explores.
async function put(page, point) {
  const target = cell(page, point);
  await until(async () => {
    if ((await stonesOf(page)).white?.includes(point)) return true;
    if ((await stonesOf(page)).black?.includes(point)) return true;
    const { x, y, width, height } = await target.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    return false;
  }, `${point} is there`);
}

test('variations of any seat are kept through a reload, and nothing is sent', async (t) => {
  const id = await game();
  const page = await exploring(t, id, anna);

  await put(page, 'B7');
  await put(page, 'H6');
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await put(page, 'G7');
  await page.reload();

  await node(page, /G7/).waitFor();
  assert.match(await shown(page), /^3, Black G7/);
  assert.equal(await node(page, /H6/).count(), 1);
  assert.deepEqual(page.acts, []);
  assert.equal((await anna.game(id)).ply, 1);

  await page.keyboard.press('Escape');
  await showsBoard(page, await anna.game(id));
  assert.deepEqual(page.faults, []);
});

test('branches are named, commented, moved, deleted and brought back by keys alone', async (t) => {
  const id = await game();
  const page = await exploring(t, id, anna);
  const order = () =>
    page.locator('.tree .own').evaluateAll((all) => all.map((one) => one.innerText.trim()));
  for (const point of ['B7', 'C8']) {
    await cell(page, point).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await node(page, new RegExp(point)).waitFor();
    await node(page, new RegExp(point)).focus();
    await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('ArrowRight');
  assert.match(await shown(page), /B7/);
  await page.keyboard.press('ArrowDown');
  assert.match(await shown(page), /C8/);

  await page.getByText('Branch C8').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').fill('Centre');
  await page.getByLabel('Comment').fill('too early?');
  await page.keyboard.press('Tab');
  await node(page, /C8, Centre/).waitFor();
  await page.getByRole('button', { name: 'Move up' }).focus();
  await page.keyboard.press('Enter');
  await until(async () => /C8/.test((await order()).at(-1)), 'C8, now the main line, comes last');
  await page.getByRole('button', { name: 'Delete branch' }).focus();
  await page.keyboard.press('Enter');
  await node(page, /C8/).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await node(page, /C8, Centre/).waitFor();
  assert.deepEqual(page.acts, []);
});

test('without storage everything works for the session, and says so', async (t) => {
  const id = await game();
  const block = (page) =>
    page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
    });
  const page = await exploring(t, id, undefined, { ...desk, prepare: block });

  await put(page, 'B7');

  await page.getByText('This browser stores nothing.').waitFor();
  await put(page, 'H6');
  // The control: with storage nothing of the kind is said.
  const other = await exploring(t, id, undefined);
  await put(other, 'B7');
  await node(other, /B7/).waitFor();
  assert.equal(await other.getByText('This browser stores nothing.').count(), 0);
});

test('a member finds the tree on another device', async (t) => {
  const id = await game();
  const page = await exploring(t, id, anna);
  await put(page, 'B7');
  await until(async () => (await anna.ask('GET', `/games/${id}/study`)).seq > 0, 'it is saved');

  const other = await exploring(t, id, anna, phone);

  await node(other, /B7/).waitFor();
  assert.equal((await ben.ask('GET', `/games/${id}/study`)).seq, 0);
});

test('a tree is shared by a link, as a copy to read', async (t) => {
  const id = await game();
  const page = await exploring(t, id, anna);
  await put(page, 'B7');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('none'));
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  const address = await page.getByText(/#explore=/).innerText();

  const reader = await visit(t, address.replace(server.url, ''), ben);

  await reader.getByText('Read-only copy').waitFor();
  await node(reader, /B7/).waitFor();
  await reader.getByRole('button', { name: 'Add to my tree' }).click();
  await reader.getByText('Moves aren’t sent').waitFor();
  await node(reader, /B7/).waitFor();
  const branches = async () => (await ben.ask('GET', `/games/${id}/study`)).branches;
  await until(async () => (await branches()).length > 0, 'it is saved');
  assert.deepEqual(
    (await branches()).map(({ turns }) => turns),
    ['H7 B7'],
  );
});

test('until variations are there the board takes no move, and says if they do not come', async (t) => {
  const id = await game();
  const page = await visit(t, `/games/${id}`, ben, { ...desk, intercepts: true });
  await page.route('**/assets/ExploreGame-*.js', (route) => route.abort());
  await cell(page, 'B7').waitFor();
  const twice = async (point) => {
    await cell(page, point).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  };
  const moves = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/moves$/.test(request.url())) moves.push(request.url());
  });
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.getByText('No response from the server.').waitFor();

  await twice('B7');
  await page.getByRole('button', { name: 'Close' }).click();
  assert.deepEqual(moves, []);
  assert.equal((await ben.game(id)).ply, 1);

  // The control: without variations the same keys make a move.
  await twice('A8');
  await until(async () => (await ben.game(id)).ply === 2, 'the move is made');
});

test('another game that begins opens with its board, not with variations', async (t) => {
  const [one, other] = [await game(), await game()];
  const page = await exploring(t, one, anna);

  await page.evaluate((path) => {
    const link = Object.assign(document.createElement('a'), { href: path });
    document.body.append(link);
    link.click();
  }, `/games/${other}`);
  await page.waitForURL(`**/games/${other}`);

  await showsBoard(page, await anna.game(other));
  await page.getByRole('link', { name: 'Explore' }).waitFor();
  assert.equal(await page.locator('.explore').count(), 0);
});

test('keys of an input method do not lead back to the game', async (t) => {
  const id = await game();
  const page = await exploring(t, id, anna);
  await put(page, 'B7');
  await page.getByText('Branch B7').click();
  const escape = (isComposing) =>
    page.getByLabel('Name').evaluate((input, composing) => {
      const options = { key: 'Escape', bubbles: true, cancelable: true, isComposing: composing };
      input.dispatchEvent(new KeyboardEvent('keydown', options));
    }, isComposing);

  await escape(true);
  assert.equal(await page.locator('.explore').count(), 1);
  await escape(false);
  await page.locator('.explore').waitFor({ state: 'detached' });
});

test('a practice board is explored in German and gives its line back', async (t) => {
  const page = await visit(t, '/board/9x9#H7', undefined, { ...desk, locale: 'de' });
  await page.getByRole('link', { name: 'Ausprobieren' }).click();
  await page.getByRole('heading', { name: 'Ausprobieren' }).waitFor();

  await cell(page, 'B7').click();
  await node(page, /B7/).waitFor();
  await page.getByRole('button', { name: /Zurück zur Partie/ }).click();

  await until(() => page.url().endsWith('#H7.B7'), 'the address holds the line');
});

test('a reply is marked and saved, and played when the opponent answers', async (t) => {
  const id = await game();
  const page = await exploring(t, id, anna);
  await put(page, 'B7');
  await put(page, 'H6');

  await page.getByRole('button', { name: 'Play H6 if ben plays B7' }).click();
  await page.getByRole('button', { name: 'Save plan' }).click();
  await page.getByText('Plan saved').waitFor();
  assert.deepEqual(page.acts, [`PUT /api/v1/games/${id}/plan`]);
  await ben.move(id, 'B7', 1);

  await until(async () => (await anna.game(id)).ply === 3, 'the plan was followed');
  await node(page, /H6.*played by your plan/).waitFor();
  const theirs = await exploring(t, id, ben);
  assert.equal(await node(theirs, /played by your plan/).count(), 0);
});

test('the opponent moves while one edits: nothing is sent before one has looked', async (t) => {
  const id = await game();
  const page = await exploring(t, id, anna);
  await put(page, 'B7');
  await put(page, 'H6');
  await page.getByRole('button', { name: 'Play H6 if ben plays B7' }).click();
  await page.getByRole('button', { name: 'Save plan' }).waitFor();

  await ben.move(id, 'C8', 1);

  await page.getByText('Played meanwhile: C8.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Save plan|Play )/ }).count(), 0);
  await cell(page, 'G7').click();
  assert.deepEqual(page.acts, []);
  assert.equal((await anna.game(id)).ply, 2);
  await page.getByRole('button', { name: 'Go to the new position' }).click();
  await until(async () => /C8/.test(await shown(page)), 'the new position is shown');
});

test('a plan is sent with the move it follows, on a phone', async (t) => {
  const id = await game();
  const page = await exploring(t, id, ben, phone);
  for (const point of ['B7', 'H6', 'B6']) {
    await cell(page, point).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await node(page, new RegExp(point)).waitFor();
  }

  await page.getByRole('button', { name: 'Play B6 if anna plays H6' }).click();
  await page.getByRole('button', { name: 'Play B7 with plan' }).click();

  await until(async () => (await anna.game(id)).ply === 2, 'the move is there');
  assert.deepEqual(page.acts, [`POST /api/v1/games/${id}/moves`]);
  await anna.move(id, 'H6', 2);
  await until(async () => (await anna.game(id)).ply === 4, 'the plan was followed');
});
