// Tournaments in the browser: made in one short form, entered, paired, played and read.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { violations } from './support/axe.js';
import { pageOf } from './support/browsers.js';
import { browser, server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';
import { desk, phone } from './support/visit.js';

const handles = [
  'anna',
  'ben',
  'cleo',
  'dan',
  'emil',
  'fred',
  'gina',
  'hugo',
  'ida',
  'jan',
  'kim',
  'lea',
];
const players = {};
// A Swiss tournament of all of them, in its third round.
let twelve;

before(async () => {
  for (const handle of handles) players[handle] = await member(server, handle);
  twelve = await running({ name: 'Twelve', format: 'swiss', rounds: 3 }, 'anna', handles);
  await playRound(twelve);
  await playRound(twelve);
});

const read = (path) => players.anna.ask('GET', path);

// Waits until all games of a round are there.
async function games(id, round) {
  const path = `/tournaments/${id}/rounds/${round}`;
  const areThere = async () => {
    const { tables } = await read(path);
    return tables?.every((table) => table.games.length > 0);
  };
  await until(areThere, `the games of round ${round}`);
  return (await read(path)).tables;
}

// A tournament of these players, the first round of which is being played.
async function running(wanted, organiser, names) {
  const settings = { setup: '9x9', rated: false, ...wanted };
  const one = await players[organiser].ask('POST', '/tournaments', settings);
  assert.equal(one.code, undefined, one.detail);
  for (const name of names) {
    const entered = await players[name].ask('POST', `/tournaments/${one.id}/join`, {});
    assert.equal(entered.code, undefined, entered.detail);
  }
  const begun = await players[organiser].ask('POST', `/tournaments/${one.id}/start`, {});
  assert.equal(begun.state, 'running', begun.detail);
  await games(one.id, 1);
  return one.id;
}

// Ends every game of the latest round. Who leaves twice in a row before a stone is placed is
// withdrawn, so anna never does.
async function playRound(id) {
  const { round } = await read(`/tournaments/${id}`);
  for (const { players: seated, games: of } of await games(id, round)) {
    const leaver = seated.findLast(({ handle }) => handle !== 'anna').handle;
    await players[leaver].ask('POST', `/games/${of[0].game}/leave`, {});
  }
  const isPaired = async () => {
    const { state, round: now } = await read(`/tournaments/${id}`);
    return state === 'finished' || now > round;
  };
  await until(isPaired, `the end of round ${round}`);
}

test('organisers alone see what stands out', async (t) => {
  const path = `/tournaments/${twelve}?show=fairness`;
  const page = await visit(t, path, players.anna, phone);
  await page.getByRole('heading', { name: 'Resignations before the fourth move' }).waitFor();
  const { resignations } = await read(`/tournaments/${twelve}/fairness`);
  assert.ok(resignations.length >= 10);
  const [first] = resignations;
  await page.getByText(first.player).first().waitFor();
  assert.equal(await page.locator(`main a[href="/games/${first.game}"]`).count(), 1);
  assert.deepEqual(await violations(page), []);

  const other = await visit(t, path, players.ben);
  await other.getByRole('table').first().waitFor();
  assert.equal(await other.getByRole('link', { name: 'Fair play' }).count(), 0);
});

test('a tournament is made in one form, entered by two, and started', async (t) => {
  const page = await visit(t, '/tournaments', players.anna);
  await page.getByRole('link', { name: 'New tournament' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Friday Swiss');
  await page.getByRole('button', { name: 'Create tournament' }).click();
  await page.getByRole('heading', { name: 'Friday Swiss' }).waitFor();
  const path = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await page.getByText('You have entered.').waitFor();

  const other = await visit(t, path, players.ben, phone);
  await other.getByRole('button', { name: 'Enter', exact: true }).click();
  await other.getByText('You have entered.').waitFor();

  await page.getByRole('button', { name: 'Start now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click();
  await page.getByRole('link', { name: 'Go to your game' }).click();
  await page.waitForURL('**/games/*');
  await page.getByRole('link', { name: 'Tournament, round 1, table 1' }).click();
  await page.getByRole('heading', { name: 'Friday Swiss' }).waitFor();
});

test('who was in can withdraw before the start, and nobody else can', async (t) => {
  const { id } = await players.cleo.ask('POST', '/tournaments', {
    ...{ name: 'Left again', format: 'swiss', setup: '9x9' },
  });
  const page = await visit(t, `/tournaments/${id}`, players.dan);
  await page.getByRole('button', { name: 'Enter', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'More actions' }).count(), 0);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No one has entered yet.').waitFor();
});

test('the page follows its tournament by the stream, and the notices go on', async (t) => {
  const { id } = await players.gina.ask('POST', '/tournaments', {
    ...{ name: 'Followed', format: 'swiss', setup: '9x9' },
  });
  const page = await pageOf(browser, server.url, players.hugo, desk);
  t.after(() => page.context().close());
  // Nothing is asked for now and then.
  await page.addInitScript(() => {
    window.setInterval = () => 0;
  });
  await page.goto(`${server.url}/tournaments/${id}`);
  await page.getByText('No one has entered yet.').waitFor();

  await players.ida.ask('POST', `/tournaments/${id}/join`, {});
  await page.getByRole('link', { name: 'ida' }).waitFor();
  await players.jan.ask('POST', `/tournaments/${id}/join`, {});
  await page.getByRole('link', { name: 'jan' }).waitFor();
  const asked = page.waitForResponse((answer) => answer.url().includes('/me/turns'));
  await players.ida.ask('POST', '/challenges', { setup: '9x9', seats: ['me', 'hugo'] });
  await asked;
});

// The rows of a table of figures, each a list of its cells' words.
const rowsOf = (page) =>
  page
    .locator('main table tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));

test('points and tie-breaks are the server’s, and the own row is marked', async (t) => {
  const id = twelve;
  const page = await visit(t, `/tournaments/${id}`, players.anna);
  await page.locator('main table').waitFor();
  const { standings } = await read(`/tournaments/${id}/standings`);

  const rows = await rowsOf(page);
  assert.equal(rows.length, 12);
  for (const [at, one] of standings.entries()) {
    assert.equal(Number(rows[at][0]), one.place);
    assert.ok(rows[at][1].startsWith(one.handle), rows[at][1]);
    assert.deepEqual([rows[at][4], rows[at][5]].map(Number), [one.points, one.ties[0]]);
  }
  assert.match(await page.locator('main tr.me').innerText(), /^\d+\s+anna/);
  // All twelve are seen without scrolling.
  const last = await page.locator('main tbody tr').last().boundingBox();
  assert.ok(last.y + last.height <= 900, `the last row ends at ${last.y + last.height}`);
});

test('dots say in words what they show, and lead to the games', async (t) => {
  const id = twelve;
  const page = await visit(t, `/tournaments/${id}`, players.anna);
  const dots = page.locator('main tr', { hasText: 'anna' }).locator('ol a');
  await dots.first().waitFor();
  const { standings } = await read(`/tournaments/${id}/standings`);
  const { rounds } = standings.find(({ handle }) => handle === 'anna');
  const { handle } = standings.find(({ number }) => number === rounds[0].opponent);
  const end = rounds[0].points === 1 ? 'won' : 'lost';

  assert.equal(await dots.count(), rounds.length);
  // A loss without a stone is a forfeit.
  const words = `Round 1: ${end} against ${handle} by forfeit`;
  assert.equal(await dots.first().getAttribute('aria-label'), words);
  assert.equal(await dots.first().getAttribute('href'), `/games/${rounds[0].game}`);
});

test('a press on the points tells the numbers that add up to them', async (t) => {
  const id = twelve;
  const { explain } = await read(`/tournaments/${id}/standings?explain=anna`);
  const page = await visit(t, `/tournaments/${id}`, players.ben);
  await page.getByRole('button', { name: /how anna got them/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Points and tie-breaks of anna' });
  const { value, parts } = explain.ties[1];
  await dialog.getByRole('heading', { name: `Buchholz: ${value}`, exact: true }).waitFor();

  const sum = parts.reduce((all, part) => all + (part.cut ? 0 : part.value), 0);
  assert.equal(sum, value);
  const lines = dialog
    .locator('h3', { hasText: /^Buchholz:/ })
    .locator('xpath=following::ul[1]/li');
  assert.equal(await lines.count(), parts.length);
});

test('an organiser decides a table with a reason, and players cannot', async (t) => {
  const names = ['cleo', 'dan', 'emil', 'fred'];
  const id = await running({ name: 'Decided', format: 'swiss', rounds: 2 }, 'anna', names);
  const [foreign] = await games(id, 1);
  const [first, second] = foreign.players.map(({ handle }) => handle);
  const watching = await visit(t, `/tournaments/${id}?show=pairings`, players.ben);
  await watching.locator('main table').waitFor();
  assert.equal(await watching.getByRole('button', { name: /^Decide table/ }).count(), 0);

  const page = await visit(t, `/tournaments/${id}?show=pairings`, players.anna);
  await page.getByRole('button', { name: `Decide table ${foreign.table}` }).click();
  await page.getByRole('button', { name: `${second} loses by forfeit` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Never came.');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('1 – 0 (by forfeit)').waitFor();

  const { standings } = await read(`/tournaments/${id}/standings`);
  assert.equal(standings.find(({ handle }) => handle === first).points, 1);
});

test('a round robin has a cross table', async (t) => {
  const names = ['gina', 'hugo', 'ida', 'jan'];
  const id = await running({ name: 'All', format: 'round-robin' }, 'gina', names);
  const page = await visit(t, `/tournaments/${id}`, undefined);
  await page.getByRole('button', { name: 'Cross table' }).click();
  const rows = await rowsOf(page);
  assert.deepEqual(
    rows.map((row) => row.length),
    [7, 7, 7, 7],
  );
});

test('the list has own tournaments first, with the way to the next game', async (t) => {
  const page = await visit(t, '/tournaments', players.anna);
  await page.getByRole('heading', { name: 'Your tournaments' }).waitFor();
  const link = page.getByRole('link', { name: /^(Your turn against|Playing) / }).first();
  await link.click();
  await page.waitForURL('**/games/*');
});

test('a tournament in German on a phone', async (t) => {
  const page = await visit(t, `/tournaments/${twelve}`, players.anna, { ...phone, locale: 'de' });
  await page.getByRole('link', { name: 'Zur eigenen Partie' }).waitFor();
  await page.getByRole('link', { name: 'Paarungen' }).click();
  await page.getByRole('columnheader', { name: 'Tisch' }).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
});
