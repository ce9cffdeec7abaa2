// How the time came to be that a clock shows: told from the clock, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { bundled } from './support/client.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';

// A phone.
const viewport = { width: 390, height: 844 };
const fischer = { kind: 'fischer', initial_s: 600, increment_s: 10, max_s: 605 };

// The account of a seat's clock, row by row: what, when, how much.
async function accountOf(page, name) {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  const rows = dialog.locator('tbody tr');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const [head, ...cells] = row.children;
      const when = head.lastElementChild.textContent;
      const what = head.textContent.replace(when, '').trim();
      return [what, when, ...cells.map((cell) => cell.textContent)];
    }),
  );
}

test('a clock tells how it came to what it shows, in the time of the place', async () => {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9', clock: fischer });
  await players[0].move(id, 'C2', 0);
  await players[1].move(id, 'B7', 1);
  const page = await pageOf(browser, server.url, players[0], {
    viewport,
    timezoneId: 'Asia/Kolkata',
  });
  await page.goto(`${server.url}/games/${id}`);

  const black = await accountOf(page, 'Clock details: Black');
  const excess = await page.evaluate(() => {
    const { documentElement } = document;
    const dialog = document.querySelector('dialog');
    const sides = [dialog, documentElement].map((one) => one.scrollWidth - one.clientWidth);
    return [...sides, dialog.getBoundingClientRect().right - innerWidth];
  });
  const said = await page.getByRole('dialog').innerText();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const focused = await page.evaluate(() => document.activeElement.textContent.trim());
  const { seats } = await players[0].ask('GET', `/games/${id}/clock`);
  const started = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'Asia/Kolkata',
  }).format(new Date(seats.black.terms[0].from));

  // The turn that goes on, the stone that was placed, and what there was to begin with.
  const kinds = black.map(([what]) => what);
  assert.equal(kinds.at(-1), 'Initial time');
  assert.deepEqual(black.at(-1).slice(2), ['+\u00a010:00', '10:00']);
  assert.equal(kinds.filter((what) => what === '1st move').length, 1);
  assert.equal(kinds.filter((what) => what === '2nd move, in progress').length, 1);
  assert.ok(kinds.includes('Increment') && kinds.includes('Over the maximum'), kinds.join());
  assert.ok(black.at(-1)[1].endsWith(started), `${black.at(-1)[1]} is not ${started}`);
  assert.match(said, /10 minutes \+ 10 seconds per move, max 10 minutes, 5 seconds/);
  assert.ok(Math.max(...excess) <= 0, `${excess} px too wide`);
  assert.equal(focused, 'Clock details');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the account is told in German, to somebody who only looks', async () => {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9', clock: fischer });
  const page = await pageOf(browser, server.url, undefined, { locale: 'de', viewport });
  await page.goto(`${server.url}/games/${id}`);

  const white = await accountOf(page, 'Zeitkonto: Weiß');

  assert.deepEqual(
    white.map(([what, , ...figures]) => [what, ...figures]),
    [['Zu Beginn', '+\u00a010:00', '10:00']],
  );
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the lobby says when the flag falls, as the game does', async () => {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const clock = { kind: 'per-move', per_move_s: 2 * 86_400, weekends_off: true };
  const id = await begun(players, { setup: '9x9', clock });
  const page = await pageOf(browser, server.url, players[0]);
  await page.goto(`${server.url}/games/${id}`);
  const inGame = await page.locator('.centre .clock .small').first().textContent();
  await page.goto(server.url);

  const inLobby = await page.locator('.tiles a:has(.small)').first().textContent();

  assert.match(inGame, /by \S+/);
  assert.ok(inLobby.includes(inGame.trim()), `"${inLobby}" lacks "${inGame}"`);
  await page.context().close();
});

test('lines add up, the latest first, and count the turns', async () => {
  const { linesOf } = await bundled(`export { linesOf } from 'client/pages/clock/lines';`);
  const at = '2026-03-01T11:00:00.000Z';
  const term = (kind, amount_ms, seq) => ({ kind, amount_ms, seq, from: at, until: at });

  const lines = linesOf([
    term('initial', 10_000, 3),
    term('turn', -4_000, 4),
    term('weekend', 3_000, 4),
    term('increment', 2_000, 4),
    term('turn', -1_000, null),
  ]);

  assert.deepEqual(
    lines.map(({ kind, after_ms, turn, isOn, isBack }) => [kind, after_ms, turn, isOn, isBack]),
    [
      ['turn', 10_000, 2, true, false],
      ['increment', 11_000, 1, false, false],
      ['weekend', 9_000, 1, false, true],
      ['turn', 6_000, 1, false, false],
      ['initial', 10_000, 0, false, false],
    ],
  );
});
