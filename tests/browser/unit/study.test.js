// Studies against a plain model: a list of changes, the last of which counts for each path.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf } from '../support/chance.js';
import { bundled } from '../support/client.js';

const code = await bundled(`
  export * from 'client/game/study';
  export * from 'client/game/study_text';
  export * from 'client/game/study_plan';
`);
const { emptyStudy, merge, withBranch, withWords, without, moved, Tree } = code;

const words = ['A1', 'B2', 'C3', 'D4', 'leave:white'];

// A study that grows at random, and its content by path: the plain model.
class Device {
  constructor(by, chance, study = emptyStudy) {
    Object.assign(this, { by, chance, study, at: 0 });
  }

  stamp() {
    return { at: (this.at += 1 + this.chance.below(50)), by: this.by };
  }

  path() {
    const { chance, study } = this;
    const known = [...study.keys()];
    const from = known.length > 0 && chance.happens(0.7) ? chance.one(known) : '';
    return chance.happens(0.5) && from ? from : code.pathTo(from, chance.one(words));
  }

  change() {
    const { chance, study } = this;
    const path = this.path();
    const acts = [
      () => withBranch(study, path, this.stamp()),
      () => withWords(study, path, { comment: `${this.by} ${this.at}` }, this.stamp()),
      () => withWords(study, path, { name: `Plan „${chance.below(9)}“` }, this.stamp()),
      () => moved(study, path, chance.one([-1, 1]), this.stamp()),
      () => code.withReply(study, path, { any: ['white'], isSent: false }, this.stamp()),
      () => (chance.happens(0.4) ? without(study, path, this.stamp()) : study),
    ];
    this.study = chance.one(acts)();
    return this;
  }
}

const plain = (study) => Object.fromEntries([...study].map(([path, one]) => [path, { ...one }]));

// Of each path the later change, by moment and then by device; what both changed is lost once.
function plainMerge(one, other, base) {
  const [all, lost] = [{ ...one }, []];
  const isSame = (a, b) => a && b && a.at === b.at && a.by === b.by;
  const told = ({ name, comment, isGone, reply }) => JSON.stringify([name, comment, isGone, reply]);
  for (const [path, theirs] of Object.entries(other)) {
    const mine = one[path];
    if (!mine) all[path] = theirs;
    else {
      const isTheirs = theirs.at > mine.at || (theirs.at === mine.at && theirs.by > mine.by);
      if (isTheirs) all[path] = theirs;
      const isNews = !isSame(mine, base[path]) && !isSame(theirs, base[path]);
      if (isNews && told(mine) !== told(theirs)) lost.push([path, isTheirs ? mine : theirs]);
    }
  }
  return { all, lost };
}

const stored = (study) => code.studyOf(JSON.parse(JSON.stringify(code.listOf(study))));

// Two devices that begin with the same study and change it; saved, loaded, and merged by `how`.
function checkTree(seed, how) {
  const chance = chanceOf(seed);
  const first = new Device('a', chance);
  for (let left = chance.below(12); left > 0; --left) first.change();
  const base = stored(first.study);
  assert.deepEqual(plain(base), plain(first.study));

  const second = new Device('b', chance, base);
  for (let left = chance.below(12); left > 0; --left) chance.one([first, second]).change();
  const [mine, theirs] = [first.study, stored(second.study)];
  const { study, lost } = how(mine, theirs, base);

  const wanted = plainMerge(plain(mine), plain(theirs), plain(base));
  assert.deepEqual(plain(study), wanted.all);
  assert.deepEqual(
    lost.map(({ path, branch }) => [path, { ...branch }]),
    wanted.lost,
  );
  assert.deepEqual(plain(how(theirs, mine, base).study), wanted.all);
  assert.deepEqual(plain(how(study, mine, base).study), wanted.all);
  assert.deepEqual(plain(stored(study)), wanted.all);
  return lost.length;
}

test('3,000 random trees are saved, loaded and merged as a plain model says', () => {
  let lost = 0;
  for (let seed = 1; seed <= 3_000; ++seed) lost += checkTree(seed, merge);

  assert.ok(lost > 300, `only ${lost} changes met another one`);
});

