// House bots: one click on the first page, a seat of a new game, and how they are called.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchChromium, pageOf, place } from './support/browsers.js';
import { root } from './support/client.js';
import { Player } from './support/player.js';
import { Server } from './support/server.js';
import { member, settledPage } from './support/tour.js';
import { until } from './support/until.js';
import { desk, phone, visitAt } from './support/visit.js';

let server;
let browser;
let folder;

// The tests' own program plays, at random.
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bots-'));
  const program = join(folder, 'play');
  const script = join(root, 'tests/system/support/house_bot.py');
  await writeFile(program, `#!/bin/sh\nexec /usr/bin/python3 ${script} play "$@"\n`);
  await chmod(program, 0o755);
  const flags = ['--bots', 'yes', '--bots-program', program, '--bots-memory', '0'];
  server = await Server.start([...flags, '--bots-games-max', '3']);
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});

// A stranger's page at rest: a form that still grows moves its buttons away from a click.
async function settled(t, path, options) {
  const page = await visitAt(t, browser, server.url + path, undefined, options);
  await settledPage(page);
  return page;
}

const held = { ...desk, intercepts: true };

const level = (page, n) =>
  page.getByRole('button', { name: `Play the level ${n} bot`, exact: true });

async function gameOf(page) {
  await page.waitForURL(/\/games\/\d+$/);
  return Number(page.url().split('/').at(-1));
}

test('one click on the first page begins a game, and the bot answers', async (t) => {
  const page = await settled(t, '/');

  await level(page, 3).click();

  const id = await gameOf(page);
  const spectator = await Player.guest(server);
  const game = await spectator.game(id);
  assert.equal(game.status, 'active');
  assert.equal(game.seats[1].handle, 'bot:3');
  await page.getByText('Your turn: Black').waitFor();
  await page.getByRole('link', { name: 'Bot level 3', exact: true }).waitFor();
  await place(page, 'C2');
  await until(async () => (await spectator.game(id)).ply >= 2, 'the bot answers');
});

