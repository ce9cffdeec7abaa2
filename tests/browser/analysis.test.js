// The help that a search gives a player: where a game turned, hints against bots, and puzzles.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HouseBots } from './support/bots.js';
import { launchChromium, place } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { Server } from './support/server.js';
import { member } from './support/tour.js';
import { desk, phone, visitAt } from './support/visit.js';

let server;
let bots;
let browser;

before(async () => {
  server = await Server.start(['--bots', 'elsewhere']);
  bots = await HouseBots.start(server);
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await bots?.stop();
  await server?.stop();
});

const visit = (t, path, player, options) => visitAt(t, browser, server.url + path, player, options);

// A game that white has thrown away and left.
async function thrownAway() {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9' });
  for (const [ply, point] of ['C2', 'B7', 'D2', 'A8', 'E2', 'C8'].entries()) {
    await players[ply % 2].move(id, point, ply);
  }
  await players[1].ask('POST', `/games/${id}/leave`, {});
  return id;
}

const whereItTurned = /Turning point: move|turned the game|was ahead|won because|, and \w+ won/;
const graph = (page) => page.getByRole('img', { name: 'winning chances' });
const hintOf = (page) => page.getByRole('button', { name: 'Hint', exact: true });

test('anybody has a finished game analysed by one click', async (t) => {
  const id = await thrownAway();
  const page = await visit(t, `/games/${id}`, undefined, phone);

  await page.getByRole('button', { name: 'Analyse game' }).click();
  await graph(page).waitFor();

  const analysis = await (await fetch(`${server.url}/api/v1/games/${id}/analysis`)).json();
  assert.equal(await graph(page).locator('polyline').count(), 2);
  const graded = analysis.turns.filter(({ grade }) => grade !== 'none');
  assert.equal(await page.locator('li .grade').count(), graded.length);
  const marks = await graph(page)
    .locator('circle:not(.turned)')
    .evaluateAll((circles) => circles.map((circle) => Number(circle.getAttribute('cx'))));
  const { turns } = analysis;
  const after = (turn) => Math.round(((turns.indexOf(turn) + 1) * 640) / turns.length);
  assert.deepEqual(new Set(marks), new Set(graded.map(after)));
  assert.equal(marks.length, graded.length);
  const section = page.getByRole('region', { name: 'Analysis' });
  const told = await section.innerText();
  const { ply, point } = analysis.turning_point;
  assert.match(told, whereItTurned);
  if (ply === null) return;
  assert.ok(told.includes(point), told);
  await section.getByRole('button', { name: 'Show position' }).click();
  await page.waitForURL(new RegExp(`ply=${ply}$`));
});

test('each of eight seats has a line of its own, also without colours', async (t) => {
  const players = await Promise.all(Array.from({ length: 8 }, () => Player.guest(server)));
  const names = ['black', 'white', 'red', 'green', 'seat5', 'seat6', 'seat7', 'seat8'];
  const points = ['A1', 'E1', 'J1', 'A5', 'E5', 'J5', 'A9', 'E9'];
  const stones = Object.fromEntries(names.map((name, index) => [name, [points[index]]]));
  const id = await begun(players, { board: [9, 9], stones });
  await players[0].move(id, 'A2', 0);
  for (const player of players.slice(1)) await player.ask('POST', `/games/${id}/leave`, {});
  const page = await visit(t, `/games/${id}#analysis`);
  await graph(page).waitFor();

  const looks = (property) =>
    graph(page)
      .locator('polyline')
      .evaluateAll((all, name) => all.map((one) => getComputedStyle(one)[name]), property);

  assert.equal(new Set(await looks('strokeDasharray')).size, 8);
  assert.equal(new Set(await looks('stroke')).size, 8);
  await page.evaluate(() => (document.documentElement.dataset.theme = 'pattern'));
  assert.deepEqual(new Set(await looks('stroke')), new Set(['rgb(0, 0, 0)']));
});

test('the sign #analysis in an address asks at once', async (t) => {
  const id = await thrownAway();
  const page = await visit(t, `/games/${id}#analysis`);

  await graph(page).waitFor();
});

