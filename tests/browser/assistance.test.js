// Help on boards: as much as viewer and game want, for the eye and for screen readers alike.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { until } from './support/until.js';

// The root space of A1 is 1, of A2 2, of C1 3, of B3 4; B1 would remove A1 itself.
const stones = { black: ['A1', 'B3'], white: ['A2', 'C1'] };

const levels = {
  full: {
    seedlings: 5,
    seedlingsOfRoot: 5,
    badges: ['1', '2', '3'],
    gauges: 1,
    labelsWithSpace: 4,
    chosen: 'B4 extends B3 (so far 1 stone, root space 4).',
    state: 'Your turn: 2 roots, 5 legal moves.',
  },
  some: {
    seedlings: 0,
    seedlingsOfRoot: 4,
    badges: ['1'],
    gauges: 0,
    labelsWithSpace: 0,
    chosen: 'B4 extends B3.',
    state: 'Your turn: 2 roots.',
  },
  none: {
    seedlings: 0,
    seedlingsOfRoot: 0,
    badges: [],
    gauges: 0,
    labelsWithSpace: 0,
    chosen: 'B4.',
    state: 'Your turn: 2 roots.',
  },
};

// A seedling is three strokes of one path.
async function seedlingsOn(page) {
  const path = await page.locator('svg .sprout').getAttribute('d');
  return (path.split('M').length - 1) / 3;
}
const cell = (page, point) => page.getByRole('gridcell', { name: new RegExp(`^${point},`) });

// A press is not taken right after a change: again until the point is chosen.
async function press(page, point) {
  const target = cell(page, point);
  const box = await target.boundingBox();
  const isChosen = async () => (await target.getAttribute('aria-selected')) === 'true';
  await until(async () => {
    if (await isChosen()) return true;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    return isChosen();
  }, `${point} is chosen`);
}

// The page of black, to move in a game with `terms`, with `settings` in the browser.
async function opened(t, terms, settings = {}) {
  const players = await Promise.all([Player.guest(server), Player.guest(server)]);
  const id = await begun(players, { board: [9, 9], stones, ...terms });
  const page = await pageOf(browser, server.url, players[0]);
  t.after(() => page.context().close());
  await page.addInitScript(
    (kept) => localStorage.setItem('tanbo.settings', JSON.stringify(kept)),
    settings,
  );
  await page.goto(`${server.url}/games/${id}`);
  await page.locator('.said', { hasText: 'Your turn' }).waitFor();
  return { page, id, players };
}

// The help that a board gives.
async function seen(page) {
  const seedlings = await seedlingsOn(page);
  const state = (await page.locator('.said').textContent()).trim();
  const badges = await page.locator('svg .badge + .number').allTextContents();
  const labels = await page
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')));
  const gauges = await page.locator('.gauge:visible').count();
  await cell(page, 'B3').hover();
  const seedlingsOfRoot = await seedlingsOn(page);
  await press(page, 'B4');
  await page.getByRole('button', { name: 'Play B4' }).waitFor();
  const chosen = await page.locator('.choice .words').textContent();
  return {
    seedlings,
    seedlingsOfRoot,
    badges: badges.map((one) => one.trim()).sort(),
    gauges,
    labelsWithSpace: labels.filter((one) => /root space/.test(one)).length,
    chosen,
    state,
  };
}

for (const [level, expected] of Object.entries(levels)) {
  test(`at "${level}" everybody sees as much as the game allows`, async (t) => {
    const { page } = await opened(t, { assistance: level });

    assert.deepEqual(await seen(page), expected);
    assert.deepEqual(page.faults, []);
  });

  test(`at "${level}" by one's own choice a game that allows all shows no more`, async (t) => {
    const { page } = await opened(t, {}, { assistance: level });

    assert.deepEqual(await seen(page), expected);
  });

  test(`at "${level}" a stone that removes one's own root is warned of`, async (t) => {
    const { page } = await opened(t, { assistance: level });

    await press(page, 'B1');

    await page
      .locator('.choice .words.own', { hasText: 'B1 bounds and removes your own root A1.' })
      .waitFor();
    await page.locator('svg .doomed').first().waitFor({ state: 'attached' });
  });
}

test('a game allows what it was opened with, not what a player would like', async (t) => {
  const { page } = await opened(t, { assistance: 'some' }, { assistance: 'none' });
  assert.deepEqual(await seen(page), levels.none);

  const other = await opened(t, { assistance: 'none' }, { assistance: 'custom', legal: true });
  assert.deepEqual(await seen(other.page), levels.none);
});