for (const [name, broken] of [
  ['keeps its own changes', (mine, theirs) => ({ study: new Map([...theirs, ...mine]), lost: [] })],
  ['is silent about losses', (...all) => ({ ...merge(...all), lost: [] })],
  ['forgets deletions', (...all) => withoutGone(merge(...all))],
]) {
  test(`a merge that ${name} is caught`, () => {
    assert.throws(() => {
      for (let seed = 1; seed <= 3_000; ++seed) checkTree(seed, broken);
    }, assert.AssertionError);
  });
}

function withoutGone({ study, lost }) {
  return { study: new Map([...study].filter(([, { isGone }]) => !isGone)), lost };
}

const stamp = (at, by = 'a') => ({ at, by });

// A study with these branches, in this order.
function grown(...paths) {
  return paths.reduce((study, path, index) => withBranch(study, path, stamp(index)), emptyStudy);
}

test('branches are moved among their siblings, however often', () => {
  let study = grown('A1', 'B2', 'C3');
  assert.deepEqual(new Tree(study).after(''), ['A1', 'B2', 'C3']);

  for (let turn = 0; turn < 100; ++turn) {
    const last = new Tree(study).after('').at(-1);
    study = moved(study, last, -1, stamp(10 + turn));
    assert.equal(new Tree(study).after('')[1], last);
  }

  assert.equal(moved(study, new Tree(study).after('')[0], -1, stamp(999)), study);
});

test('a branch is deleted with all that goes on from it, and undoing brings that back', () => {
  const before = withWords(grown('A1', 'A1 B2', 'C3'), 'A1 B2', { comment: 'why' }, stamp(5));

  const after = without(before, 'A1', stamp(6));
  const again = code.undone(after, code.changeOf(before, after), stamp(7));

  assert.deepEqual(new Tree(after).after(''), ['C3']);
  assert.equal(new Tree(again).count(''), 3);
  assert.equal(again.get('A1 B2').comment, 'why');
  assert.ok(again.get('A1').at > after.get('A1').at);
});

test('a branch that another device made below a deleted one is still seen', () => {
  const before = grown('A1');
  const here = without(before, 'A1', stamp(9));
  const there = withBranch(before, 'A1 B2', stamp(5, 'b'));

  const { study } = merge(here, there, before);

  assert.deepEqual(new Tree(study).after(''), ['A1']);
  assert.deepEqual(new Tree(study).after('A1'), ['A1 B2']);
});

test('the oldest deletions go first when there is no room, and nothing else', () => {
  let study = emptyStudy;
  for (let at = 0; at < 900; ++at) study = withBranch(study, `A${at}`, stamp(at));
  for (let at = 0; at < 400; ++at) study = without(study, `A${at}`, stamp(1_000 + at));
  for (let at = 0; at < 500; ++at) study = withBranch(study, `B${at}`, stamp(2_000 + at));

  const list = code.listOf(study);

  assert.ok(code.fits(list));
  const kept = code.studyOf(list);
  assert.equal([...kept.values()].filter(({ isGone }) => !isGone).length, 1_000);
});

test('1,000 branches fit and 1,001 do not, and so do 65,536 bytes', () => {
  const branch = (at, comment = '') => ({ turns: `A${at}`, at: 1, by: 'a', comment });
  const list = Array.from({ length: 1_001 }, (_, at) => branch(at));
  assert.ok(code.fits(list.slice(1)));
  assert.ok(!code.fits(list));
  assert.equal(code.studyOf(list.slice(1)).size, 1_000);
  assert.equal(code.studyOf(list), undefined);

  const few = list.slice(0, 10);
  const left = 65_536 - code.bytesOf(few);
  assert.ok(code.fits([...few.slice(1), branch(0, 'x'.repeat(left))]));
  assert.ok(!code.fits([...few.slice(1), branch(0, 'x'.repeat(left + 1))]));
});

