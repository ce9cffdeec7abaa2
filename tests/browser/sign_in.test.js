// Signing in and up: what is asked, what is seen of the face, and what a guest keeps.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bundled } from './support/client.js';
import { begun, Player } from './support/player.js';
import { server, visit } from './support/server_and_browser.js';
import { member } from './support/tour.js';
import { desk, phone } from './support/visit.js';

const { faceOf, pathOf } = await bundled(`
  import { flat } from 'client/board/geometry';
  import { outline } from 'client/board/outline';
  import { faceGeometry, faceOf } from 'client/parts/face';
  export { faceOf };
  export const pathOf = ({ stones }) =>
    outline(flat(faceGeometry, true), faceGeometry, { seat: 0, seed: stones[0], stones, space: [] });
`);

let guest;

before(async () => {
  await member(server, 'nina');
  guest = await Player.guest(server);
  const other = await Player.guest(server);
  for (let count = 0; count < 3; ++count) await begun([guest, other], { setup: '9x9' });
});

// A page with its heading.
async function headed(t, path, player, options) {
  const page = await visit(t, path, player, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('a wrong password names no field, and one way leads on', async (t) => {
  const page = await headed(t, '/sign-in', undefined, desk);
  await page.getByLabel('Username', { exact: true }).fill('nina');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.locator('form .primary').click();
  const alert = page.getByRole('alert');
  await alert.waitFor();

  assert.equal(await alert.innerText(), 'Wrong username or password.');
  assert.equal(await page.locator('[aria-invalid], .fault').count(), 0);
  assert.equal(await page.locator('.primary').count(), 1);
  await page.getByLabel('Password', { exact: true }).fill('four roots and a stone');
  await page.locator('form .primary').click();
  await page.getByRole('button', { name: 'Account: nina' }).waitFor();
  assert.deepEqual(page.faults, []);
});

test('a password is shown for as long as a button is pressed in', async (t) => {
  const page = await headed(t, '/sign-in', undefined, phone);
  const field = page.getByLabel('Password', { exact: true });
  const eye = page.getByRole('button', { name: 'Show password' });
  await field.fill('some words');
  const kinds = [await field.getAttribute('type')];
  for (let press = 0; press < 2; ++press) {
    await eye.click();
    kinds.push(await field.getAttribute('type'));
  }

  assert.deepEqual(kinds, ['password', 'text', 'password']);
});

test('on a desk a board lies beside what is filled in, on a phone there is none', async (t) => {
  for (const path of ['/sign-in', '/sign-up', '/forgotten']) {
    const wide = await headed(t, path, undefined, desk);
    const [board, form] = [wide.locator('.beside svg'), wide.locator('.form')];
    const [left, right] = [await board.boundingBox(), await form.boundingBox()];
    assert.ok(left.x + left.width <= right.x, path);
    assert.ok(left.width >= 440, `${path}: ${left.width} px`);
    const narrow = await headed(t, path, undefined, phone);
    assert.equal(await narrow.locator('.beside svg').isVisible(), false);
    const button = await narrow.locator('form .primary').boundingBox();
    assert.ok(button.y + button.height <= 844 && button.height >= 52, JSON.stringify(button));
  }
});

test('the face grows with the username, and is the one that the name has', async (t) => {
  const page = await headed(t, '/sign-up', undefined, desk);
  const face = page.locator('main .who svg path');
  const seen = [await face.getAttribute('d')];
  const field = page.getByLabel('Username', { exact: true });
  for (const typed of ['t', 'ta', 'tam', 'tamsin']) {
    await field.fill(typed);
    assert.equal(await face.getAttribute('d'), pathOf(faceOf(typed)), typed);
    seen.push(await face.getAttribute('d'));
  }

  assert.equal(new Set(seen).size, seen.length);
});

test('a guest is told which games stay theirs, and they do', async (t) => {
  const page = await headed(t, '/sign-up', guest, phone);
  const { handle } = await guest.ask('GET', '/me');
  await page.getByText(`All 3 games of ${handle} stay yours.`).waitFor();
  await page.getByLabel('Username', { exact: true }).fill('tamsin');
  await page.getByLabel('Password', { exact: true }).fill('nine stones under');
  await page.locator('form .primary').click();
  await page.getByRole('button', { name: 'Account: tamsin' }).waitFor();

  const answer = await fetch(`${server.url}/api/v1/players/tamsin`);
  assert.equal((await answer.json()).games.active, 3);
});

// The fault: a name of one letter was told which letters a name may have.
for (const [locale, faults] of [
  [
    'en',
    {
      x: 'Use at least 2 characters.',
      '4x': 'Use only letters, digits, - and _, starting with a letter.',
      admin: 'This username is reserved. Choose another one.',
    },
  ],
  [
    'de',
    {
      x: 'Mindestens 2 Zeichen sind nötig.',
      '4x': 'Nur Buchstaben, Ziffern, - und _, am Anfang ein Buchstabe.',
      admin: 'Dieser Name ist reserviert. Ein anderer ist nötig.',
    },
  ],
]) {
  test(`a username that can’t be had is told its own fault, in ${locale}`, async (t) => {
    const page = await headed(t, '/sign-up', undefined, { ...phone, locale });
    const name = page.locator('form input[autocomplete="username"]');
    await page.locator('form input[type="password"]').fill('nine stones under');

    for (const [typed, said] of Object.entries(faults)) {
      await name.fill(typed);
      await page.locator('form .primary').click();
      await page.getByText(said, { exact: true }).waitFor();
      assert.equal(await page.locator('.fault').count(), 1, typed);
    }
    assert.deepEqual(page.faults, []);
  });
}

test('the server says of a username what the page says of it', async () => {
  const said = async (handle) => {
    const answer = await fetch(`${server.url}/api/v1/accounts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ handle, password: 'nine stones under' }),
    });
    const { detail, pointer } = await answer.json();
    return [answer.status, pointer, detail];
  };

  const [status, pointer, detail] = await said('x');

  assert.deepEqual([status, pointer], [422, '/handle']);
  assert.match(detail, /must have 2 to 24 characters/);
  assert.match((await said('4x'))[2], /must be a letter followed by/);
  assert.match((await said('admin'))[2], /must not be a reserved word/);
});

// The fault: a token without an end stood beside the session of a new account.
test('signing up leaves one session, for a new account and for a guest', async (t) => {
  const visitor = await Player.guest(server);
  for (const [player, name] of [
    [undefined, 'ulla'],
    [visitor, 'veit'],
  ]) {
    const page = await headed(t, '/sign-up', player, desk);
    await page.getByLabel('Username', { exact: true }).fill(name);
    await page.getByLabel('Password', { exact: true }).fill('nine stones under');
    await page.locator('form .primary').click();
    await page.getByRole('button', { name: `Account: ${name}` }).waitFor();

    const answer = await page.evaluate(async () => (await fetch('/api/v1/me/sessions')).json());
    assert.equal(answer.sessions.length, 1, name);
    assert.ok(answer.sessions[0].current && answer.sessions[0].expires_at, name);
  }
});

test('somebody without an account may play as a guest from there', async (t) => {
  const page = await headed(t, '/sign-in?then=/play', undefined, desk);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.waitForURL('**/play');
  await page.getByRole('button', { name: /^Account: / }).waitFor();
});
