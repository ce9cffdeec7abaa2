import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled, engineBytes } from '../support/client.js';

const { Engine, Module, lookAt, parseTurns } = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { lookAt, parseTurns } from 'client/game/look';
`);
const bytes = await engineBytes();
const engine = new Engine(await Module.from(bytes));

// The look of a board by its drawn stones: top row first, B, W and dots.
function drawn(board, look) {
  const [columns, rows] = board.geometry.dimensions;
  const row = (y) =>
    Array.from({ length: columns }, (_, x) => '.BW'[look.stones[y * columns + x] + 1]).join('');
  return Array.from({ length: rows }, (_, y) => row(rows - 1 - y));
}

const named = (board, points) => points.map((point) => board.geometry.name(point)).join(' ');

test('the module has no imports', async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
});

test('the setups are those of the rules, and their openings are theirs', () => {
  assert.deepEqual(engine.setups.slice(0, 4), ['19x19', '19x19-1995', '13x13', '9x9']);
  const board = engine.setup('9x9');

  assert.deepEqual(drawn(board, lookAt(board, [])), [
    '.........',
    '.W.....B.',
    '.........',
    '.........',
    '.........',
    '.........',
    '.........',
    '.B.....W.',
    '.........',
  ]);
  assert.equal(engine.setup('8x8'), undefined);
});

test('points have the names of the server in any dimension', () => {
  const cases = [
    ['19x19', 360, 'T19'],
    ['5x5x5', 124, '555'],
    ['line31', 30, '31'],
  ];
  for (const [setup, point, name] of cases) {
    const { geometry } = engine.setup(setup);

    assert.equal(geometry.name(point), name);
    assert.equal(geometry.parse(name.toLowerCase()), point);
    assert.equal(geometry.at(geometry.coordinates(point)), point);
  }
  const { geometry } = engine.setup('9x9');
  assert.equal(geometry.parse('I5'), undefined);
  assert.equal(geometry.at([9, 0]), undefined);
  assert.equal(named({ geometry }, geometry.neighbours(geometry.parse('A1'))), 'B1 A2');
});

test('a look tells roots, their stones and their space', () => {
  const board = engine.setup('9x9');

  const look = lookAt(board, parseTurns(board.geometry, 'H7 B7 G7'));

  const root = look.roots[look.rootAt[board.geometry.parse('G7')]];
  assert.equal(board.geometry.name(root.seed), 'H8');
  assert.equal(named(board, root.stones), 'G7 H7 H8');
  assert.equal(named(board, root.space), 'G6 H6 F7 J7 J8 H9');
  assert.equal(look.toMove, 1);
  assert.equal(board.geometry.name(look.last), 'G7');
  assert.deepEqual(look.turns, ['H7', 'B7', 'G7']);
});

// An opening with both seats' stones where the rows say.
function opened(rows, toMove) {
  const stones = { B: [], W: [] };
  const name = (x, y) => 'ABCDEFGHJ'[x] + (rows.length - y);
  rows.forEach((row, y) =>
    [...row].forEach((stone, x) => stone !== '.' && stones[stone].push(name(x, y))),
  );
  return engine.board({
    board: [rows[0].length, rows.length],
    stones: [stones.B, stones.W],
    toMove,
  });
}

test('a preview tells what goes, and whether it is the root that is extended', () => {
  const board = opened(['B....', '.....', '....W'], 0);
  const moves = parseTurns(board.geometry, 'B3 E2 C3 E3');
  const look = lookAt(board, moves);

  const preview = look.preview(0, board.geometry.parse('D3'));

  assert.equal(preview.legal, true);
  assert.equal(board.geometry.name(preview.joins.seed), 'A3');
  assert.equal(preview.own, false);
  const after = lookAt(board, [...moves, { kind: 'stone', point: board.geometry.parse('D3') }]);
  assert.deepEqual(
    after.removed.map((root) => root.seed),
    preview.lifted.map((root) => root.seed),
  );
});

test('an illegal point has its reason and the stones in the way', () => {
  const board = engine.setup('9x9');
  const look = lookAt(board, parseTurns(board.geometry, 'H7 B7 G7 B6'));
  const why = (seat, point) => {
    const { reason, because } = look.preview(seat, board.geometry.parse(point));
    return [reason, named(board, because)];
  };

  assert.deepEqual(why(0, 'H8'), ['occupied', 'H8']);
  assert.deepEqual(why(0, 'E5'), ['no-friend', '']);
  assert.deepEqual(why(0, 'G8'), ['two-friends', 'G7 H8']);
  assert.deepEqual(why(1, 'B5'), ['not-your-turn', 'B6']);
  assert.deepEqual(look.preview(0, 81).reason, 'off-board');
  const over = lookAt(board, parseTurns(board.geometry, 'H7 leave:white'));
  assert.equal(over.preview(0, board.geometry.parse('H6')).reason, 'game-over');
  assert.equal(over.winner, 0);
  assert.deepEqual(over.out, [1]);
  assert.equal(
    named(
      board,
      over.removed.map((root) => root.seed),
    ),
    'H2 B8',
  );
});

test('a turn that the rules forbid is no board', () => {
  const board = engine.setup('9x9');

  assert.throws(() => lookAt(board, parseTurns(board.geometry, 'E5')), RangeError);
  assert.throws(() => parseTurns(board.geometry, 'K1'), RangeError);
});

test('an opening that cannot be played is no board', () => {
  const toMove = 0;

  assert.equal(engine.board({ board: [3, 3], stones: [['A1'], ['A9']], toMove }), undefined);
  assert.equal(engine.board({ board: [3, 3], stones: [['A1', 'A2'], ['C3']], toMove }), undefined);
  assert.equal(engine.board({ board: [70, 70], stones: [['A1'], ['C3']], toMove }), undefined);
});

test('a position somewhere in a game is played on from there', () => {
  const start = engine.setup('9x9');
  const turns = parseTurns(start.geometry, 'C2 B7 D2 A8');
  const played = lookAt(start, turns);
  const board = engine.arranged('9x9', { stones: [...played.stones], toMove: played.toMove });

  const look = lookAt(board, []);
  assert.deepEqual([...look.stones], [...played.stones]);
  assert.equal(look.toMove, played.toMove);
  assert.deepEqual(look.legal(0), played.legal(0));
  const [point] = look.legal(0);
  const next = [{ kind: 'stone', point }];
  assert.deepEqual([...lookAt(board, next).stones], [...lookAt(start, [...turns, ...next]).stones]);
});

test('what no game leads to is no position', () => {
  const empty = Array.from({ length: 81 }, () => -1);

  assert.equal(engine.arranged('9x9', { stones: empty, toMove: 0 }), undefined);
  assert.equal(engine.arranged('9x9', { stones: empty.slice(1), toMove: 0 }), undefined);
  assert.equal(engine.arranged('8x8', { stones: empty, toMove: 0 }), undefined);
});
