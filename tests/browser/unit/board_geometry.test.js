import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { bundled, engineBytes } from '../support/client.js';
import { chanceOf } from '../support/chance.js';
import { assertGolden } from '../support/golden.js';

const {
  Engine,
  Module,
  lookAt,
  parseTurns,
  geometry: drawn,
  marks,
  outlines,
} = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { lookAt, parseTurns } from 'client/game/look';
  export * as geometry from 'client/board/geometry';
  export * as marks from 'client/board/marks';
  export * as outlines from 'client/board/outline';
`);
const engine = new Engine(await Module.from(await engineBytes()));
const games = JSON.parse(await readFile(new URL('../golden/games.json', import.meta.url)));

// Every layout that a setup is ever drawn in.
function layoutsOf(geometry) {
  if (drawn.viewOf(geometry.dimensions) === 'flat') return [drawn.flat(geometry)];
  return [
    drawn.layers(geometry, 5),
    drawn.layers(geometry, 2),
    drawn.layersWithStrip(geometry, 2),
    drawn.isometric(geometry),
  ];
}

test('a press hits the nearest point within reach or nothing', () => {
  for (const setup of engine.setups) {
    const { geometry } = engine.setup(setup);
    for (const layout of layoutsOf(geometry)) {
      const { random } = chanceOf(7);
      let hits = 0;
      for (let place = 0; place < 10_000; place += 1) {
        const [x, y] = [random() * layout.width, random() * layout.height];
        const found = drawn.nearest(layout, x, y);

        let nearest;
        let least = Infinity;
        for (let at = 0; at < layout.x.length; at += 1) {
          const distance = (layout.x[at] - x) ** 2 + (layout.y[at] - y) ** 2;
          const isWithin = distance <= (drawn.reach * drawn.unit * layout.scale[at]) ** 2;
          if (isWithin && distance < least) [nearest, least] = [at, distance];
        }
        assert.equal(found, nearest, setup);
        hits += found === undefined ? 0 : 1;
      }
      assert.ok(hits > 500 && hits < 9500, `${setup}: ${hits} of 10000`);
    }
  }
});

test('no two points of a layout are nearer than their stones are wide', () => {
  for (const setup of engine.setups) {
    for (const layout of layoutsOf(engine.setup(setup).geometry)) {
      if (layout.view === 'isometric') continue;
      for (let one = 0; one < layout.x.length; one += 1) {
        for (let other = 0; other < one; other += 1) {
          const apart = Math.hypot(
            layout.x[one] - layout.x[other],
            layout.y[one] - layout.y[other],
          );
          const wide = 0.86 * drawn.unit * Math.min(layout.scale[one], layout.scale[other]);
          assert.ok(apart > wide, `${setup}: ${one} and ${other}`);
        }
      }
    }
  }
});

test('everything lies within the picture', () => {
  for (const setup of engine.setups) {
    for (const layout of layoutsOf(engine.setup(setup).geometry)) {
      for (let at = 0; at < layout.x.length; at += 1) {
        const half = 0.5 * drawn.unit * layout.scale[at];
        assert.ok(layout.x[at] >= half && layout.x[at] <= layout.width - half, setup);
        assert.ok(layout.y[at] >= half && layout.y[at] <= layout.height - half, setup);
      }
    }
  }
});

// The parts of a root that are one plane each, by the engine's neighbours that lie side by side.
function partsOf(layout, geometry, { stones }) {
  const left = new Set(stones);
  let parts = 0;
  for (const first of stones) {
    if (!left.has(first)) continue;
    parts += 1;
    const part = new Set([first]);
    for (const stone of part) {
      left.delete(stone);
      for (const next of geometry.neighbours(stone)) {
        if (left.has(next) && drawn.isBeside(layout, stone, next)) part.add(next);
      }
    }
  }
  return parts;
}

test('a root is one closed outline in each plane, and nothing else is', () => {
  for (const { setup, played } of Object.values(games)) {
    const board = engine.setup(setup);
    const look = lookAt(board, parseTurns(board.geometry, played));
    for (const layout of layoutsOf(board.geometry)) {
      if (layout.view === 'isometric') continue;
      for (const root of look.roots) {
        const path = outlines.outline(layout, board.geometry, root);
        const parts = partsOf(layout, board.geometry, root);
        assert.equal(path.match(/M/g).length, parts, setup);
        assert.equal(path.match(/z/g).length, parts, setup);
      }
    }
  }
});

test('an outline that is kept is drawn anew when its root has another stone', () => {
  const { geometry } = engine.setup('9x9');
  const layout = drawn.flat(geometry);
  const kept = new outlines.Outlines(layout, geometry);
  const root = (stones) => ({ seat: 0, seed: stones[0], stones, space: [] });

  const one = kept.of(root([0, 1]));
  const other = kept.of(root([0, 9]));

  assert.notEqual(one, other);
  assert.equal(other, outlines.outline(layout, geometry, root([0, 9])));
  assert.equal(kept.of(root([0, 1])), one);
});

// The points in rows from the top, a unit apart and nothing around them.
function bare(geometry) {
  const [columns, rows = 1] = geometry.dimensions;
  const points = Array.from({ length: geometry.points }, (_, point) => point);
  return {
    view: 'flat',
    x: Float64Array.from(points, (point) => (point % columns) * drawn.unit),
    y: Float64Array.from(points, (p) => (rows - 1 - Math.floor(p / columns)) * drawn.unit),
    scale: new Float64Array(geometry.points).fill(1),
  };
}

test("outlines are those of the server's own pictures", async () => {
  const lines = Object.values(games)
    .map(({ setup, played }) => ({ board: engine.setup(setup), setup, played }))
    .filter(({ board }) => board.geometry.dimensions.length < 3)
    .flatMap(({ board, setup, played }) => {
      const look = lookAt(board, parseTurns(board.geometry, played));
      const paths = look.roots.map((root) => {
        const path = outlines.outline(bare(board.geometry), board.geometry, root);
        return `${board.geometry.name(root.seed)} ${path}`;
      });
      return [`${setup} ${played}`, ...paths, ''];
    });

  await assertGolden('../../golden/outlines.txt', `${lines.join('\n')}\n`);
});

test('a stone is joined by half rings exactly to those of its root on other layers', () => {
  const { setup, played } = games.late5;
  const board = engine.setup(setup);
  const look = lookAt(board, parseTurns(board.geometry, played));
  const layout = drawn.layers(board.geometry, 2);
  for (const root of look.roots) {
    const wanted = root.stones.flatMap((one) =>
      board.geometry
        .neighbours(one)
        .filter((other) => root.stones.includes(other) && Math.abs(other - one) === 25)
        .map((other) => `${one}${other > one ? '+' : '-'}`),
    );
    const path = marks.joints(layout, board.geometry, root);
    const found = [...path.matchAll(/M([\d.]+) ([\d.]+)a/g)].map(([, x, y]) => {
      const at = layout.x.findIndex(
        (one, p) => Math.abs(one - 33 - x) < 0.1 && Math.abs(Math.abs(layout.y[p] - y) - 7) < 0.1,
      );
      return `${at}${Number(y) < layout.y[at] ? '+' : '-'}`;
    });
    assert.deepEqual(found.sort(), wanted.sort());
  }
});

test('a line is broken into rows where it would be too small', () => {
  const { geometry } = engine.setup('line31');
  const room = { width: 390, height: 600, chosenLayer: 0, solid: 'layers', least: 30 };

  const narrow = drawn.arranged(geometry, room).layout();
  const wide = drawn.arranged(geometry, { ...room, width: 1400 }).layout();

  assert.equal(new Set(narrow.y).size, 3);
  assert.ok((390 / narrow.width) * drawn.unit >= 30);
  assert.equal(new Set(wide.y).size, 1);
});

test('a point in the root space of two seats is tinted in both colours', () => {
  const { geometry } = engine.setup('9x9');
  const layout = drawn.flat(geometry);
  const root = (seat, space) => ({ seed: 0, seat, stones: [0], space });

  const tints = marks.tints(layout, [root(0, [4, 5]), root(1, [5, 6]), root(1, [6])]);

  assert.deepEqual(
    tints.map(({ seat }) => seat),
    [0, 1],
  );
  const pieces = (path) => [path.match(/a/g)?.length ?? 0, path.match(/A/g)?.length ?? 0];
  // A whole disc is two arcs, a wedge one: each has one point alone and a half of the other.
  assert.deepEqual(pieces(tints[0].path), [2, 1]);
  assert.deepEqual(pieces(tints[1].path), [2, 1]);
});

test('boards that cannot be drawn are told in words', () => {
  assert.equal(drawn.viewOf([26, 5]), 'text');
  assert.equal(drawn.viewOf([25, 30]), 'flat');
  assert.equal(drawn.viewOf([10, 3, 3]), 'text');
  assert.equal(drawn.viewOf([2, 2, 2, 2]), 'text');
});

test('a picture shows every point of a board, or there is none', () => {
  for (const setup of engine.setups) {
    const { geometry } = engine.setup(setup);
    for (const isPlain of [false, true]) {
      const { x, y, width, height } = drawn.layoutOf(geometry, isPlain);
      assert.ok(x.length === geometry.points && y.length === geometry.points, setup);
      assert.ok(
        x.every((one) => one > 0 && one < width) && y.every((one) => one > 0 && one < height),
      );
    }
  }
  for (const dimensions of [
    [26, 5],
    [10, 3, 3],
    [2, 2, 2, 2],
  ]) {
    assert.equal(drawn.layoutOf(engine.geometry(dimensions)), undefined);
  }
});

test('a phone shows all layers of 5x5x5, far enough apart for a finger', () => {
  const { geometry } = engine.setup('5x5x5');
  for (const [width, apart_px] of [
    [390, 34],
    [360, 31],
  ]) {
    const room = { width, height: 690, chosenLayer: 0, solid: 'layers', least: 30 };
    const layout = drawn.arranged(geometry, room).layout();
    assert.ok(layout.sheets.every((sheet) => sheet.open));
    assert.ok((width / layout.width) * drawn.unit >= apart_px, `${width}`);
    assert.ok((width / layout.width) * layout.height <= 690, `${width}: in one screen`);
  }
});

test('a narrow window shows one layer in full and the others in a strip', () => {
  const geometry = engine.board({
    board: [9, 9, 4],
    stones: [['111'], ['994']],
    toMove: 0,
  }).geometry;
  const room = { height: 600, chosenLayer: 3, solid: 'layers', least: 30 };

  const narrow = drawn.arranged(geometry, { ...room, width: 390 }).layout();
  const wide = drawn.arranged(geometry, { ...room, width: 1800 }).layout();

  assert.deepEqual(
    narrow.sheets.map((sheet) => sheet.open),
    [false, false, false, true],
  );
  assert.ok(wide.sheets.every((sheet) => sheet.open));
});