test('letters are counted as the server counts them, and what it refuses is left out', () => {
  const read = (words) => code.studyOf([{ turns: 'A1', at: 1, by: 'a', ...words }])?.get('A1');

  assert.equal(read({ comment: '😀'.repeat(500) }).comment.length, 1_000);
  assert.equal(read({ comment: '😀'.repeat(501) }), undefined);
  assert.equal(read({ comment: 'a\u2028b\u2066c\nd\u0007' }).comment, 'abc\nd');
  assert.equal(read({ name: 'a\nb' }).name, 'a b');
});

test('changes of a branch with a moment near the largest number can still be read', () => {
  const late = { turns: 'A1', at: Number.MAX_SAFE_INTEGER, by: 'a' };
  let study = code.studyOf([late]);

  for (let turn = 0; turn < 9; ++turn) {
    study = withWords(study, 'A1', { name: `${turn}` }, stamp(1));
    study = code.studyOf(code.listOf(study));
  }

  assert.equal(study.get('A1').name, '8');
});

test('places among siblings stay in their bounds', () => {
  const at = { at: 1, by: 'a' };
  let study = code.studyOf([
    { turns: 'A1', rank: -1e12, ...at },
    { turns: 'B2', rank: 1e12, ...at },
  ]);

  study = withBranch(study, 'C3', stamp(5));
  study = moved(study, 'B2', -1, stamp(6));
  study = moved(study, 'A1', 1, stamp(7));

  assert.deepEqual(new Tree(study).after(''), ['B2', 'C3', 'A1']);
  assert.ok(code.studyOf(code.listOf(study)));
});

test('another player’s branches are added as they are seen, without what that player plans', () => {
  const theirs = code.withReply(grown('A1', 'B2'), 'B2', { isSent: true }, stamp(50, 'b'));
  const own = without(withWords(grown('A1'), 'A1', { name: 'mine' }, stamp(3)), 'C3', stamp(4));

  const study = code.withAdded(own, theirs, stamp(9));

  assert.deepEqual(study.get('A1'), own.get('A1'));
  const { at, by, reply } = study.get('B2');
  assert.deepEqual([at, by, reply], [9, 'a', undefined]);
  assert.equal(code.withAdded(study, theirs, stamp(10)), study);
  assert.equal(code.withAdded(without(study, 'B2', stamp(11)), theirs, stamp(12)).get('B2').at, 12);
});

test('a text that is no study is none', () => {
  const good = { turns: 'A1 B2', at: 1, by: 'a' };
  assert.equal(code.studyOf([good]).size, 1);

  for (const bad of [
    { ...good, turns: '' },
    { ...good, turns: '<b>' },
    { ...good, after: 0 },
    { ...good, at: -1 },
    { ...good, by: undefined },
    { ...good, name: 'x'.repeat(code.name_max + 1) },
    { ...good, comment: 'x'.repeat(code.comment_max + 1) },
    { ...good, reply: { any: ['nobody'] } },
    { ...good, gone: 'yes' },
    { ...good, after: '0' },
    { ...good, by: '' },
    { ...good, by: 'x'.repeat(17) },
    { ...good, rank: 1e12 + 1 },
    { ...good, reply: { guard: Array(9).fill({ root: 'A1', root_space_min: 1 }) } },
    { ...good, reply: { guard: [{ root: 'A1', root_space_min: 0 }] } },
  ]) {
    assert.equal(code.studyOf([bad]), undefined, JSON.stringify(bad));
  }
  assert.equal(code.studyOf('[]'), undefined);
});

// Seats take turns: black, white, and so on.
const moverOf = (seats) => (path) => seats[code.turnsOfPath(path).length % seats.length];

test('marked replies are a plan, with those to anything last', () => {
  let study = grown(
    'A1',
    'A1 B2',
    'A1 B2 C3',
    'A1 B2 C3 D4',
    'A1 C3',
    'A1 C3 D4',
    'A1 D4',
    'A1 D4 C3',
  );
  study = code.withReply(study, 'A1 B2 C3', { any: ['white'] }, stamp(20));
  study = code.withReply(study, 'A1 C3 D4', {}, stamp(21));

  const plan = code.planOf(study, 'A1', 'black', moverOf(['black', 'white']));

  assert.deepEqual(plan, [
    { if: [{ seat: 'white', point: 'C3' }], then: 'D4' },
    { if: [{ seat: 'white', point: 'any' }], then: 'C3' },
  ]);
});

