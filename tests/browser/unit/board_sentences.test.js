import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { bundled, engineBytes } from '../support/client.js';
import { assertGolden } from '../support/golden.js';
import '../support/texts.js';

const {
  Engine,
  Module,
  lookAt,
  parseTurns,
  describe,
  everything,
  parseCommand,
  answer,
  speak,
  learnPalette,
} = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { lookAt, parseTurns } from 'client/game/look';
  export { everything } from 'client/board/assistance';
  export * as describe from 'client/board/describe';
  export { parseCommand, answer } from 'client/board/commands';
  export { speak, learnPalette } from 'client/text';
`);
const engine = new Engine(await Module.from(await engineBytes()));
const games = JSON.parse(await readFile(new URL('../golden/games.json', import.meta.url)));

// One look a turn, the opening first.
function looks(setup, played) {
  const board = engine.setup(setup);
  const turns = parseTurns(board.geometry, played);
  return Array.from({ length: turns.length + 1 }, (_, count) =>
    lookAt(board, turns.slice(0, count)),
  );
}

// The news for a player of that seat turn by turn.
function heard(all, seat, from = 1) {
  return all
    .slice(from)
    .map((look, index) => describe.turn(all[from - 1 + index], look, seat, undefined, everything));
}

function sentences() {
  const whole = looks('9x9', games.whole9.played);
  const four = looks(
    '19x19-4p',
    `${games.late4p.played} leave:white:time leave:green:resigned leave:red:absent`,
  );
  const removals = four.findIndex((look) => look.removed.length > 0);
  const last = four.at(-4);
  const own = ownRemoval();
  const said = [
    '# a whole game on 9x9, heard by white',
    ...heard(whole, 1),
    '# the same end, heard by black, and by somebody who looks on',
    describe.turn(whole.at(-2), whole.at(-1), 0, undefined, everything),
    describe.turn(whole.at(-2), whole.at(-1), undefined, undefined, everything),
    '# four seats: the first removal, then three leave',
    ...heard(four, 0, removals).slice(0, 1),
    ...heard(four, 0, four.length - 3),
    '# two roots at the same time',
    describe.move(looks('13x13', games.pair13.played).at(-1)),
    '# several turns at once, and back to the opening',
    describe.turn(whole[1], whole[5], 1, undefined, everything),
    describe.turn(whole[5], whole[0], 1, undefined, everything),
    '# a root of one’s own is lifted',
    describe.consequence(own.before, own.seat, own.point, own.preview, everything),
    describe.turn(own.before, own.after, own.seat, undefined, everything),
    '# what a choice would do',
    ...consequences(last),
    '# why not',
    ...refusals(),
    '# labels',
    ...labels(last),
    '# commands',
    ...[
      'preview C4',
      'legal',
      'roots',
      'root B2',
      'root E5',
      'row 2',
      'column B',
      'row 5',
      'board',
      'last',
      'help',
    ]
      .concat(['vorschau Z1', 'nonsense'])
      .map(
        (line) =>
          `${line}: ${answer(parseCommand(line, whole[6].geometry), whole[6], everything, 0)}`,
      ),
    '# three dimensions',
    describe.board(looks('5x5x5', '')[0], 1, undefined, everything),
  ];
  return `${said.join('\n')}\n`;
}

// The first turn of the games that lifts a root of the mover's own.
function ownRemoval() {
  for (const { setup, played } of Object.values(games)) {
    for (const before of looks(setup, played)) {
      const seat = before.toMove;
      if (seat === undefined) continue;
      for (const point of before.legal(seat)) {
        const preview = before.preview(seat, point);
        if (!preview.legal || !preview.own) continue;
        const board = engine.setup(setup);
        const text = [...before.turns, before.geometry.name(point)].join(' ');
        return {
          before,
          seat,
          point,
          preview,
          after: lookAt(board, parseTurns(board.geometry, text)),
        };
      }
    }
  }
  throw new Error('no game has such a turn');
}

// One sentence for each kind of what a stone can do.
function consequences(look) {
  const kinds = new Map();
  for (let seat = 0; seat < look.seats; seat += 1) {
    for (const point of look.legal(seat)) {
      if (seat !== look.toMove) continue;
      const preview = look.preview(seat, point);
      const kind = `${preview.own} ${preview.lifted.length}`;
      if (!kinds.has(kind))
        kinds.set(kind, describe.consequence(look, seat, point, preview, everything));
    }
  }
  return [...kinds.values()];
}

function refusals() {
  const [start, one] = looks('9x9', 'H7');
  const because = (look, ...names) => names.map((name) => look.geometry.parse(name));
  const refused = (reason, name, stones = []) =>
    describe.refusal(start, 0, start.geometry.parse(name), {
      legal: false,
      reason,
      because: because(start, ...stones),
    });
  const seen = (look, seat, name) =>
    describe.consequence(
      look,
      seat,
      look.geometry.parse(name),
      look.preview(seat, look.geometry.parse(name)),
      everything,
    );
  return [
    seen(start, 0, 'H8'),
    seen(start, 0, 'E5'),
    refused('two-friends', 'G7', ['H7', 'G8']),
    seen(one, 0, 'H6'),
    refused('game-over', 'E5'),
    refused('off-board', 'A1'),
  ];
}

function labels(look) {
  const all = describe.cells(look, look.toMove, everything);
  const kinds = new Map();
  all.forEach((label, point) => {
    const root = describe.rootOn(look, point);
    const isLegal = look.legal(look.toMove).includes(point);
    const wasLifted = look.removed.some(({ stones }) => stones.includes(point));
    const kind = root ? `seat ${root.seat}` : `${isLegal} ${wasLifted}`;
    if (!kinds.has(kind)) kinds.set(kind, label);
  });
  return [...kinds.values()];
}

for (const language of ['en', 'de']) {
  test(`the sentences of games are as they were, ${language}`, async () => {
    await speak(language);
    await learnPalette(language);

    await assertGolden(`sentences.${language}.txt`, sentences());
  });
}

test('the turn that is told is the one that was played, with all that went', async () => {
  await speak('en');
  for (const look of looks('9x9', games.whole9.played).slice(1)) {
    const said = describe.move(look);
    assert.ok(said.includes(look.turns.at(-1)), said);
    for (const root of look.removed) assert.ok(said.includes(look.geometry.name(root.seed)), said);
  }
});
