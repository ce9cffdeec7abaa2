// The pages of moderators and administrators: their decisions, and their absence for others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { Player } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { reported, staff } from './support/staff.js';
import { settledPage } from './support/tour.js';
import { desk, phone } from './support/visit.js';

const anna = await staff(server, 'anna', 'admin');
const mona = await staff(server, 'mona', 'moderator');

// A page of the administration at rest.
async function settled(t, path, player, options) {
  const page = await visit(t, path, player, options);
  await settledPage(page);
  return page;
}

const newest = async () => (await anna.ask('GET', '/admin/audit?limit=1')).entries[0];

// Presses Tab until the focus is on a control of that name.
async function tabTo(page, name) {
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent?.replace(/\s+/g, ' ').trim());
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused()) === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`no way to ${name} by Tab`);
}

for (const path of ['/admin', '/admin/reports', '/admin/log']) {
  test(`${path} is not there for strangers and players`, async (t) => {
    for (const player of [undefined, await Player.guest(server)]) {
      const page = await settled(t, path, player);

      assert.equal(page.status, 404);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    }
    const page = await settled(t, path, anna);
    assert.equal(page.status, 200);
  });
}

test('the settings lead there, for those for whom it is there', async (t) => {
  const way = (page) => page.getByRole('main').getByRole('link', { name: 'Administration' });
  const stranger = await settled(t, '/settings', await Player.guest(server));
  const page = await settled(t, '/settings', mona);

  await way(page).click();
  await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();

  assert.equal(await way(stranger).count(), 0);
});

test('the rail leads there, and on a phone the menu does', async (t) => {
  const player = await settled(t, '/', await Player.guest(server));
  const page = await settled(t, '/', mona);
  const small = await settled(t, '/', mona, phone);

  await page.getByRole('navigation').getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
  await small.getByRole('button', { name: 'More' }).click();
  await small.getByRole('link', { name: 'Admin' }).click();
  await small.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();

  assert.equal(await player.getByRole('link', { name: 'Admin' }).count(), 0);
});

test('what is for administrators alone is not there for a moderator', async (t) => {
  const page = await settled(t, '/admin', mona);

  assert.deepEqual(
    await page.getByRole('main').getByRole('navigation').innerText(),
    'Reports\nAccounts',
  );
  await page.goto(`${server.url}/admin/log`);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
});

test('a moderator handles a report by keyboard alone, and the log has it', async (t) => {
  const { report, author } = await reported(server, 'You should learn to count.');
  const page = await settled(t, '/', mona);
  await page.goto(`${server.url}/admin`);
  await page.getByText('You should learn to count.').waitFor();

  await tabTo(page, 'Dismiss');
  await page.keyboard.press('Tab');
  await tabTo(page, 'Mute 1 day');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: `Mute ${author}?` }).waitFor();
  await page.getByLabel('Reason').focus();
  await page.keyboard.type('Insults are not for the chat');
  await page.keyboard.press('Enter');
  await page.getByText('The report is decided.').waitFor();

  const entry = await newest();
  assert.deepEqual(
    [entry.by, entry.act, entry.details.verdict, entry.details.report, entry.reason],
    ['mona', 'resolve-report', 'upheld', report.id, 'Insults are not for the chat'],
  );
  const account = await mona.ask('GET', `/admin/accounts/${author}`);
  assert.equal(account.muted, true);
  await page.getByText('No reports here').waitFor();
});

test('the context of a report shows the lines around it', async (t) => {
  const { game, author } = await reported(server, 'Look at this.', 'spectators');
  const page = await settled(t, '/admin/reports', mona);

  const card = page.getByRole('listitem').filter({ hasText: 'Look at this.' }).first();
  await card.getByRole('button', { name: 'Context' }).click();
  await card.getByText('That is rude.').waitFor();

  assert.equal(await card.locator('.reported').innerText(), `${author} Look at this.`);
  await card.getByRole('button', { name: 'Delete message' }).click();
  await page.getByLabel('Reason').fill('Rude');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await page.getByText('The report is decided.').waitFor();
  const { messages } = await anna.ask('GET', `/games/${game}/chat?room=spectators`);
  assert.deepEqual(
    messages.map(({ text }) => text),
    ['That is rude.', null, 'Good luck.'],
  );
});

test('an administrator suspends an account, gives a role, and is asked once for each', async (t) => {
  await staff(server, 'ben', 'player');
  const page = await settled(t, '/admin/accounts', anna);
  await page.getByLabel('Username').fill('BEN');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'ben' }).waitFor();

  await page.getByLabel('For how long').selectOption({ label: '7 days' });
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Leaves games');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'End suspension' }).waitFor();
  const suspended = await newest();
  await page.getByRole('button', { name: 'moderator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const still = await newest();
  await page.getByRole('button', { name: 'moderator' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Helps');
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByText('member, moderator').waitFor();
  const promoted = await newest();

  assert.deepEqual([suspended.act, suspended.account], ['suspend', 'ben']);
  const days = (Date.parse(suspended.details.until) - Date.parse(suspended.at)) / 86_400_000;
  assert.equal(Math.round(days), 7);
  assert.equal(still.id, suspended.id);
  assert.deepEqual([promoted.act, promoted.details.to], ['role', 'moderator']);
});

test('an administrator decides a game, and the log leads to it', async (t) => {
  const { game } = await reported(server, 'Another line.');
  const page = await settled(t, `/admin/games?game=${game}`, anna);

  await page.getByRole('button', { name: 'Declare winner' }).last().click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Agreed');
  await page.getByRole('dialog').getByRole('button', { name: 'Decide game' }).click();
  await page.getByRole('button', { name: 'Void rating' }).waitFor();
  await page.getByRole('link', { name: 'Audit log' }).last().click();
  await page.getByRole('listitem').filter({ hasText: 'Game decided' }).waitFor();

  assert.equal((await anna.game(game)).winner, 'white');
  const acts = await page.locator('section.card li').count();
  assert.equal(acts, (await anna.ask('GET', `/admin/audit?game=${game}`)).entries.length);
});

// The rules that depend on room; all else is the same in each width.
const room = ['target-size', 'scrollable-region-focusable'];
for (const [name, options, rules] of [
  ['desk', desk, undefined],
  ['phone', phone, room],
]) {
  test(`axe finds nothing on the pages, at the ${name}, in German too`, async (t) => {
    const { game } = await reported(server, '<b>Long</b> '.repeat(30).trim());
    const found = [];
    for (const locale of ['en', 'de']) {
      for (const path of ['reports', 'accounts?account=mona', `games?game=${game}`, 'log']) {
        const page = await settled(t, `/admin/${path}`, anna, { ...options, locale });
        found.push(...(await violations(page, rules)));
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (excess > 0) found.push(`${path}: ${excess} px wider than the window`);
      }
    }

    assert.deepEqual(found, []);
  });
}