test('with four players each of the others has a condition', () => {
  const seats = ['black', 'white', 'red', 'green'];
  let study = grown('A1 B1 C1 D1 E1', 'A1 B1 C1 D1 E1 B2 C2 D2 E2');
  study = code.withReply(study, 'A1 B1 C1 D1 E1', { any: ['red'] }, stamp(20));
  study = code.withReply(study, 'A1 B1 C1 D1 E1 B2 C2 D2 E2', {}, stamp(21));

  const [branch, ...others] = code.planOf(study, 'A1', 'black', moverOf(seats));

  assert.equal(others.length, 0);
  assert.deepEqual(branch.if, [
    { seat: 'white', point: 'B1' },
    { seat: 'red', point: 'any' },
    { seat: 'green', point: 'D1' },
  ]);
  assert.equal(branch.next[0].then, 'E2');
});

test('a plan of the server becomes the tree that makes the same plan', () => {
  const mover = moverOf(['black', 'white']);
  const plan = [
    {
      if: [{ seat: 'white', point: 'B2' }],
      guard: [{ root: 'A1', root_space_min: 2 }],
      then: 'C3',
      next: [{ if: [{ seat: 'white', point: 'any' }], then: 'D4' }],
    },
    { if: [{ seat: 'white', point: 'any' }], then: 'E5' },
  ];
  const rules = { seat: 'black', mover, example: () => 'Z9', isAllowed: () => true };

  const { study, isWhole } = code.withPlan(emptyStudy, 'A1', plan, rules, stamp(1));

  assert.ok(isWhole);
  assert.deepEqual(code.planOf(study, 'A1', 'black', mover), plan);
  const without = code.withPlan(
    emptyStudy,
    'A1',
    plan,
    { ...rules, example: () => undefined },
    stamp(1),
  );
  assert.equal(without.isWhole, false);
});

test('a plan that is read back keeps the stones on which it was made, and no other replies', () => {
  const mover = moverOf(['black', 'white']);
  let study = grown('A1', 'A1 B2', 'A1 B2 C3', 'A1 D4', 'A1 D4 C3', 'A1 E5', 'A1 E5 F6');
  study = code.withReply(study, 'A1 D4 C3', { any: ['white'] }, stamp(20));
  study = code.withReply(study, 'A1 E5 F6', { isSent: true }, stamp(21));
  const rules = { seat: 'black', mover, example: () => 'Z9', isAllowed: () => true };
  const plan = [{ if: [{ seat: 'white', point: 'any' }], then: 'C3' }];

  const read = code.withPlan(study, 'A1', plan, rules, stamp(30, 'server')).study;

  assert.ok(read.get('A1 D4 C3').reply.isSent);
  assert.equal(read.size, study.size, 'no stone was made up');
  assert.ok(!read.get('A1 E5 F6').reply.isSent);
  // An exact mark is no reply to anything, and a seat that isn't named can do anything.
  const exact = code.withReply(study, 'A1 D4 C3', { any: [] }, stamp(40));
  const other = code.withPlan(
    exact,
    'A1',
    [{ if: [], then: 'C3' }],
    rules,
    stamp(50, 'server'),
  ).study;
  assert.deepEqual(other.get('A1 Z9 C3').reply, { any: ['white'], guard: [], isSent: true });
});

test('turns that the server has played by a plan are known by their marks', () => {
  const mark = (study, isSent) => code.withReply(study, 'A1 B2 C3', { isSent }, stamp(9));
  const turns = ['A1', 'B2', 'C3', 'leave:white:time'];

  assert.deepEqual(code.plannedTurns(mark(emptyStudy, true), turns), [2]);
  assert.deepEqual(code.plannedTurns(mark(emptyStudy, false), turns), []);
});
