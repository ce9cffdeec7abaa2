// Trees while players are in them: links, other pages and other devices never erase what is there.

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { bundled, engineBytes } from '../support/client.js';
import { until } from '../support/until.js';

const site = (globalThis.site = {});
globalThis.location = { hash: '', pathname: '/', search: '' };

const code = await bundled(
  `
  export { Exploring } from 'client/pages/explore/exploring.svelte';
  export { fragmentOf } from 'client/pages/explore/keeping';
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { memoryStore } from 'client/game/store';
  export * from 'client/game/study';
  export { listOf, studyOf } from 'client/game/study_text';
`,
  {
    'parts/site\\.ts': `
      const { site } = globalThis;
      export const store = new Proxy({}, { get: (_, name) => site.store[name] });
      export const rest = { GET: (...all) => site.get(...all), PUT: (...all) => site.put(...all) };
    `,
  },
);
const { emptyStudy, withBranch, withWords, Tree } = code;

let board;
before(async () => {
  board = new code.Engine(await code.Module.from(await engineBytes())).setup('9x9');
});

// A server with one study, as two devices see it.
beforeEach(() => {
  const stored = { seq: 0, branches: [] };
  const done = (data) => Promise.resolve({ data, response: { status: 200, ok: true } });
  const refused = (status, code) =>
    Promise.resolve({ error: { code, detail: '', status }, response: { status, ok: false } });
  Object.assign(site, {
    store: code.memoryStore(),
    stored,
    puts: 0,
    get: () => done(structuredClone(stored)),
    put(_, { body }) {
      site.puts += 1;
      if (site.refusal) return refused(422, site.refusal);
      if (body.seq !== stored.seq) return refused(409, 'stale-seq');
      Object.assign(stored, { seq: stored.seq + 1, branches: body.branches });
      return done(structuredClone(stored));
    },
    refusal: undefined,
  });
});

const subject = (synced) => ({
  board,
  key: 'study',
  synced,
  played: () => ['H7'],
  start: ['H7'],
});

async function opened(t, { hash = '', synced } = {}) {
  const tree = new code.Exploring(subject(synced));
  await tree.open(hash);
  t.after(() => tree.close());
  return tree;
}

const stamp = (at, by = 'a') => ({ at, by });
const kept = async () => code.studyOf((await site.store.get('study')).branches);
const saved = (study) => site.store.set('study', { branches: code.listOf(study), at: undefined });
const place = (tree, name) => tree.place(tree.look.geometry.parse(name));
const isKept = (path) => until(async () => (await kept())?.has(path), `${path} is kept`);
const mine = withWords(
  withBranch(emptyStudy, 'H7 B7', stamp(1)),
  'H7 B7',
  { name: 'Mine', comment: 'Why', reply: { any: [], guard: [], isSent: true } },
  stamp(2),
);

test('a link adds what one lacks, and neither replaces nor deletes', async (t) => {
  await saved(mine);
  const theirs = new Map([
    ['H7 B7', { name: '', comment: '', rank: 0, isGone: false, at: 2 ** 51, by: 'friend' }],
    ['H7 C8', { name: 'New', comment: '', rank: 0, isGone: false, at: 2 ** 51, by: 'friend' }],
    ['H7 A8', { name: '', comment: '', rank: 0, isGone: true, at: 2 ** 51, by: 'friend' }],
  ]);
  const tree = await opened(t, { hash: await code.fragmentOf(theirs, 'H7') });

  assert.ok(await tree.adopt());
  await isKept('H7 C8');
  const study = await kept();
  assert.deepEqual(study.get('H7 B7'), mine.get('H7 B7'));
  assert.equal(study.get('H7 C8').name, 'New');
  assert.ok(study.get('H7 C8').at < 2 ** 51, 'the moment is this one');
  assert.ok(!study.has('H7 A8'));
});

test('a link with deletions in it deletes nothing', async (t) => {
  await saved(mine);
  const crafted = { turns: 'H7 B7', at: 2 ** 51, by: 'x', gone: true };
  const tree = await opened(t);
  tree.study = code.studyOf([crafted]);
  tree.isCopy = true;

  assert.ok(await tree.adopt());

  assert.deepEqual((await kept()).get('H7 B7'), mine.get('H7 B7'));
});

