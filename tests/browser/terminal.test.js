// A whole game of a person at a terminal of 80x24 with one in a browser.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { place, showsBoard } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { Player } from './support/player.js';
import { tanboBeside } from './support/programs.js';
import { choice, code, engine } from './support/rules.js';
import { program } from './support/server.js';
import { server, visit } from './support/server_and_browser.js';
import { until } from './support/until.js';

// `tanbo` in a terminal of its own, which `script` makes.
class Terminal {
  static async open(t, token, ...words) {
    const folder = await mkdtemp(join(tmpdir(), 'tanbo-terminal-'));
    const command = ['stty rows 24 cols 80; exec', await tanboBeside(program), ...words].join(' ');
    const env = { ...process.env, TERM: 'xterm', TANBO_BOARD: 'ascii', TANBO_TOKEN: token };
    env.XDG_STATE_HOME = folder;
    const terminal = new Terminal(
      spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env }),
    );
    t.after(async () => {
      terminal.process.kill('SIGKILL');
      await rm(folder, { recursive: true });
    });
    return terminal;
  }

  constructor(process) {
    this.process = process;
    this.text = '';
    process.stdout.on('data', (bytes) => (this.text += bytes));
    this.end = new Promise((resolve) => process.on('close', resolve));
  }

  // Waits until this was written since the last line was typed.
  shows(words) {
    return until(() => this.text.includes(words), `the terminal shows ${words}`);
  }

  type(line) {
    this.text = '';
    this.process.stdin.write(`${line}\n`);
  }
}

// A guest as programs are one, with a token.
async function guestWithToken() {
  const ask = async (path, body, token) => {
    const headers = { 'Content-Type': 'application/json' };
    if (token) headers.Authorization = `Bearer ${token}`;
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${server.url}/api/v1${path}`, init)).json();
  };
  const { token } = await ask('/guests', {});
  return { token, ask: (path, body) => ask(path, body, token) };
}

// The points of a random game, to its end.
function randomGame(setup, chance) {
  const board = engine.setup(setup);
  const turns = [];
  for (let look = code.lookAt(board, turns); look.toMove !== undefined;) {
    turns.push({ kind: 'stone', point: board.geometry.parse(choice(look, chance)) });
    look = code.lookAt(board, [...turns]);
  }
  return turns.map(({ point }) => board.geometry.name(point));
}

// All of a game takes minutes: BY_FINGERS=1000 does it, for `tests/run.sh nightly browser`.
const byFingers = Number(process.env.BY_FINGERS ?? 8);

test(
  'a terminal and a browser play a game on 19x19 to its end',
  { timeout: 150_000 * byFingers },
  async (t) => {
    const [black, white] = [await Player.guest(server), await guestWithToken()];
    const { id } = await black.open({ setup: '19x19' });
    await white.ask(`/games/${id}/join`, {});
    const points = randomGame('19x19', chanceOf(63));
    const first = Math.max(0, points.length - byFingers);
    for (const [ply, point] of points.slice(0, first).entries()) {
      if (ply % 2 === 0) await black.move(id, point, ply);
      else await white.ask(`/games/${id}/moves`, { point, ply });
    }
    const terminal = await Terminal.open(t, white.token, 'play', server.url, id);
    const page = await visit(t, `/games/${id}`, black);

    for (let ply = first; ply < points.length; ++ply) {
      if (ply % 2 === 0) {
        await showsBoard(page, await black.game(id));
        await place(page, points[ply]);
      } else {
        await terminal.shows('Your move, white:');
        terminal.type(points[ply]);
      }
      await until(async () => (await black.game(id)).ply === ply + 1, `${points[ply]} is placed`);
    }

    const game = await black.game(id);
    assert.deepEqual([game.status, game.ply], ['finished', points.length]);
    await showsBoard(page, game);
    await terminal.shows(' has won.');
    assert.equal(await terminal.end, 0);
  },
);
