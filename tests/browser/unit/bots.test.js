// Bots for the seats of a new game, and what players are called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';

const { botChoices, botSeats, botLevel, setupOfFamily } = await bundled(`
  export { botChoices, botSeats } from 'client/pages/play/bots';
  export { botLevel, setupOfFamily } from 'client/parts/bots';
`);

test('the other seats get bots near the level that is wanted, no two alike', () => {
  for (let level = 1; level <= 10; ++level) {
    const seats = botSeats(level);

    assert.equal(seats[0], `bot:${level}`);
    assert.equal(seats.length, 7);
    assert.equal(new Set(seats).size, 7);
  }
  assert.deepEqual(botSeats(5).slice(0, 3), ['bot:5', 'bot:4', 'bot:6']);
  assert.deepEqual(botSeats(1).slice(0, 3), ['bot:1', 'bot:2', 'bot:3']);
});

test('a seat can be given to each bot that has no other', () => {
  assert.equal(botChoices(['bot:5'], 0).length, 10);
  const choices = botChoices(['bot:5', 'bot:4', 'open'], 1);

  assert.ok(choices.includes('bot:4') && !choices.includes('bot:5'));
  assert.equal(choices.length, 9);
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
