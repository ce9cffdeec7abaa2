import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';

const { faceGeometry, faceOf } = await bundled(`export * from 'client/parts/face';`);
const names = ['anna', 'ben', 'guest-sedokoba', 'bot:10', 'ä', ''];

test('a username has the same face every time', () => {
  for (const name of names) assert.deepEqual(faceOf(name), faceOf(name));
  // As it was when faces came: people know one another by them.
  assert.deepEqual(faceOf('anna'), { stones: [1, 2, 7, 8, 13, 14, 19, 23, 24], colour: 2 });
});

test('a face is a root: each stone touches exactly one of those before it', () => {
  for (const name of names) {
    const { stones } = faceOf(name);
    const own = new Set(stones);
    const links = stones.flatMap((one) => faceGeometry.neighbours(one).filter((at) => own.has(at)));
    assert.ok(stones.length >= 5, name);
    assert.equal(links.length / 2, stones.length - 1, `${name} is a tree`);
  }
});

test('different usernames have different faces', () => {
  const faces = new Set(
    Array.from({ length: 200 }, (_, at) => JSON.stringify(faceOf(`player${at}`))),
  );
  assert.ok(faces.size > 190, `${faces.size} of 200`);
});
