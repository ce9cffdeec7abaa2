// Bots for the seats of a new game, and what players are called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';

const { botLevel, botSeats, setupOfFamily } = await bundled(
  `export { botLevel, botSeats, setupOfFamily } from 'client/parts/bots';`,
);
const everyBot = Array.from({ length: 10 }, (_, index) => `bot:${index + 1}`);
const nobody = undefined;

test('seats get bots near the level that is wanted, no two alike', () => {
  const three = [nobody, nobody, nobody];

  assert.deepEqual(botSeats(three, 5, everyBot), ['bot:5', 'bot:4', 'bot:6']);
  assert.deepEqual(botSeats(three, 1, everyBot), ['bot:1', 'bot:2', 'bot:3']);
  assert.deepEqual(botSeats(three, 10, everyBot), ['bot:10', 'bot:9', 'bot:8']);
  assert.equal(new Set(botSeats(Array(7).fill(nobody), 3, everyBot)).size, 7);
});

test('who is wished for sits there, and nobody else gets that bot', () => {
  assert.deepEqual(botSeats([nobody, 'bot:5', 'open'], 5, everyBot), ['bot:4', 'bot:5', 'open']);
  assert.deepEqual(botSeats(['bot:8', nobody, 'bot:8'], 8, everyBot), ['bot:8', 'bot:7', 'bot:9']);
});

test('bots that are not able are given no seat', () => {
  const able = ['bot:2', 'bot:9'];

  assert.deepEqual(botSeats(['bot:5', nobody], 5, able), ['bot:2', 'bot:9']);
  assert.deepEqual(botSeats([nobody, nobody, nobody], 5, able), ['bot:2', 'bot:9', nobody]);
  assert.deepEqual(botSeats(['bot:5'], 5, []), [nobody]);
});

test('a house bot is told by its name, and nobody else is one', () => {
  assert.equal(botLevel('bot:1'), 1);
  assert.equal(botLevel('BOT:10'), 10);
  for (const name of ['bot:0', 'bot:11', 'bot-5', 'bot:05', 'robot:5', 'bot:', 'anna']) {
    assert.equal(botLevel(name), undefined, name);
  }
});

test('a family of ratings is a setup, with bots or without', () => {
  assert.equal(setupOfFamily('9x9-bots'), '9x9');
  assert.equal(setupOfFamily('19x19-4p'), '19x19-4p');
});
