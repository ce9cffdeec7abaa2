// The nine steps, judged by the rules: every fact of the figures is one of their answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';
import { engine } from '../support/rules.js';

const {
  boardOf,
  flawsOf,
  lookAt,
  memoryStore,
  doneIn,
  keepDone,
  missOf,
  parseTurns,
  steps,
  stonesOf,
} = await bundled(`
    export * from 'client/pages/learn/exercise';
    export * from 'client/pages/learn/progress';
    export * from 'client/pages/learn/steps';
    export { lookAt, parseTurns } from 'client/game/look';
    export { memoryStore } from 'client/game/store';
  `);

const exercises = new Map(steps.flatMap((step) => step.exercises).map((one) => [one.name, one]));
const seats = ['black', 'white'];

function placed(name) {
  const exercise = exercises.get(name);
  const board = boardOf(engine, exercise);
  const turns = parseTurns(board.geometry, exercise.played ?? '');
  const look = lookAt(board, turns);
  const seat = seats.indexOf(exercise.toMove);
  return { exercise, board, look, seat, point: (text) => look.geometry.parse(text) };
}

// All points that reach the goal of an exercise.
function answers(name) {
  const { exercise, look, seat } = placed(name);
  return look
    .legal(seat)
    .filter((point) => !missOf(look, exercise.goal, look.preview(seat, point)))
    .map((point) => look.geometry.name(point));
}

test('there are nine steps, and each has something to do', () => {
  assert.equal(steps.length, 9);
  for (const { exercises } of steps) assert.ok(exercises.length > 0);
});

test('every position that is played on is one of the rules', () => {
  for (const exercise of exercises.values()) {
    if (!['place', 'find'].includes(exercise.kind)) continue;
    assert.ok(boardOf(engine, exercise), exercise.name);
  }
});

test('the points to judge are legal, or touch none, two or four, as the figures say', () => {
  const verdicts = (name) => {
    const { exercise, look, seat, point } = placed(name);
    const verdict = (text) => {
      const effect = look.preview(seat, point(text));
      return effect.legal ? 'legal' : effect.because.length;
    };
    const groups = {};
    for (const text of exercise.points) (groups[verdict(text)] ??= []).push(text);
    return groups;
  };

  assert.deepEqual(verdicts('legal'), {
    legal: ['B19', 'A15', 'L17', 'H12'],
    0: ['Q13', 'H9', 'M10', 'S10'],
    2: ['E6', 'P7', 'H2'],
    4: ['F2'],
  });
  assert.deepEqual(verdicts('legal_too'), {
    legal: ['T18', 'P19', 'R9', 'M12'],
    0: ['N4', 'J12', 'K8', 'K2'],
    2: ['F15', 'G5', 'B12'],
    4: ['B14'],
  });
});

test('each exercise has the answers that the figures have', () => {
  assert.deepEqual(answers('safely'), ['C3']);
  assert.deepEqual(answers('own'), ['J1']);
  assert.deepEqual(answers('only_own'), ['D5']);
  assert.deepEqual(answers('bound'), ['L4']);
  assert.deepEqual(answers('several'), ['D5']);
  assert.deepEqual(answers('space'), ['L4']);
  assert.deepEqual(answers('space_too'), ['D9']);
  assert.deepEqual(answers('danger'), ['S3']);
  assert.deepEqual(answers('danger_too'), ['C2']);
  assert.deepEqual(answers('last_move'), ['J9']);
  assert.ok(answers('extend').length > 1);
  assert.ok(answers('midgame').length > 1);
});

test('a move that bounds its own root and others removes only its own', () => {
  const { look, seat, point } = placed('only_own');
  const effect = look.preview(seat, point('D5'));

  assert.equal(effect.own, true);
  assert.equal(effect.lifted.length, 1);
  const after = lookAt(placed('only_own').board, [{ kind: 'stone', point: point('D5') }]);
  const beside = after.roots.filter(({ seat: owner }) => owner !== seat);
  assert.ok(
    beside.every(({ space }) => space.length > 0),
    'the others are free again',
  );
});

test('the last move of a game ends it', () => {
  const { board, point } = placed('last_move');
  const after = lookAt(board, [{ kind: 'stone', point: point('J9') }]);

  assert.equal(after.winner, 1);
  assert.equal(after.roots.filter(({ seat }) => seat === 0).length, 0);
});

test('what is only looked at holds what is said of it', () => {
  const count = (name) => {
    const { setup, figure } = exercises.get(name);
    const stones = stonesOf(engine.setup(setup).geometry, figure);
    return [0, 1].map((seat) => stones.filter((one) => one === seat).length);
  };

  assert.deepEqual(count('late'), [99, 100]);
  assert.equal(count('won')[0], 0);
  const { setup, figure } = exercises.get('late');
  const late = boardOf(engine, { setup, figure, toMove: 'black' });
  assert.equal(lookAt(late, []).roots.length, 16);
  for (const name of ['midgame', 'late']) {
    const board = boardOf(engine, { ...exercises.get(name), toMove: 'black' });
    for (const { space } of lookAt(board, []).roots) assert.ok(space.length > 0, name);
  }
});

test('none of the fourteen formations can arise', () => {
  const { setup, figure } = exercises.get('flaws');
  const opening = engine.setup(setup);
  const stones = stonesOf(opening.geometry, figure);
  const flaws = flawsOf(opening, stones);

  assert.equal(flaws.length, 14);
  assert.equal(
    flaws.reduce((all, flaw) => all + flaw.stones.length, 0),
    stones.filter((one) => one >= 0).length,
    'every stone is in one',
  );
  assert.equal(flaws.filter(({ why }) => why === 'no-seed').length, 4);
  const seeds = engine.setup(setup).seeds.map(({ seat, point }) => [point, seat]);
  const whole = new Int8Array(opening.geometry.points).fill(-1);
  for (const [point, seat] of seeds) whole[point] = seat;
  assert.deepEqual(flawsOf(opening, whole), [], 'an opening has none');
});

test('a wrong answer is told by what it does', () => {
  const { exercise, look, seat, point } = placed('safely');
  const miss = (text) => missOf(look, exercise.goal, look.preview(seat, point(text)));

  assert.equal(miss('C4'), 'own-root');
  assert.equal(miss('D4'), 'other-root');
  assert.equal(miss('C3'), undefined);
});

test('progress is kept, and what somebody has edited does no harm', async () => {
  const store = memoryStore();

  await keepDone(store, 'legal');
  await keepDone(store, 'extend');
  assert.deepEqual([...(await doneIn(store))], ['extend', 'legal']);
  await store.set('learn', { a: 1 });
  assert.deepEqual([...(await doneIn(store))], []);
  await store.set('learn', ['legal', 7, 'nothing']);
  assert.deepEqual([...(await doneIn(store))], ['legal']);
});