test('a member who watches a running game is shown the chances so far', async (t) => {
  const watcher = await member(server, 'watcher');
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { setup: '9x9' });
  await players[0].move(id, 'C2', 0);
  const page = await visit(t, `/games/${id}`, watcher);
  const section = page.getByRole('region', { name: 'Analysis' });
  const ask = section.getByRole('button', { name: 'Analyse game so far' });

  await ask.click();
  await graph(page).waitFor();

  assert.match(await section.innerText(), /After 1 move\./);
  await players[1].move(id, 'B7', 1);
  await ask.click();
  await section.getByText('After 2 moves.').waitFor();
  await players[1].ask('POST', `/games/${id}/leave`, {});
  await section.getByText(whereItTurned).waitFor();
});

test('who plays is shown neither an analysis nor, against a person, hints', async (t) => {
  const players = [await Player.guest(server), await member(server, 'white-player')];
  const id = await begun(players, { setup: '9x9' });
  await players[0].move(id, 'C2', 0);
  const other = await visit(t, `/games/${id}`, await member(server, 'another'));
  await other.getByRole('button', { name: 'Analyse game so far' }).waitFor();
  const page = await visit(t, `/games/${id}`, players[1]);
  await page.getByText('Your turn: White').waitFor();
  await page.waitForLoadState('networkidle');

  assert.equal(await page.getByRole('button', { name: /Hint|turned|chances/ }).count(), 0);
});

test('a hint says what to play against a bot, and chooses it', async (t) => {
  const player = await Player.guest(server);
  const game = await player.open({ setup: '9x9', seats: ['me', 'bot:1'] });
  const page = await visit(t, `/games/${game.id}`, player);

  await hintOf(page).click();
  const words = page.getByText(/extends the root at/).first();
  await words.waitFor();

  const { point } = await player.ask('GET', `/games/${game.id}/hint`);
  assert.ok((await words.innerText()).includes(point));
  await page
    .getByRole('button', { name: `Play ${point}` })
    .first()
    .click();
  await page.getByText('extends the root at').first().waitFor({ state: 'detached' });
});

test('there is no hint while the game is paused', async (t) => {
  const player = await Player.guest(server);
  const clock = { kind: 'total', total_s: 3600 };
  const { id } = await player.open({ setup: '9x9', seats: ['me', 'bot:1'], clock });
  const page = await visit(t, `/games/${id}`, player);
  await hintOf(page).waitFor();

  await player.ask('POST', `/games/${id}/proposals`, { kind: 'pause' });
  await page.getByRole('button', { name: 'Resume' }).waitFor();

  assert.equal(await hintOf(page).count(), 0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await hintOf(page).waitFor();
});

const solution = async (puzzle) => {
  const body = JSON.stringify({ point: null });
  const headers = { 'Content-Type': 'application/json' };
  const path = `${server.url}/api/v1/puzzles/${puzzle}`;
  return (await fetch(path, { method: 'POST', body, headers })).json();
};

for (const [name, options] of [
  ['a desk', {}],
  ['a phone', phone],
]) {
  test(`a puzzle is solved on the board of ${name}, after a wrong move`, async (t) => {
    const { solution: right } = await solution(1);
    const puzzle = await (await fetch(`${server.url}/api/v1/puzzles/1`)).json();
    const wrong = puzzle.legal.find((point) => point !== right);
    const page = await visit(t, '/puzzles/1', undefined, options);
    await page.getByText('exactly one move wins').waitFor();

    await place(page, wrong);
    await page.getByText(`${wrong} doesn’t win`).waitFor();
    await place(page, right);
    await page.getByText(`Correct! ${right} wins`).waitFor();

    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await page.waitForURL(/puzzles\/2$/);
    await page.getByRole('heading', { name: 'Puzzle 2' }).waitFor();
  });
}

test('the solution of a puzzle is shown on demand', async (t) => {
  const { solution: right } = await solution(3);
  const page = await visit(t, '/puzzles/3');

  await page.getByRole('button', { name: 'Show solution' }).click();

  const told = page.getByText(`Solution: ${right}.`);
  await told.waitFor();
  const color = (locator) => locator.evaluate((element) => getComputedStyle(element).color);
  assert.equal(await color(told), await color(page.locator('main p').first()), 'not as a fault');
  const board = await page.getByRole('grid').boundingBox();
  const { y } = await told.boundingBox();
  assert.ok(y < board.y + board.height, 'on a desk beside the board');
  assert.equal(await page.getByRole('button', { name: 'Show solution' }).count(), 0);
});

test('what is no puzzle is said to be none', async (t) => {
  const page = await visit(t, '/puzzles/9999');

  await page.getByText('This puzzle doesn’t exist.').waitFor();
});
