// Sentences about a game are true wherever one looks from: also back, on paper, and of seats that are
// told apart by marks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf, showsBoard } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { begun, Player } from './support/player.js';
import { choice, lookOf } from './support/rules.js';
import { browser, server } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

const desk = { viewport: { width: 1440, height: 900 } };
const days = { kind: 'per-move', per_move_s: 259_200 };

const guests = (count) => Promise.all(Array.from({ length: count }, () => Player.guest(server)));

// Places so many stones by chance; those that remove nothing, if there are some.
async function play(players, id, stones) {
  const chance = chanceOf(7);
  for (let count = 0; count < stones; ++count) {
    const look = lookOf(await players[0].game(id));
    await players[look.toMove].move(id, choice(look, chance), look.ply);
  }
}

async function opened(t, id, player, options = desk) {
  const page = await pageOf(browser, server.url, player, options);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/games/${id}`);
  await showsBoard(page, await player.game(id));
  return page;
}

const moves = (page) => page.getByRole('log', { name: 'Moves' }).getByRole('button');

// Whether the current move is within what the list shows.
const isInSight = (page) =>
  page.getByRole('log', { name: 'Moves' }).evaluate((log) => {
    const box = log.querySelector('ol').getBoundingClientRect();
    const current = log.querySelector('[aria-current]')?.getBoundingClientRect();
    return !!current && current.top >= box.top - 1 && current.bottom <= box.bottom + 1;
  });

test('the list of moves shows the end of a finished game, and goes where one looks', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '19x19' });
  await play(players, id, 60);
  await players[0].ask('POST', `/games/${id}/leave`, {});

  const page = await opened(t, id, players[0]);

  await until(() => isInSight(page), 'the end is in sight');
  assert.equal(await moves(page).last().getAttribute('aria-current'), 'step');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await until(() => isInSight(page), 'the first move is in sight');
  assert.deepEqual(page.faults, []);
});

test('nobody is told that it is their turn while they look back in a game that is over', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  await play(players, id, 4);
  await players[1].ask('POST', `/games/${id}/leave`, {});
  const page = await opened(t, id, players[0]);

  await page.getByRole('button', { name: 'Start' }).click();

  await page.getByText('Starting position (earlier position)').first().waitFor();
  const said = await page.locator('main').innerText();
  assert.doesNotMatch(said, /your turn/i);
});

test('seats beside names and in the list of moves have the marks of their stones', async (t) => {
  const players = await guests(4);
  const id = await begun(players, { setup: '19x19-4p' });
  await play(players, id, 4);
  const page = await opened(t, id, players[0]);
  const seen = (path) => page.locator(path).evaluateAll((all) => all.map((one) => one.innerHTML));

  const beside = await seen('.centre ol .stone svg');
  const listed = await seen('[role="log"] li svg');

  for (const stones of [beside, listed]) {
    const marks = stones.map((one) => /class="mark[^"]*" d="([^"]+)"/.exec(one)?.[1]);
    assert.equal(marks.length, 4);
    assert.equal(marks.filter(Boolean).length, 2, 'of black and white there are none');
    assert.equal(new Set(marks.filter(Boolean)).size, 2);
  }
});

test('a printed game has its moves, and nothing to fill in', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  await play(players, id, 6);
  const page = await opened(t, id, players[0]);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();

  await page.emulateMedia({ media: 'print' });

  assert.equal(await moves(page).locator('visible=true').count(), 6);
  const fields = page.locator('main :is(input, select, textarea)').locator('visible=true');
  assert.equal(await fields.count(), 0);
});

test('who resigns where seats are offered is told what happens to stones and seat', async (t) => {
  const players = await guests(4);
  const options = { setup: '19x19-4p', leaver_policy: 'substitute', clock: days };
  const id = await begun(players, options);
  const page = await opened(t, id, players[0]);

  await page.getByRole('button', { name: 'Resign', exact: true }).click();

  const said = await page.getByRole('dialog').innerText();
  assert.match(said, /Your stones stay\. For 3 days, anyone can take your seat/);
  assert.doesNotMatch(said, /All your roots are removed and you lose/);
});

test('a point in a message rings it on the board, and a link is a link', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  const text = 'See C3, or https://example.org/tanbo.';
  await players[1].ask('POST', `/games/${id}/chat?room=players`, { text });
  const page = await opened(t, id, players[0]);
  await page.getByRole('tab', { name: 'Chat' }).click();
  const rings = page.locator('.frame svg .named');
  const point = page.getByRole('button', { name: 'Show C3 on the board' });
  await point.waitFor();
  assert.equal(await rings.count(), 0);

  await point.focus();
  assert.equal(await rings.count(), 1);
  await page.getByRole('textbox', { name: 'Message' }).focus();
  assert.equal(await rings.count(), 0);
  await point.hover();
  assert.equal(await rings.count(), 1);

  const link = page.getByRole('link', { name: 'https://example.org/tanbo', exact: true });
  assert.match(await link.getAttribute('rel'), /nofollow noopener/);
  assert.match(await page.getByRole('log', { name: 'Chat' }).innerText(), /tanbo\.$/m);
});

test('below a long chat the last words and the notes are in sight', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  for (let line = 1; line <= 25; line += 1) {
    await players[1].ask('POST', `/games/${id}/chat`, { text: `Line ${line}.` });
  }
  const page = await opened(t, id, players[0]);
  await page.getByRole('tab', { name: 'Chat' }).click();

  for (const text of ['Line 25.', 'My note']) {
    const one = page.getByText(text).first();
    await one.waitFor();
    // Neither outside of the window nor scrolled away.
    const isOnTop = (element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + 4, y + height / 2));
    };
    await until(() => one.evaluate(isOnTop), `${text} is in sight`);
  }
});

test('a note is kept as one types, and nobody else reads it', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  const page = await opened(t, id, players[0]);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByText('My note').click();

  await page.getByRole('textbox', { name: 'My note' }).fill('Watch C3.');

  await page.getByText('Saved').waitFor();
  const note = await players[0].ask('GET', `/games/${id}/note`);
  assert.equal(note.text, 'Watch C3.');
  const stranger = await Player.guest(server);
  assert.equal((await stranger.ask('GET', `/games/${id}/note`)).text, '');
});

for (const [width, height] of [
  [390, 844],
  [360, 640],
]) {
  test(`a proposal can be answered in the first screen of ${width}x${height}, board in sight`, async (t) => {
    const players = await guests(2);
    const id = await begun(players, { setup: '9x9' });
    await players[0].move(id, 'C2', 0);
    await players[0].ask('POST', `/games/${id}/proposals`, { kind: 'undo' });
    const page = await opened(t, id, players[1], {
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
    });

    for (const part of [
      page.getByRole('button', { name: 'Agree' }),
      page.getByRole('button', { name: 'Decline' }),
      page.locator('.frame svg .last'),
    ]) {
      await part.waitFor();
      const box = await part.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
    }
  });
}

test('Removals leads to each move that removed roots, and from the last to the first', async (t) => {
  const players = await guests(2);
  const id = await begun(players, { setup: '9x9' });
  const chance = chanceOf(2);
  const removing = [];
  for (let look = lookOf(await players[0].game(id)); removing.length < 2;) {
    if (look.toMove === undefined) break;
    await players[look.toMove].move(id, choice(look, chance), look.ply);
    look = lookOf(await players[0].game(id));
    if (look.removed.length > 0) removing.push(look.turns.length);
  }
  const page = await opened(t, id, players[0]);
  const current = async () =>
    Number(await page.locator('[role="log"] [aria-current] .number').innerText());
  assert.equal(await page.locator('[role="log"] .lifted').count(), removing.length);

  const seen = [];
  for (let count = 0; count <= removing.length; ++count) {
    await page.getByRole('button', { name: 'Removals' }).click();
    seen.push(await current());
  }

  assert.deepEqual(seen, [...removing, removing[0]]);
});

test('other games that wait are beside the board, and n leads to that with the least time', async (t) => {
  const players = await guests(2);
  const clock = (count) => ({ kind: 'per-move', per_move_s: 86_400 * count });
  const ids = [];
  for (const count of [9, 5, 2])
    ids.push(await begun(players, { setup: '9x9', clock: clock(count) }));
  const page = await opened(t, ids[0], players[0]);
  const links = page.getByRole('navigation', { name: 'Next up' }).getByRole('link');
  await until(async () => (await links.count()) === 2, 'two games wait');

  const targets = await links.evaluateAll((all) => all.map((one) => one.pathname));
  assert.deepEqual(targets, [`/games/${ids[2]}`, `/games/${ids[1]}`]);
  await page.keyboard.press('n');
  await page.waitForURL(`**/games/${ids[2]}`);
});

test('a clock of one’s own takes days, hours and minutes', async (t) => {
  const [player] = await guests(1);
  const page = await pageOf(browser, server.url, player, desk);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/play`);
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Type').selectOption({ label: 'Fixed time per move' });
  const time = page.getByRole('group', { name: 'Time per move' });

  await time.getByLabel('Days').fill('2');
  await time.getByLabel('Hours').fill('3');
  await time.getByLabel('Minutes').fill('4');
  await page.getByRole('button', { name: 'Create game' }).click();

  await page.waitForURL(/\/games\/\d+$/);
  const { clock } = await player.game(Number(page.url().split('/').at(-1)));
  assert.equal(clock.per_move_s, ((2 * 24 + 3) * 60 + 4) * 60);
});

