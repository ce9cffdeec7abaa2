// Players as others see them: face, ratings, one curve and the table behind it, standings.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';

let anna;
let ben;

// A rated game of two that the second resigns.
async function rated(winner, loser, setup = '9x9') {
  const { id } = await winner.open({ setup, rated: true, seats: ['me', 'open'] });
  await loser.join(id);
  await winner.move(id, (await winner.ask('GET', `/games/${id}/legal-moves`)).points[0], 0);
  await loser.move(id, (await loser.ask('GET', `/games/${id}/legal-moves`)).points[0], 1);
  await loser.ask('POST', `/games/${id}/leave`, {});
}

before(async () => {
  [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
  for (const [winner, loser] of [
    [anna, ben],
    [anna, ben],
    [ben, anna],
    [anna, ben],
    [ben, anna],
  ]) {
    await rated(winner, loser);
  }
  await rated(ben, anna, '13x13');
});

const faceOf = (locator) => locator.locator('path').first().getAttribute('d');

test('the same username has the same face, on a profile and beside a game', async (t) => {
  const page = await visit(t, '/players/ben', anna);
  const large = await faceOf(page.locator('main .who svg').first());
  await page.goto(`${server.url}/players`);
  const card = page.locator('a[href="/players/ben"]');
  await card.waitFor();

  assert.equal(await faceOf(card), large);
  assert.notEqual(await faceOf(page.locator('a[href="/players/anna"]')), large);
});

test('the curve shows the numbers of the table behind it', async (t) => {
  const page = await visit(t, '/players/anna', ben);
  const { history } = await anna.ask('GET', '/players/anna/ratings?family=9x9');
  await page.getByRole('heading', { name: '9×9 rating' }).waitFor();
  await page.getByText('Rated games').click();
  const table = page.getByRole('table', { name: '9×9 rating' });
  const shown = (await table.locator('.rated').allInnerTexts()).map((text) => Number(text));

  // The newest comes first in the table, and last in the curve.
  const { points, grid } = await page.locator('.curve svg').evaluate((svg) => ({
    points: [
      ...svg
        .querySelector('.line')
        .getAttribute('d')
        .matchAll(/[ML][\d.]+ ([\d.]+)/g),
    ].map(([, y]) => Number(y)),
    grid: [...svg.querySelectorAll('.grid')].map((line, index) => [
      Number(/ ([\d.]+)H/.exec(line.getAttribute('d'))[1]),
      Number(svg.querySelectorAll('text')[index].textContent),
    ]),
  }));
  const [[low, lowest], [high, highest]] = [grid[0], grid.at(-1)];
  const ratingAt = (y) => lowest + ((low - y) / (low - high)) * (highest - lowest);

  assert.deepEqual(
    shown,
    history.map(({ after }) => Math.round(after.rating)),
  );
  assert.equal(points.length, shown.length);
  points.reverse().forEach((y, index) => {
    assert.ok(Math.abs(ratingAt(y) - history[index].after.rating) < 0.5, `${index}`);
  });
  assert.deepEqual(page.faults, []);
});

test('the card of a board chooses its curve', async (t) => {
  const page = await visit(t, '/players/anna', ben);
  const card = page.getByRole('button', { name: /^13×13/ });
  await card.click();

  await page.getByRole('heading', { name: '13×13 rating' }).waitFor();
  assert.equal(await card.getAttribute('aria-pressed'), 'true');
  assert.equal(
    await page.getByRole('button', { name: /^9×9/ }).getAttribute('aria-pressed'),
    'false',
  );
});

test('the record counts what the server counts', async (t) => {
  const page = await visit(t, '/players/anna', ben);
  const { games } = await anna.ask('GET', '/players/anna');
  await page.getByText(`${games.won} won`).first().waitFor();

  assert.ok((await page.getByText(`${games.lost} lost`).count()) >= 1);
  const row = page.locator('li', { has: page.locator('a[href="/players/anna/against/ben"]') });
  await until(async () => /3\s*–\s*3/.test(await row.innerText()), 'who won against whom');
});

test('standings are a table with a caption, and the own row is marked', async (t) => {
  const page = await visit(t, '/standings/9x9', anna);
  const table = page.getByRole('table', { name: /^Players vs players, strongest first/ });
  await page.getByLabel('Include provisional ratings').check();
  await table.getByRole('rowheader').first().waitFor();
  const { standings } = await anna.ask('GET', '/standings?setup=9x9&list=people&provisional=true');

  await until(
    async () => (await table.getByRole('rowheader').count()) === standings.length,
    'all players are there',
  );
  const rows = await table.locator('tbody tr').allInnerTexts();
  standings.forEach(({ player, rating }, index) => {
    assert.ok(rows[index].includes(player), rows[index]);
    assert.ok(rows[index].includes(`${Math.round(rating)}`), rows[index]);
  });
  const own = table.locator('tr.me');
  assert.match(await own.innerText(), /anna\s*you/);
  assert.equal(await own.count(), 1);
});