test('a bot that is asked to play again does so at once', async (t) => {
  const page = await settled(t, '/');
  await level(page, 4).click();
  const first = await gameOf(page);
  await page.getByText('Your turn: Black').waitFor();
  await page.getByRole('button', { name: 'Game menu' }).click();
  await page.getByRole('button', { name: /^Resign \(/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();

  await page.getByRole('button', { name: 'Play again' }).click();

  await page.waitForURL(
    (url) => /^\/games\/\d+$/.test(url.pathname) && !url.href.endsWith(`/${first}`),
  );
  const { status, seats } = await (await Player.guest(server)).game(await gameOf(page));
  assert.equal(status, 'active');
  assert.equal(seats[0].handle, 'bot:4');
});

test('whoever waits for a player can play a bot meanwhile', async (t) => {
  const page = await settled(t, '/');
  await page.getByRole('button', { name: 'Play now' }).click();
  const open = await gameOf(page);
  await page.getByText('Other players find this game').waitFor();

  await page.getByRole('button', { name: 'Play a bot while you wait' }).click();

  await page.waitForURL(
    (url) => /^\/games\/\d+$/.test(url.pathname) && !url.href.endsWith(`/${open}`),
  );
  const guest = await Player.guest(server);
  const { status, seats } = await guest.game(await gameOf(page));
  assert.deepEqual([status, seats[1].handle], ['active', 'bot:5']);
  assert.equal((await guest.game(open)).status, 'open');
});

test('keys are enough, on a phone as on a desk', async (t) => {
  for (const options of [{}, phone]) {
    const page = await settled(t, '/', options);
    await level(page, 2).focus();
    await page.keyboard.press('Tab');
    assert.match(
      await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
      /level 3/,
    );
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await gameOf(page);
  }
});

test('the levels fit a phone, and a finger', async (t) => {
  const page = await settled(t, '/', phone);
  await level(page, 10).waitFor();

  const sizes = await page
    .getByRole('button', { name: /level \d+ bot/i })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

  assert.equal(sizes.length, 10);
  for (const { width, height, left, right } of sizes) {
    assert.ok(width >= 44 && height >= 44, `${width} by ${height}`);
    assert.ok(left >= 0 && right <= 390, `${left} to ${right}`);
  }
});

test('a page in German says it in German', async (t) => {
  const page = await settled(t, '/', { locale: 'de-DE' });

  await page.getByRole('button', { name: 'Gegen den Bot der Stufe 7 spielen' }).click();

  await gameOf(page);
  await page.getByRole('link', { name: 'Bot, Stufe 7', exact: true }).waitFor();
});

test('a new game lets the other seats be bots', async (t) => {
  const page = await settled(t, '/play?setup=19x19-4p&against=bot:6');
  const which = page.getByRole('combobox', { name: /Bot level/ });
  await which.nth(2).waitFor();
  assert.equal(await which.first().inputValue(), 'bot:6');
  await which.nth(2).selectOption('open');

  await page.getByRole('button', { name: 'Create game' }).click();

  const game = await (await Player.guest(server)).game(await gameOf(page));
  const names = game.seats.map(({ handle }) => handle).filter(Boolean);
  assert.equal(game.status, 'open');
  assert.equal(names.filter((name) => name.startsWith('bot:')).length, 2);
});

// A game of four with two bots, in which somebody has left White, which is on offer.
async function leftByWhite(anna) {
  const ben = await Player.guest(server);
  const seats = ['me', 'open', 'bot:1', 'bot:4'];
  const { id } = await anna.open({ setup: '19x19-4p', seats, leaver_policy: 'substitute' });
  await ben.join(id);
  await ben.ask('POST', `/games/${id}/leave`, {});
  return id;
}

test('whoever plays on has a bot take the seat that somebody has left', async (t) => {
  const anna = await Player.guest(server);
  const id = await leftByWhite(anna);
  const page = await pageOf(browser, server.url, anna, phone);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/games/${id}`);
  const which = page.getByRole('combobox', { name: 'Bot level' });
  await which.waitFor();
  const choices = await which.locator('option').allTextContents();
  assert.ok(!choices.includes('Bot level 4') && choices.includes('Bot level 8'), `${choices}`);

  await which.selectOption('bot:8');
  await page.getByRole('button', { name: 'Give White’s seat to the bot' }).click();

  await page.getByRole('link', { name: 'Bot level 8', exact: true }).waitFor();
  const white = (await anna.game(id)).seats[1];
  assert.deepEqual([white.handle, white.state], ['bot:8', 'in']);
  assert.equal(await which.count(), 0);
});

test('a bot that has no time is not offered', async (t) => {
  const guests = await Promise.all([1, 2, 3].map(() => Player.guest(server)));
  for (const guest of guests) await guest.open({ setup: '9x9', seats: ['me', 'bot:9'] });

  const page = await settled(t, '/');

  assert.ok(await page.getByRole('button', { name: 'Level 9 bot is busy' }).isDisabled());
  assert.ok(await level(page, 8).isEnabled());
  await page.getByRole('link', { name: 'Other boards' }).click();
  await page.getByRole('radio', { name: 'Bot' }).check();
  const which = page.getByRole('combobox', { name: 'Bot level' });
  await which.waitFor();
  const choices = await which.locator('option').allTextContents();
  assert.ok(!choices.includes('Bot level 9') && choices.includes('Bot level 8'), `${choices}`);
});

// Has the next question for the bots fail, and yields the alert that says so.
async function withoutBots(page) {
  await page.route('**/api/v1/bots', (route) => route.abort(), { times: 1 });
  return page.getByRole('alert').filter({ hasText: 'No response from the server' });
}

// Presses the button of that alert, which is gone then.
async function tryAgain(fault) {
  await fault.getByRole('button', { name: 'Try again' }).click();
  await fault.waitFor({ state: 'detached' });
}

test('the form of a new game says so if it is not known which bots there are', async (t) => {
  const page = await settled(t, '/play', held);
  const bot = page.getByRole('radio', { name: 'Bot' });
  const which = page.getByRole('combobox', { name: 'Bot level' });
  const button = page.getByRole('button', { name: 'Create game' });
  const fault = await withoutBots(page);

  await bot.check();

  await fault.waitFor();
  assert.equal(await which.count(), 0);
  assert.ok(await button.isDisabled());
  await tryAgain(fault);
  await which.waitFor();
  assert.ok(await button.isEnabled());
});

test('the form of a new game asks for the bots anew when one is wanted again', async (t) => {
  const page = await settled(t, '/play', held);
  const bot = page.getByRole('radio', { name: 'Bot' });
  const fault = await withoutBots(page);
  await bot.check();
  await fault.waitFor();

  await page.getByRole('radio', { name: 'Anyone' }).check();
  assert.equal(await fault.count(), 0);
  await bot.check();

  await page.getByRole('combobox', { name: 'Bot level' }).waitFor();
  assert.equal(await fault.count(), 0);
});

test('the first page says so if it is not known which bots there are', async (t) => {
  const page = await settled(t, '/about', held);
  const fault = await withoutBots(page);

  await page.goto(server.url);

  await fault.waitFor();
  const block = page.getByRole('region', { name: 'Play a bot' });
  assert.equal(await block.getByRole('alert').count(), 1);
  assert.equal(await page.getByText('No bots are available').count(), 0);
  await tryAgain(fault);
  await level(page, 3).waitFor();
});

test('whoever plays on is told if it is not known which bots there are', async (t) => {
  const anna = await Player.guest(server);
  const page = await pageOf(browser, server.url, anna);
  t.after(() => page.context().close());
  const fault = await withoutBots(page);

  await page.goto(`${server.url}/games/${await leftByWhite(anna)}`);

  await fault.waitFor();
  await tryAgain(fault);
  await page.getByRole('button', { name: 'Give White’s seat to the bot' }).waitFor();
});

test('bots that nobody plays for are not offered', async (t) => {
  const alone = await Server.start(['--bots', 'elsewhere']);
  t.after(() => alone.stop());
  const bots = async () => (await (await fetch(`${alone.url}/api/v1/bots`)).json()).bots;
  await until(async () => (await bots()).every(({ plays }) => !plays), 'nobody plays for them');
  const page = await pageOf(browser, alone.url);
  t.after(() => page.context().close());

  await page.goto(alone.url);

  await page.getByText('No bots are available right now.').waitFor();
  assert.equal(await page.getByRole('button', { name: /level \d+ bot/i }).count(), 0);
  await page.goto(`${alone.url}/play?against=bot:5`);
  await page.getByText('No bots are available right now.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Create game' }).isDisabled());
});

test('a member makes an account for a program, and is shown its token once', async (t) => {
  const anna = await member(server, 'anna');
  const page = await pageOf(browser, server.url, anna, phone);
  t.after(() => page.context().close());
  const shown = async () => {
    await page.getByText('is shown only once').waitFor();
    return page.locator('code').allTextContents();
  };
  const whois = async (token) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${server.url}/api/v1/me`, { headers })).json();
  };
  const make = async (name) => {
    await page.getByRole('textbox', { name: 'Bot’s username' }).fill(name);
    await page.getByRole('button', { name: 'Create bot account' }).click();
  };
  await page.goto(`${server.url}/settings/account`);

  await make('annas-engine');

  const [token, command] = await shown();
  const { handle, kind } = await whois(token);
  assert.deepEqual([handle, kind], ['annas-engine', 'bot']);
  assert.ok(command.startsWith(`tanbo bot ${server.url} --engine `), command);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.reload();
  await page.getByRole('link', { name: 'annas-engine' }).waitFor();
  assert.equal(await page.locator('code').count(), 0);
  await make('Annas-Engine');
  await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click();
  const [second] = await shown();
  assert.equal((await whois(token)).code, 'bad-token');
  assert.equal((await whois(second)).handle, 'annas-engine');
  await make('anna');
  await page.getByText('This username is taken').waitFor();
});

test('a server without bots shows none', async (t) => {
  const bare = await Server.start();
  t.after(() => bare.stop());
  const page = await pageOf(browser, bare.url);
  t.after(() => page.context().close());
  const asked = page.waitForResponse(/\/api\/v1\/bots$/);
  await page.goto(bare.url);
  await (await asked).finished();
  await page.getByRole('button', { name: 'Play now' }).waitFor();

  assert.equal(await page.getByText('Play a bot').count(), 0);
});
