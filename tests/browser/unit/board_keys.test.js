import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled, engineBytes } from '../support/client.js';
import '../support/texts.js';

const { Engine, Module, keys, commands, Rest, lookAt, speak, learnPalette } = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export * as keys from 'client/board/keys';
  export * as commands from 'client/board/commands';
  export { Rest } from 'client/board/presses.svelte';
  export { lookAt } from 'client/game/look';
  export { speak, learnPalette } from 'client/text';
`);
const engine = new Engine(await Module.from(await engineBytes()));
const plane = engine.setup('9x9').geometry;
const solid = engine.setup('5x5x5').geometry;

const press = (key, held = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, ...held });
const walked = (geometry, from, ...ways) =>
  geometry.name(ways.reduce((at, way) => keys.walk(geometry, at, way), geometry.parse(from)));

test('arrows walk by point and stop at the edge', () => {
  assert.equal(walked(plane, 'A1', 'right', 'right', 'up'), 'C2');
  assert.equal(walked(plane, 'A1', 'left', 'down'), 'A1');
  assert.equal(walked(plane, 'J9', 'right', 'up'), 'J9');
});

test('Home and End go along the row, with Ctrl to the corners', () => {
  assert.equal(walked(plane, 'E5', 'row-start'), 'A5');
  assert.equal(walked(plane, 'E5', 'row-end'), 'J5');
  assert.equal(walked(plane, 'E5', 'board-start'), 'A1');
  assert.equal(walked(plane, 'E5', 'board-end'), 'J9');
  assert.deepEqual(keys.actionOf(press('End', { ctrlKey: true }), true), {
    do: 'walk',
    walk: 'board-end',
  });
});

test('PageUp and PageDown change the layer, where there are layers', () => {
  assert.equal(walked(solid, '234', 'layer-up'), '235');
  assert.equal(walked(solid, '234', 'layer-down', 'layer-down', 'layer-down', 'layer-down'), '231');
  assert.equal(walked(plane, 'E5', 'layer-up'), 'E5');
});

test('single letters do nothing where they are switched off, and the browser keeps its own keys', () => {
  assert.equal(keys.actionOf(press('l'), false), undefined);
  assert.deepEqual(keys.actionOf(press('l'), true), { do: 'jump', jump: 'next-legal' });
  assert.deepEqual(keys.actionOf(press('Enter'), false), { do: 'enter' });
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
    assert.equal(keys.actionOf(press('l', held), true), undefined);
  }
  assert.equal(keys.actionOf(press('Tab'), true), undefined);
  assert.equal(keys.actionOf(press('constructor'), true), undefined);
});

test('help lists every key that does something', () => {
  const listed = keys.helped.flatMap(([, names]) => names.split(/,? /));
  for (const key of 'lLrRoOxivmtbs,.<>0/?') {
    assert.ok(keys.actionOf(press(key), true), key);
    assert.ok(key === ',' || listed.includes(key), key);
  }
});

test('the next of some points comes after this one, going round', () => {
  assert.equal(keys.following([9, 2, 5], 5, false), 9);
  assert.equal(keys.following([9, 2, 5], 9, false), 2);
  assert.equal(keys.following([9, 2, 5], 5, true), 2);
  assert.equal(keys.following([9, 2, 5], 2, true), 9);
  assert.equal(keys.following([], 2, true), undefined);
});

test('commands are read in both languages', () => {
  const read = (line) => commands.parseCommand(line, plane);
  const point = plane.parse('C4');
  assert.deepEqual(read(' c4 '), { kind: 'play', point });
  assert.deepEqual(read('preview C4'), { kind: 'preview', point });
  assert.deepEqual(read('Vorschau c4'), { kind: 'preview', point });
  assert.deepEqual(read('wurzel C4'), { kind: 'root', point });
  assert.deepEqual(read('row 7'), { kind: 'row', row: 6 });
  assert.deepEqual(read('reihe 9'), { kind: 'row', row: 8 });
  assert.deepEqual(read('column j'), { kind: 'column', column: 8 });
  assert.deepEqual(read('say  good game '), { kind: 'say', text: 'good game' });
  assert.deepEqual(read('ja'), { kind: 'yes' });
  assert.deepEqual(read('resign'), { kind: 'resign' });
});

test('what is no command is told from what is no point', () => {
  const read = (line) => commands.parseCommand(line, plane).kind;
  assert.equal(read('K10'), 'unknown');
  assert.equal(read('preview K10'), 'no-point');
  assert.equal(read('row 10'), 'no-point');
  assert.equal(read('row x'), 'no-point');
  assert.equal(read('column I'), 'no-point');
  assert.equal(read('say'), 'unknown');
  assert.equal(read('resign now'), 'unknown');
  assert.equal(read('toString'), 'unknown');
});

test('help names points, rows and columns that the board has, in both languages', async () => {
  for (const language of ['de', 'en']) {
    await speak(language);
    await learnPalette(language);
    for (const setup of engine.setups) {
      const look = lookAt(engine.setup(setup), []);
      const help = commands.answer({ kind: 'help' }, look, undefined, 0);
      const [first, ...lines] = help.replace(/[,.:]/g, '\n').split('\n');
      const point = first.concat(lines[0]).match(/\S+$/)[0];
      const read = lines.map((line) => commands.parseCommand(line, look.geometry).kind);

      assert.equal(commands.parseCommand(point, look.geometry).kind, 'play', help);
      for (const kind of ['preview', 'root', 'row', 'column']) assert.ok(read.includes(kind), help);
      assert.ok(!read.includes('no-point'), help);
    }
  }
});

test('presses rest for 400 ms after any change, and not before the first', () => {
  let [moment, now] = ['game 1', 1000];
  const rest = new Rest(
    () => moment,
    () => now,
  );
  assert.equal(rest.isOn(), false);

  moment = 'game 2';
  assert.equal(rest.isOn(), true);
  now += 399;
  assert.equal(rest.isOn(), true);
  now += 1;
  assert.equal(rest.isOn(), false);
});
