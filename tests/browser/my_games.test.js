// Own games and the archive: lists, filters, pages, and the address that says all of it.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { begun } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';
import { phone } from './support/visit.js';

let anna;
let ben;
let cleo;
/** Games by name; those of a kind in the order of their making. */
const ids = { over: [] };

async function resigned(winner, loser, options) {
  const id = await begun([winner, loser], { setup: '9x9', ...options });
  await loser.ask('POST', `/games/${id}/leave`, {});
  return id;
}

before(async () => {
  [anna, ben, cleo] = [
    await member(server, 'anna'),
    await member(server, 'ben'),
    await member(server, 'cleo'),
  ];
  const clock = (per_move_s) => ({ kind: 'per-move', per_move_s });
  ids.late = await begun([anna, ben], { setup: '9x9', clock: clock(259_200) });
  ids.soon = await begun([anna, cleo], { setup: '13x13', clock: clock(86_400) });
  ids.untimed = await begun([anna, cleo], { setup: '9x9', rated: true });
  ids.theirs = await begun([ben, anna], { setup: '9x9' });
  ids.hidden = await anna.open({ setup: '9x9', seats: ['ben', 'me'], visibility: 'private' });
  ids.hidden = ids.hidden.id;
  await ben.join(ids.hidden);
  ids.won = await resigned(anna, ben, { rated: true });
  ids.lost = await resigned(cleo, anna, { setup: '13x13' });
  for (let count = 0; count < 26; ++count) ids.over.push(await resigned(ben, cleo));
});

// The games of a list once it shows that many, in their order.
async function shown(page, count) {
  const links = page.locator('main .tiles > li > a');
  await until(async () => (await links.count()) === count, `${count} games`);
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  return targets.map((target) => Number(target.split('/').at(-1)));
}

const showsExactly = (page, games) =>
  until(async () => {
    const links = page.locator('main .tiles > li > a');
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    return targets.join() === games.map((id) => `/games/${id}`).join();
  }, `the games ${games}`);
const query = (page) => new URL(page.url()).search;
const filter = (page, label) =>
  page.locator('form[role=search]').getByLabel(label, { exact: true });

test('own games are listed by whose move it is, and by time left', async (t) => {
  const page = await visit(t, '/games', anna);

  assert.deepEqual(await shown(page, 3), [ids.soon, ids.late, ids.untimed]);
  await page.getByRole('link', { name: 'Opponent’s turn' }).click();
  await showsExactly(page, [ids.hidden, ids.theirs]);
  assert.equal(query(page), '?list=waiting');
  await page.getByRole('link', { name: 'Finished' }).click();
  await showsExactly(page, [ids.lost, ids.won]);
  await page.goBack();
  await showsExactly(page, [ids.hidden, ids.theirs]);
});

test('a move takes a game from one list to the other while it is looked at', async (t) => {
  const id = await begun([ben, anna], { setup: '9x9' });
  const page = await visit(t, '/games', anna);
  await shown(page, 3);

  await ben.move(id, (await ben.ask('GET', `/games/${id}/legal-moves`)).points[0], 0);
  assert.ok((await shown(page, 4)).includes(id));
  await anna.ask('POST', `/games/${id}/leave`, {});
  await showsExactly(page, [ids.soon, ids.late, ids.untimed]);
  await page.goto(`${server.url}/games?list=finished&opponent=ben&result=lost`);
  await showsExactly(page, [id]);
});

test('each filter narrows the list, stands in the address, and Back takes it off', async (t) => {
  const page = await visit(t, '/games', anna);
  await shown(page, 3);

  await filter(page, 'Board').selectOption('9x9');
  await showsExactly(page, [ids.late, ids.untimed]);
  await filter(page, 'Rating').selectOption({ label: 'rated' });
  await showsExactly(page, [ids.untimed]);
  assert.equal(query(page), '?setup=9x9&rated=true');
  await page.goBack();
  await showsExactly(page, [ids.late, ids.untimed]);
  assert.equal(await filter(page, 'Rating').inputValue(), '');
  await filter(page, 'Opponent').fill('BEN');
  await filter(page, 'Opponent').press('Enter');
  await showsExactly(page, [ids.late]);
  assert.equal(query(page), '?opponent=BEN&setup=9x9');

  await page.reload();
  await showsExactly(page, [ids.late]);
  assert.equal(await filter(page, 'Board').inputValue(), '9x9');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  assert.equal((await shown(page, 3)).length, 3);
  assert.equal(query(page), '');
});