test('a link that does not fit in one’s own tree leaves that as it is', async (t) => {
  const many = new Map(
    Array.from({ length: 1_000 }, (_, at) => [
      `H7 B7 ${'A1 '.repeat(at)}`.trim(),
      { name: '', comment: '', rank: 0, isGone: false, ...stamp(1) },
    ]),
  );
  await saved(many);
  const tree = await opened(t, { hash: await code.fragmentOf(mine, 'H7') });
  tree.study = withBranch(tree.study, 'H7 C8', stamp(1));

  assert.equal(await tree.adopt(), false);

  assert.ok(tree.isFull && tree.isCopy);
  assert.equal((await kept()).size, 1_000);
});

test('a tree that can’t be read is not saved over, here or on the server', async (t) => {
  const strange = [{ turns: '?', at: 1, by: 'a' }];
  await site.store.set('study', { branches: strange });
  const here = await opened(t);
  place(here, 'B7');

  assert.ok(here.isUnread);
  assert.deepEqual((await site.store.get('study')).branches, strange);

  await site.store.set('study', undefined);
  site.stored.branches = strange;
  const there = await opened(t, { synced: 1 });
  await until(() => there.isUnread, 'it says so');
  assert.equal(site.puts, 0);
});

test('undoing leaves alone what another device made since', async (t) => {
  const tree = await opened(t);
  place(tree, 'B7');
  tree.study = code.merge(tree.study, withBranch(emptyStudy, 'H7 C8', stamp(5, 'b'))).study;

  tree.undo();

  assert.deepEqual(new Tree(tree.study).after('H7'), ['H7 C8']);
});

test('undoing a change leaves a later one of the same branch', async (t) => {
  const tree = await opened(t);
  place(tree, 'B7');
  const { at } = tree.study.get('H7 B7');
  tree.study = withWords(tree.study, 'H7 B7', { name: 'Theirs' }, stamp(at + 9, 'b'));

  tree.undo();

  assert.equal(tree.study.get('H7 B7').name, 'Theirs');
});

test('two pages of one browser keep the branches of both', async (t) => {
  const [one, other] = [await opened(t), await opened(t)];

  place(one, 'B7');
  await isKept('H7 B7');
  place(other, 'C8');
  await isKept('H7 C8');

  assert.deepEqual([...(await kept()).keys()].sort(), ['H7 B7', 'H7 C8']);
});

test('words that make a full tree larger are not taken, and fewer are', async (t) => {
  let full = emptyStudy;
  for (let at = 0; at < 117; ++at) {
    const path = `H7 ${'B7 '.repeat(at)}B7`;
    full = withWords(full, path, { comment: 'x'.repeat(500) }, stamp(at));
  }
  const tree = await opened(t);
  tree.study = full;

  tree.say('H7 B7', { name: 'x' });
  const isTaken = tree.study !== full;
  for (let left = 30; left > 0 && !tree.isFull; --left) {
    tree.say(`H7 E${left % 9}${left}`, { comment: 'x'.repeat(500) });
  }
  assert.ok(isTaken && tree.isFull);
  tree.say('H7 B7', { comment: '' });
  assert.ok(!tree.isFull);
  assert.equal(tree.study.get('H7 B7').comment, '');
});

test('a loss is told once for each branch, and can be dismissed', async (t) => {
  const tree = await opened(t);
  const branch = mine.get('H7 B7');
  const lose = (name) => tree.tell([{ path: 'H7 B7', branch: { ...branch, name } }]);
  lose('first');
  lose('second');

  assert.deepEqual(
    tree.lost.map((one) => one.branch.name),
    ['second'],
  );
  tree.dismiss(tree.lost[0]);
  assert.deepEqual(tree.lost, []);
});

test('restoring a deletion deletes, and restoring words brings them back', async (t) => {
  const tree = await opened(t);
  tree.study = mine;
  const branch = mine.get('H7 B7');

  tree.restore({ path: 'H7 B7', branch: { ...branch, name: '', comment: '', isGone: true } });
  assert.ok(tree.study.get('H7 B7').isGone);
  tree.restore({ path: 'H7 B7', branch });
  assert.equal(tree.study.get('H7 B7').comment, 'Why');
});

test('a refusal of the server is shown, and what it refuses is stripped before', async (t) => {
  site.refusal = 'invalid-field';
  const tree = await opened(t, { synced: 1 });
  place(tree, 'B7');
  tree.say('H7 B7', { name: ' a\u2066b\nc ', comment: 'a\u2028b\nc\u0007\ud800' });

  const { name, comment } = tree.study.get('H7 B7');
  assert.deepEqual([name, comment], ['ab c', 'ab\nc']);
  await until(() => tree.problem?.code === 'invalid-field', 'the refusal is shown');
});