test('names are suggested while one types an opponent', async (t) => {
  const [player] = await guests(1);
  const handle = 'tamsin';
  await member(server, handle);
  const page = await pageOf(browser, server.url, player, desk);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/play`);
  await page.getByRole('radio', { name: 'Specific player' }).check();

  await page.getByLabel('Username').pressSequentially(handle.slice(0, -1));

  const names = page.locator('datalist#play-names option');
  await until(
    async () => (await names.evaluateAll((all) => all.map((one) => one.value))).includes(handle),
    'the name is suggested',
  );
});

test('a loss on time reads as one for everybody, and nobody has left', async (t) => {
  const players = await Promise.all([
    member(server, 'timely'),
    member(server, 'tardy'),
    Player.guest(server),
  ]);
  const [winner, loser, watcher] = players;
  const id = await begun([loser, winner], {
    setup: '9x9',
    clock: { kind: 'per-move', per_move_s: 1 },
  });
  await until(async () => (await winner.game(id)).status === 'finished', 'the time runs out');

  for (const [player, said] of [
    [winner, 'You win! Black ran out of time.'],
    [loser, 'You finished in place 2. Black ran out of time.'],
    [watcher, 'Black ran out of time.'],
  ]) {
    const page = await opened(t, id, player);
    await page.getByText(said).first().waitFor();
    const text = await page.locator('main').innerText();
    assert.match(text, /out of time/);
    assert.doesNotMatch(text, /\b(left|leaves)\b/);
    assert.match(await moves(page).last().innerText(), /Black ran out of time/);
  }

  const page = await pageOf(browser, server.url, winner, { ...desk, locale: 'de-DE' });
  t.after(() => page.context().close());
  await page.goto(`${server.url}/games/${id}`);
  await page.getByText('Schwarz hat die Zeit überschritten.').first().waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /gegangen|verl[aä]ss/);
  await page.goto(`${server.url}/players/tardy`);
  await page.getByText(/, 1 durch Zeit/).waitFor();
});