test('finished games are found by result and by days, the last one included', async (t) => {
  const page = await visit(t, '/games?list=finished&opponent=cleo', anna);
  await showsExactly(page, [ids.lost]);

  await filter(page, 'Result').selectOption('Won');
  await page.getByText('No games match these filters.').waitFor();
  await filter(page, 'Result').selectOption('Lost');
  await showsExactly(page, [ids.lost]);
  await filter(page, 'To').fill('2020-01-31');
  await page.getByText('No games match these filters.').waitFor();
  await filter(page, 'To').fill('2999-12-31');
  await showsExactly(page, [ids.lost]);
  await filter(page, 'From').fill('2999-01-01');
  await page.getByText('No games match these filters.').waitFor();
  await filter(page, 'From').fill('2020-01-01');
  await showsExactly(page, [ids.lost]);
});

test('the archive shows public games to anybody, page by page', async (t) => {
  const page = await visit(t, '/watch');
  await page.locator('main').getByRole('link', { name: 'Archive' }).click();

  assert.equal((await shown(page, 24))[0] > ids.lost, true);
  await page.getByRole('button', { name: 'Show more' }).click();
  await until(async () => (await page.locator('main .tiles > li').count()) > 27, 'the rest');
  const all = await page
    .locator('main .tiles > li > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.equal(new Set(all).size, all.length);
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);

  assert.equal(await filter(page, 'Opponent').count(), 0);
  await filter(page, 'Player').fill('anna');
  await filter(page, 'Player').press('Enter');
  await filter(page, 'Opponent').fill('ben');
  await filter(page, 'Opponent').press('Enter');
  await filter(page, 'Result').selectOption('Won');
  await showsExactly(page, [ids.won]);
  assert.equal(query(page), '?player=anna&opponent=ben&result=won');
  await page.goto(`${server.url}/archive?list=playing&player=ben&opponent=anna`);
  await showsExactly(page, [ids.theirs, ids.late]);
});

test('names are suggested, and a name of nobody is said to be one', async (t) => {
  const page = await visit(t, '/archive', undefined);
  await filter(page, 'Player').pressSequentially('cl');
  await page.locator('datalist option[value=cleo]').waitFor({ state: 'attached' });

  await page.goto(`${server.url}/archive?player=zoe`);
  await page.getByText('No player has that username.').waitFor();
});

test('an address that says nonsense is taken for what of it makes sense', async (t) => {
  const page = await visit(t, '/archive?list=x&result=maybe&rated=2&from=2026-02-30&setup=13x13');
  await showsExactly(page, [ids.lost]);

  assert.equal(await page.getByText('Search and filters (1)').count(), 1);
});

test('without games there are ways on, and strangers are asked who they are', async (t) => {
  const page = await visit(t, '/games', await member(server, 'dora'));
  const main = page.locator('main');
  await page.getByText('No game waits for your move.').waitFor();
  assert.equal(await main.getByRole('link', { name: 'Play', exact: true }).count(), 1);

  const other = await visit(t, '/games');
  await other.locator('main').getByRole('link', { name: 'Sign in' }).waitFor();
});

test('on a phone the games come first, two beside each other', async (t) => {
  const page = await visit(t, '/games', anna, phone);
  await shown(page, 3);
  const [one, two] = await Promise.all(
    [0, 1].map((index) => page.locator('main .tiles > li').nth(index).boundingBox()),
  );
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  assert.equal(await filter(page, 'Board').isVisible(), false);
  assert.equal(one.y, two.y);
  assert.ok(one.y < 400, `${one.y}`);
  assert.equal(excess, 0);
  await page.getByText('Search and filters').tap();
  await filter(page, 'Board').selectOption('13x13');
  await showsExactly(page, [ids.soon]);
});

test('keys alone lead from the menu through a filter to a game', async (t) => {
  const page = await visit(t, '/', anna);
  await page.getByRole('button', { name: /anna/ }).press('Enter');
  await page.locator('.who').getByRole('link', { name: 'Games', exact: true }).press('Enter');
  await shown(page, 3);
  await filter(page, 'Opponent').focus();
  await page.keyboard.type('ben');
  await page.keyboard.press('Enter');
  await showsExactly(page, [ids.late]);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.labels?.[0]?.textContent), 'Board');
  await page.locator('main .tiles a').press('Enter');
  await page.waitForURL(`${server.url}/games/${ids.late}`);
});
