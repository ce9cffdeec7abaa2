import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { bundled, engineBytes } from '../support/client.js';
import { chanceOf } from '../support/chance.js';

const {
  Engine,
  Module,
  lookAt,
  parseTurns,
  geometry: drawn,
  marks,
} = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { lookAt, parseTurns } from 'client/game/look';
  export * as geometry from 'client/board/geometry';
  export * as marks from 'client/board/marks';
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
          const isWithin = distance <= (0.42 * drawn.unit * layout.scale[at]) ** 2;
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
          const wide = 0.84 * drawn.unit * Math.min(layout.scale[one], layout.scale[other]);
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

// The pairs of points that a path of lines joins; stubs towards other layers as (point, way).
function joined(layout, path) {
  const at = (x, y) =>
    layout.x.findIndex((one, p) => Math.abs(one - x) < 0.02 && Math.abs(layout.y[p] - y) < 0.02);
  return [...path.matchAll(/M([\d.]+) ([\d.]+)([Ll])(-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, x, y, kind, toX, toY]) => {
      const from = at(Number(x), Number(y));
      return kind === 'L'
        ? `${from}-${at(Number(toX), Number(toY))}`
        : `${from}${toX > 0 ? '+' : '-'}`;
    },
  );
}

test('a root is joined by lines exactly where the engine says that its stones are adjacent', () => {
  for (const { setup, played } of Object.values(games)) {
    const board = engine.setup(setup);
    const look = lookAt(board, parseTurns(board.geometry, played));
    const layers = board.geometry.dimensions[2] ?? 1;
    const sheet = (point) => Math.floor(point / (board.geometry.points / layers));
    for (const layout of layoutsOf(board.geometry)) {
      for (const root of look.roots) {
        const wanted = [];
        for (const one of root.stones) {
          for (const other of board.geometry.neighbours(one)) {
            if (look.rootAt[other] !== look.rootAt[one]) continue;
            const isStub = layout.view === 'layers' && sheet(one) !== sheet(other);
            if (isStub) wanted.push(`${one}${other > one ? '+' : '-'}`);
            else if (other > one) wanted.push(`${one}-${other}`);
          }
        }
        const near = (point) => board.geometry.neighbours(point);
        const scales = [...new Set(layout.scale)];
        const path = scales.map((scale) => marks.links(layout, root.stones, near, scale)).join('');
        assert.deepEqual(joined(layout, path).sort(), wanted.sort());
      }
    }
  }
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

test('a narrow window shows one layer in full and the others in a strip', () => {
  const { geometry } = engine.setup('5x5x5');
  const room = { height: 600, chosenLayer: 3, solid: 'layers', least: 52 };

  const narrow = drawn.arranged(geometry, { ...room, width: 390 }).layout();
  const wide = drawn.arranged(geometry, { ...room, width: 1800, least: 30 }).layout();

  assert.deepEqual(
    narrow.sheets.map((sheet) => sheet.open),
    [false, false, false, true, false],
  );
  assert.ok(wide.sheets.every((sheet) => sheet.open));
});