test('keys that jump to legal moves say why there are none to jump to', async (t) => {
  const said = (page) => page.locator('.said');
  const { page } = await opened(t, { assistance: 'none' });
  await cell(page, 'A1').focus();
  await page.keyboard.press('l');
  await said(page).filter({ hasText: 'This game doesn’t show legal moves.' }).waitFor();

  const own = await opened(t, {}, { assistance: 'none' });
  await cell(own.page, 'A1').focus();
  await own.page.keyboard.press('l');
  await said(own.page).filter({ hasText: 'Your settings hide legal moves.' }).waitFor();

  // At "some" they are there, but of a root that is nowhere near.
  const some = await opened(t, { assistance: 'some' });
  await cell(some.page, 'J9').focus();
  await some.page.keyboard.press('l');
  await said(some.page)
    .filter({ hasText: 'This game shows the legal moves of one root at a time' })
    .waitFor();
  const less = await opened(t, { assistance: 'some' }, { assistance: 'none' });
  await cell(less.page, 'J9').focus();
  await less.page.keyboard.press('l');
  await said(less.page).filter({ hasText: 'Your settings hide legal moves.' }).waitFor();
});

test('where legal moves of one root are shown, keys go round those of the root in focus', async (t) => {
  const { page } = await opened(t, { assistance: 'some' });
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await cell(page, 'B3').focus();

  const points = [];
  for (let count = 0; count < 5; ++count) {
    await page.keyboard.press('l');
    points.push(await focused());
  }

  assert.deepEqual(points, ['C3, empty', 'B4, empty', 'B2, empty', 'A3, empty', 'C3, empty']);
});

test('a part that was switched off before there were levels is off', async (t) => {
  const { page } = await opened(t, {}, { legal: false, badges: true });

  assert.deepEqual(await seen(page), { ...levels.full, seedlings: 0, seedlingsOfRoot: 0 });
});

test('a game that is over shows what its viewer likes to see', async (t) => {
  const { page, id, players } = await opened(t, { assistance: 'none' });
  await players[1].ask('POST', `/games/${id}/leave`, {});

  await page.locator('svg .badge').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.gauge').count(), 0, 'nothing is shared at the end');
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.locator('.gauge').waitFor();
});

for (const [level, curves] of Object.entries({ full: 1, some: 0, none: 0 })) {
  test(`the curve of root space is shown at "${level}" as its counts are`, async (t) => {
    const { page, id, players } = await opened(t, { assistance: level });
    const curve = page.locator('[aria-labelledby="tab-moves"] svg:has(.shown)');
    const moves = page.getByRole('log', { name: 'Moves' }).getByRole('button');
    for (let ply = 0; ply < 8; ++ply) {
      assert.equal(await curve.count(), 0, 'few turns make no curve');
      const { points } = await players[0].ask('GET', `/games/${id}/legal-moves`);
      await players[ply % 2].move(id, points[0], ply);
    }
    await until(async () => (await moves.count()) === 8, 'eight moves');
    await page.waitForLoadState('networkidle');

    assert.equal(await curve.count(), curves);
    if (curves === 0) return;
    const { roots } = await players[0].ask('GET', `/games/${id}/roots`);
    const counts = ['Black', 'White'].map((seat) => {
      const own = roots.filter((root) => root.seat === seat.toLowerCase());
      return `${own.reduce((sum, { space }) => sum + space.length, 0)} ${seat}`;
    });
    const figures = page.locator('[aria-labelledby="tab-moves"] .head strong');
    await until(
      async () => (await figures.innerText()) === counts.join(' · '),
      `${counts} are said`,
    );

    // A press on its left end shows the board after the first turn.
    const { x, y } = await curve.boundingBox();
    await page.mouse.click(x + 2, y + 20);
    await page.locator('[aria-current="step"]', { hasText: /^1\D/ }).waitFor();
  });
}

test('the help that a game allows is said before one joins it', async (t) => {
  const host = await Player.guest(server);
  const seats = ['me', 'open'];
  const { id } = await host.open({ setup: '9x9', assistance: 'none', seats });
  const page = await pageOf(browser, server.url, await Player.guest(server));
  t.after(() => page.context().close());

  await page.goto(`${server.url}/games/${id}`);

  await page.getByText('no assistance').first().waitFor();
  await page.goto(`${server.url}/play`);
  await page.getByText('Details').click();
  const choice = page.getByLabel('Assistance on the board');
  await choice.selectOption({ label: 'Some: legal points of one root' });
  assert.equal(await choice.inputValue(), 'some');
});
