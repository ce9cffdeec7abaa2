// Whole games on the page of a server by people without a mouse, or without eyes.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, pageOf, showsBoard } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { command, lensTarget, rested, walkTo } from './support/hands.js';
import { begun, Player } from './support/player.js';
import { choice, code, engine, lookOf } from './support/rules.js';
import { browser, server } from './support/server_and_browser.js';
import { until } from './support/until.js';

let players;

before(async () => {
  players = await Promise.all([Player.guest(server), Player.guest(server)]);
});

async function opened(t, id, options) {
  const page = await pageOf(browser, server.url, players[0], options);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/games/${id}`);
  await showsBoard(page, await players[0].game(id));
  return page;
}

// Plays white through the API until it is black's turn, or the game is over; the game then.
async function answered(id, chance) {
  for (;;) {
    const game = await players[1].game(id);
    if (game.status !== 'active' || game.to_move === 'black') return game;
    await players[1].move(id, choice(lookOf(game), chance), game.ply);
  }
}

const said = (page) => page.locator('.said').textContent();

// A random game by the rules, to its end: its points.
function randomGame(setup, chance) {
  const board = engine.setup(setup);
  const turns = [];
  for (let look = code.lookAt(board, turns); look.toMove !== undefined;) {
    turns.push({ kind: 'stone', point: board.geometry.parse(choice(look, chance)) });
    look = code.lookAt(board, [...turns]);
  }
  return turns.map(({ point }) => board.geometry.name(point));
}

// A game at the server, as long as a random one but for so many plies; the random one's points.
async function nearItsEnd(setup, chance, plies) {
  const points = randomGame(setup, chance);
  const id = await begun(players, { setup });
  const first = Math.max(0, points.length - plies);
  for (const [ply, point] of points.slice(0, first).entries()) {
    await players[ply % 2].move(id, point, ply);
  }
  return { id, points, first };
}

test('a game on 9x9 is played to its end by keyboard alone', async (t) => {
  const chance = chanceOf(61);
  const { id, first } = await nearItsEnd('9x9', chance, 8);
  const page = await opened(t, id);
  const role = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
  for (let tabs = 0; (await role()) !== 'gridcell'; ++tabs) {
    assert.ok(tabs < 40, 'Tab comes to the board');
    await page.keyboard.press('Tab');
  }

  let game = await answered(id, chance);
  assert.equal(game.status, 'active');
  for (; game.status === 'active'; game = await answered(id, chance)) {
    await showsBoard(page, game);
    const point = choice(lookOf(game), chance);
    await walkTo(page, point);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    if (await page.getByRole('button', { name: 'Remove my own root' }).isVisible()) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    }
    const { ply } = game;
    await until(async () => (await players[0].game(id)).ply > ply, `${point} is placed`);
    assert.equal(await role(), 'gridcell');
  }

  await showsBoard(page, game);
  assert.ok(game.ply >= first + 3, `${game.ply} plies, of which ${first} were there`);
  await until(async () => /wins|win!/.test(await said(page)), 'the end is said');
});

test('a game on 9x9 is played to its end by commands and what is said', async (t) => {
  const chance = chanceOf(62);
  const { id, first } = await nearItsEnd('9x9', chance, 8);
  await answered(id, chance);
  const page = await opened(t, id);
  // The answer to a command; the same words again have a space behind them.
  const ask = async (line) => {
    const before = await said(page);
    await command(page, line);
    return until(async () => {
      const words = await said(page);
      return words !== before && words;
    }, `${line} is answered`);
  };
  const isTold = async (pattern) => pattern.test(await said(page));

  let moves = 0;
  for (;;) {
    await until(() => isTold(/Your turn|wins|win!/), 'whose turn it is, or who has won');
    if (await isTold(/wins|win!/)) break;
    const words = await ask('legal');
    const points = [...words.split(':')[1].matchAll(/[A-HJ]\d/g)].map(([name]) => name);
    let point = points[points.length >> 1];
    if ((await ask(`preview ${point}`)).includes('your own root')) [point] = points;
    if ((await ask(point)).includes('type “yes”')) await ask('yes');
    moves += 1;
    assert.ok(moves < 200);
    await answered(id, chance);
  }

  const { status, ply } = await players[0].game(id);
  assert.equal(status, 'finished');
  assert.ok(moves >= 1 && moves >= Math.floor((ply - first) / 2), `${moves} of ${ply - first}`);
});

// All of a game takes minutes: BY_FINGERS=1000 does it, for `tests/run.sh nightly browser`.
const byFingers = Number(process.env.BY_FINGERS ?? 8);

// A ply that takes minutes hangs.
const hangs_ms = 150_000 * byFingers;

test('on a phone a game on 19x19 is played to its end', { timeout: hangs_ms }, async (t) => {
  const { id, points, first } = await nearItsEnd('19x19', chanceOf(63), byFingers);
  const page = await opened(t, id, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const tap = ({ x, y }) => page.touchscreen.tap(x, y);
  const chosen = () => page.locator('[role="gridcell"][aria-selected="true"]').count();

  for (let ply = first; ply < points.length; ++ply) {
    const point = points[ply];
    if (ply % 2 === 1) {
      await players[1].move(id, point, ply);
    } else {
      await showsBoard(page, await players[0].game(id));
      await rested(page);
      const target = cell(page, point);
      await target.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await target.boundingBox();
      await tap({ x: x + width / 2, y: y + height / 2 });
      assert.equal(await chosen(), 0);
      await page.locator('.lens').scrollIntoViewIfNeeded();
      await rested(page);
      const inLens = await lensTarget(page, point);
      assert.ok(inLens.pixels >= 44, `${inLens.pixels.toFixed(1)} px`);
      await tap(inLens.beside);
      assert.equal(await chosen(), 0, 'a tap beside chooses nothing');
      await tap(inLens);
      const place = page.getByRole('button', { name: `Play ${point}` });
      assert.ok((await place.boundingBox()).height >= 44);
      await place.tap();
      const own = page.getByRole('button', { name: 'Remove my own root' });
      if (await own.isVisible()) await own.tap();
      await until(async () => (await players[0].game(id)).ply > ply, `${point} is placed`);
    }
  }

  const game = await players[0].game(id);
  assert.equal(game.status, 'finished');
  await showsBoard(page, game);
});
