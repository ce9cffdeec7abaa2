// The command palette of a board: opened by keys, whatever else goes on, and gone without a trace.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { violations } from './support/axe.js';
import { cell, pageOf, showsBoard } from './support/browsers.js';
import { command, commandField } from './support/hands.js';
import { begun, Player } from './support/player.js';
import { lookOf } from './support/rules.js';
import { browser, server } from './support/server_and_browser.js';
import { until } from './support/until.js';

let players;

before(async () => {
  players = await Promise.all([Player.guest(server), Player.guest(server)]);
});

// A page with a new game and its first player to move.
async function opened(t, prepare = () => undefined) {
  const id = await begun(players, { setup: '9x9' });
  const page = await pageOf(browser, server.url, players[0], { intercepts: true });
  t.after(() => page.context().close());
  await prepare(page);
  await page.goto(`${server.url}/games/${id}`);
  const game = await players[0].game(id);
  await showsBoard(page, game);
  const look = lookOf(game);
  return { page, id, legal: look.legal(0).map((point) => look.geometry.name(point)) };
}

const dialogs = (page) => page.locator('dialog[open]').count();
const rows = (page) => page.getByRole('option');
const said = (page) => page.locator('.said').textContent();
const focused = (page) =>
  page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent);
const isTold = (page, pattern) =>
  until(async () => pattern.test(await said(page)), `${pattern} is said`);

// Holds back what a page asks for until `release`; how often that was asked for is in `count`.
async function held(page, pattern) {
  const gate = { count: 0 };
  const opens = new Promise((resolve) => (gate.release = resolve));
  await page.route(pattern, async (route) => {
    gate.count += 1;
    await opens;
    await route.continue();
  });
  return gate;
}

const module = /\/assets\/Palette-[^/]*\.js$/;

test('the palette is not on the page before / or Ctrl+K, and gives the focus back', async (t) => {
  const asked = [];
  const { page } = await opened(t, (page) =>
    page.on('request', (request) => module.test(request.url()) && asked.push(request.url())),
  );
  assert.equal(await commandField(page).count(), 0);
  assert.deepEqual(asked, [], 'its module comes with nothing else');

  const point = cell(page, 'E5');
  await page.getByRole('tab', { name: 'Info' }).click();
  const button = page.getByRole('button', { name: 'Commands' });
  for (const place of [point, button]) {
    for (const keys of ['/', 'Control+k']) {
      await place.focus();
      const before = await focused(page);
      await page.keyboard.press(keys);
      await commandField(page).waitFor();
      await until(() => commandField(page).evaluate((one) => one === document.activeElement), keys);
      assert.equal(await commandField(page).inputValue(), '');

      await page.keyboard.press('Escape');
      await commandField(page).waitFor({ state: 'detached' });

      assert.equal(await focused(page), before, keys);
      assert.equal(await dialogs(page), 0);
    }
  }
  assert.equal(asked.length, 1, asked.join(' '));

  await button.click();
  await commandField(page).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Close' }).click();
  await commandField(page).waitFor({ state: 'detached' });
});

