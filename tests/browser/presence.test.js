// Who is online: Play now seats no one opposite a player who has gone, and lists say who is here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './support/player.js';
import { browser, ownServer } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';
import { visitAt } from './support/visit.js';

// A server of the test's own, and a function that opens a page there.
async function served(t) {
  const server = await ownServer(t);
  const visit = (path, player) => visitAt(t, browser, server.url + path, player);
  return { server, visit };
}

const numberOf = (page) => Number(new URL(page.url()).pathname.split('/').at(-1));

async function playNow(page) {
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL('**/games/*');
  return numberOf(page);
}

test('Play now passes over a game whose host has gone, and joins one whose host is here', async (t) => {
  const { server, visit } = await served(t);
  const gone = await Player.guest(server);
  const left = await gone.open({ setup: '9x9', seats: ['open', 'me'] });

  const first = await visit('/');
  const opened = await playNow(first);
  assert.notEqual(opened, left.id);
  assert.equal((await gone.game(opened)).status, 'open');

  const { creator } = await gone.game(opened);
  await until(
    async () => (await gone.ask('GET', `/players/${creator}`)).online,
    'the host is here',
  );
  const second = await visit('/');
  assert.equal(await playNow(second), opened);
  assert.equal((await gone.game(opened)).status, 'active');
});

test('Play now passes over a challenge whose challenger has gone', async (t) => {
  const { server, visit } = await served(t);
  const gone = await Player.guest(server);
  const here = await Player.guest(server);
  const wanted = { setup: '9x9', seats: ['me', 'open'], uses: 2 };
  const { id } = await here.ask('POST', '/challenges', wanted);
  await gone.ask('POST', '/challenges', wanted);
  await here.attend(t);

  const begun = await playNow(await visit('/'));

  assert.equal((await here.ask('GET', `/challenges/${id}`)).game, begun);
});

// The open games and challenges of a page, as they are read.
const cardsOf = (page) =>
  page.locator('.waiting li').evaluateAll((all) => all.map((one) => one.innerText));

test('those who are here come first, with their clock and rating', async (t) => {
  const { server, visit } = await served(t);
  const [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
  const blitz = { kind: 'fischer', initial_s: 180, increment_s: 5, max_s: 360 };
  await anna.ask('POST', '/challenges', { setup: '9x9', seats: ['me', 'open'], clock: blitz });
  await ben.open({ setup: '13x13', seats: ['me', 'open'] });
  await anna.ask('POST', '/challenges', { setup: '9x9', seats: ['me', 'open'], rated: true });
  await ben.attend(t);

  const page = await visit('/watch');
  await until(async () => (await cardsOf(page)).length === 3, 'three cards');

  const cards = await cardsOf(page);
  assert.match(cards[0], /^ben\s+online/);
  assert.match(cards[1], /^anna\s+offline/);
  assert.ok(
    cards.some((card) => /3 min/.test(card)),
    cards.join(),
  );
  // A guest is told why a rated game is not for them.
  const rated = page.locator('.waiting li', { hasText: /(?<!un)rated/ });
  assert.match(await rated.innerText(), /members only/);
  assert.equal(await rated.getByRole('button').count(), 0);
  assert.equal(await page.locator('.waiting li').getByRole('button').count(), 2);
});

test('the seats of a challenge mark those who are here', async (t) => {
  const { server, visit } = await served(t);
  const [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
  await ben.attend(t);
  const seats = ['me', 'ben'];
  const { id } = await anna.ask('POST', '/challenges', { setup: '9x9', seats });

  const page = await visit(`/challenges/${id}`);
  const list = page.getByRole('list', { name: 'Seats' }).getByRole('listitem');
  await list.filter({ hasText: 'online' }).waitFor();

  const marked = await list.evaluateAll((all) =>
    all.map((seat) => {
      const { parentElement } = seat.querySelector('[class*=face-]');
      return [
        /o(n|ff)line/.exec(seat.innerText)[0],
        getComputedStyle(parentElement, '::after').content,
      ];
    }),
  );
  assert.deepEqual(marked, [
    ['offline', 'none'],
    ['online', '""'],
  ]);
});

test('a challenge is accepted from the list, and one out of reach says why', async (t) => {
  const { server, visit } = await served(t);
  const [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
  const game = await anna.open({ setup: '9x9', seats: ['me', 'open'], rated: true });
  await ben.join(game.id);
  for (const [ply, player] of [anna, ben].entries()) {
    const { points } = await player.ask('GET', `/games/${game.id}/legal-moves`);
    await player.move(game.id, points[0], ply);
  }
  await ben.ask('POST', `/games/${game.id}/leave`, {});
  const terms = { setup: '9x9', seats: ['me', 'open'] };
  await anna.ask('POST', '/challenges', { ...terms, rating: { min: 2500 } });
  await anna.ask('POST', '/challenges', terms);

  const page = await visit('/challenges', ben);
  const cards = page.locator('li', { hasText: 'anna' });
  await until(async () => (await cards.count()) === 2, 'two cards');
  const out = cards.filter({ hasText: /rating 2500 or higher/ });
  assert.match(await out.innerText(), /your rating is 1\d\d\d/);
  assert.equal(await out.getByRole('button').count(), 0);

  await page.getByRole('button', { name: 'Accept anna’s challenge' }).click();

  await page.waitForURL('**/games/*');
  assert.equal((await ben.game(numberOf(page))).status, 'active');
});