test('every command of help works, in both languages', async (t) => {
  const { page, id } = await opened(t);
  await command(page, 'hilfe');
  await isTold(page, /Other commands:/);
  const help = (await said(page)).split('commands:')[1];
  const lines = help
    .replace('.', '')
    .split(',')
    .map((line) => line.trim());
  assert.ok(lines.length >= 13, help);

  const acts = {
    'say …': async () => {
      await command(page, 'say good luck');
      await page.getByRole('log').getByText('good luck').waitFor();
    },
    resign: async () => {
      await command(page, 'resign');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    yes: async () => {
      await command(page, 'yes');
      await page.getByText('Nothing to confirm.').waitFor();
    },
  };
  let answers = 0;
  for (const line of lines) {
    if (acts[line]) {
      await acts[line]();
    } else {
      const before = await said(page);
      await command(page, line);
      await until(async () => (await said(page)) !== before, `${line} is answered`);
      answers += 1;
    }
  }
  assert.equal(answers, lines.length - Object.keys(acts).length);

  const { ply } = await players[0].game(id);
  const [legal] = (await (await command(page, 'erlaubt'), said(page))).match(/[A-HJ]\d/);
  await command(page, legal);
  await until(async () => (await players[0].game(id)).ply === ply + 1, `${legal} is played`);
});

test('rows are narrowed by typing, chosen by arrows and by the mouse', async (t) => {
  const { page, legal } = await opened(t);
  const chosen = () => page.locator('[role="option"][aria-selected="true"]').innerText();
  await page.keyboard.press('/');
  await commandField(page).waitFor();
  assert.ok((await rows(page).count()) >= 12);
  assert.equal(await page.locator('[aria-selected="true"][role="option"]').count(), 0);
  await page.keyboard.press('Enter');
  assert.equal(await dialogs(page), 1, 'nothing is run that nobody has typed');

  await commandField(page).fill('roo');
  assert.match(await chosen(), /^All roots/);
  await page.keyboard.press('ArrowDown');
  assert.match(await chosen(), /^Root at …/);
  const active = await commandField(page).getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Enter');
  assert.equal(await commandField(page).inputValue(), 'root ', 'a point has to follow');
  await page.keyboard.press('Enter');
  assert.equal(await commandField(page).inputValue(), 'root ');

  await commandField(page).fill(legal[0]);
  assert.match(await chosen(), new RegExp(`^Play ${legal[0]} extends`));
  await rows(page)
    .filter({ hasText: `Preview ${legal[0]}` })
    .click();
  await commandField(page).waitFor({ state: 'detached' });
  await isTold(page, new RegExp(`^${legal[0]} extends`));
});

test('what can’t be run stays in the field, with the reason', async (t) => {
  const { page } = await opened(t);
  for (const [line, reason] of [
    ['castle', 'Unknown command “castle”'],
    ['row 10', '“10” isn’t a point on this board'],
  ]) {
    await page.keyboard.press('/');
    await commandField(page).fill(line);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(reason).waitFor();
    assert.equal(await commandField(page).inputValue(), line);
    await page.keyboard.press('Escape');
    await commandField(page).waitFor({ state: 'detached' });
  }
});

test('what is typed while the palette is on its way is in it, and runs', async (t) => {
  const { page } = await opened(t);
  const gate = await held(page, module);
  await cell(page, 'E5').focus();

  await page.keyboard.press('/');
  await page.keyboard.press('/');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('lega');
  await page.keyboard.press('Control+k');
  assert.equal(await dialogs(page), 0);
  assert.match(await focused(page), /^E5/, 'letters did nothing on the board');
  gate.release();
  await commandField(page).waitFor();

  assert.equal(await commandField(page).count(), 1);
  assert.equal(await commandField(page).inputValue(), 'lega');
  assert.equal(gate.count, 1);
  await page.keyboard.type('l');
  await page.keyboard.press('Enter');
  await isTold(page, /legal moves:/);
  assert.match(await focused(page), /^E5/);
});

test('a line that is entered before the palette is there is run', async (t) => {
  const { page } = await opened(t);
  const gate = await held(page, module);
  await cell(page, 'E5').focus();

  await page.keyboard.press('/');
  await page.keyboard.type('board');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  gate.release();

  await isTold(page, /^Board 9×9/);
  assert.equal(await dialogs(page), 0);
  assert.match(await focused(page), /^F5/, 'after Enter keys are the board’s again');
});

test('a palette that is given up on its way does not come', async (t) => {
  const { page } = await opened(t);
  const gate = await held(page, module);
  const comes = page.waitForResponse((response) => module.test(response.url()));
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.getByRole('heading', { level: 1 }).click();

  gate.release();
  await (await comes).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  assert.equal(await dialogs(page), 0);

  await page.keyboard.press('/');
  await commandField(page).waitFor();
  assert.equal(gate.count, 1);
});

test('a palette that can’t be fetched is said, and asked for again', async (t) => {
  const { page } = await opened(t);
  await page.route(module, (route) => route.abort());
  await page.keyboard.press('/');
  await page.getByText('Couldn’t load the commands. Reload the page.').waitFor();
  assert.equal(await dialogs(page), 0);

  await page.unroute(module);
  await page.keyboard.press('/');
  await commandField(page).waitFor();
});

test('the end of one opening is not the end of the next', async (t) => {
  const { page } = await opened(t);
  await command(page, 'last');

  // The palette is closed and opened again before the browser has told of its closing.
  await page.keyboard.press('/');
  await commandField(page).fill('row');
  const closings = await page.evaluate(async () => {
    let isTold = false;
    const settled = () => new Promise((done) => queueMicrotask(() => queueMicrotask(done)));
    const press = (target, key) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const first = document.querySelector('dialog[open]');
    const closed = new Promise((done) => first.addEventListener('close', done, { once: true }));
    void closed.then(() => (isTold = true));
    press(document.activeElement, 'Escape');
    await settled();
    const between = document.querySelectorAll('dialog[open]').length;
    press(document.body, '/');
    await settled();
    const isToldBefore = isTold;
    await closed;
    await settled();
    return { between, isToldBefore };
  });

  assert.deepEqual(closings, { between: 0, isToldBefore: false });
  assert.equal(await dialogs(page), 1);
  assert.equal(await commandField(page).inputValue(), '');
  await page.keyboard.press('Escape');
  await commandField(page).waitFor({ state: 'detached' });
});

test('right after a move the palette opens, and answers while the move is sent', async (t) => {
  const { page, id, legal } = await opened(t);
  await command(page, 'last');
  const gate = await held(page, /\/moves$/);
  await cell(page, legal[0]).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Play ${legal[0]}` }).click();

  await command(page, 'legal');
  await isTold(page, /legal moves:/);
  await command(page, legal[1]);
  await page.getByText('Sending your move …').waitFor();
  await page.keyboard.press('/');
  await commandField(page).waitFor();
  gate.release();
  await until(async () => (await players[0].game(id)).ply === 1, 'the move has come');
  await showsBoard(page, await players[0].game(id));

  assert.equal(await dialogs(page), 1);
  await commandField(page).fill('last');
  await page.keyboard.press('Enter');
  await isTold(page, new RegExp(`Black ${legal[0]}`));
  assert.equal(await page.evaluate(() => document.activeElement.role), 'gridcell');
});

test('in text fields a slash is a slash, and Ctrl+K comes back to them', async (t) => {
  const { page } = await opened(t);
  await page.getByRole('tab', { name: 'Chat' }).click();
  const chat = page.getByRole('log', { name: 'Chat' }).locator('xpath=following::input[1]');
  await chat.focus();
  await page.keyboard.type('and/or');
  assert.equal(await chat.inputValue(), 'and/or');
  assert.equal(await commandField(page).count(), 0);

  await page.keyboard.press('Control+k');
  await commandField(page).waitFor();
  await page.keyboard.type('1/2');
  assert.equal(await commandField(page).inputValue(), '1/2');
  await page.keyboard.press('Escape');
  await commandField(page).waitFor({ state: 'detached' });
  await page.keyboard.type('!');

  assert.equal(await chat.inputValue(), 'and/or!');
});

test('another dialog has all keys, and whoever switched letters off has Ctrl+K', async (t) => {
  const { page } = await opened(t, (page) =>
    page.addInitScript(() => localStorage.setItem('tanbo.settings', '{"keys":false}')),
  );
  await page.getByRole('tab', { name: 'Info' }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await until(async () => (await dialogs(page)) === 1, 'the list of keys is open');
  await page.keyboard.press('Control+k');
  assert.equal(await commandField(page).count(), 0);
  await page.keyboard.press('Escape');
  await until(async () => (await dialogs(page)) === 0, 'the list of keys is closed');

  await cell(page, 'E5').focus();
  await page.keyboard.press('/');
  assert.equal(await commandField(page).count(), 0);
  await page.keyboard.press('Control+k');
  await commandField(page).waitFor();
});
