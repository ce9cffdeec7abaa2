// Somebody who has never been here: two clicks to a board; and what is said when a move is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, cellsOf, pageOf } from './support/browsers.js';
import { begun, Player } from './support/player.js';
import { browser, server } from './support/server_and_browser.js';
import { threadTime } from './support/tasks.js';
import { Traffic } from './support/traffic.js';

// A page of somebody new, who has chosen a point; how long its thread has worked for that, in ms of
// the processor, and how many requests it took.
async function choiceOfANewcomer(t) {
  const host = await Player.guest(server);
  await host.attend(t);
  await host.open({ setup: '9x9', seats: ['open', 'me'] });
  const page = await pageOf(browser, server.url);
  t.after(() => page.context().close());
  const taken_ms = await threadTime(page, 'TaskDuration');
  const traffic = await Traffic.of(page);

  await page.goto(server.url);
  await page.getByRole('button', { name: 'Play now' }).click();
  await cell(page, 'C2').waitFor();
  await page.getByText('Your turn: Black').waitFor();
  await cell(page, 'C2').click();
  await page.getByRole('button', { name: 'Play C2' }).waitFor();
  return { page, taken_ms, requests: traffic.needed.map(({ path }) => path) };
}

test('two clicks from the first page a stone can be placed, for 1 s of work and 40 requests', async (t) => {
  const { taken_ms, requests } = await choiceOfANewcomer(t);

  const work_ms = await taken_ms();

  assert.ok(work_ms > 50, 'nothing was measured');
  assert.ok(work_ms < 1_000, `${work_ms} ms`);
  assert.ok(requests.length <= 40, requests.join(' '));
});

test('a point that can’t be played is said once, and the board stays where it is', async () => {
  const players = [await Player.guest(server), await Player.guest(server)];
  const id = await begun(players, { setup: '9x9' });
  const page = await pageOf(browser, server.url, players[0], {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.goto(`${server.url}/games/${id}`);
  await page.getByText('Your turn: Black').waitFor();
  const top = async () => (await cell(page, 'A9').boundingBox()).y;
  const before = await top();

  await cell(page, 'E5').tap();

  const said = page.getByText('E5 wasn’t played.');
  await said.first().waitFor();
  assert.equal(await said.count(), 1);
  assert.equal(await top(), before);
  await page.context().close();
});

test('a board says that its game waits for players, and then whose turn it is', async () => {
  const [host, other] = [await Player.guest(server), await Player.guest(server)];
  const { id } = await host.open({ setup: '9x9' });
  const page = await pageOf(browser, server.url, host);
  await page.goto(`${server.url}/games/${id}`);
  const said = (words) => page.locator('.board .said', { hasText: words }).waitFor();

  await said('Waiting for one more player');
  await other.join(id);
  await said('Your turn: 2 roots');
  await host.ask('POST', `/games/${id}/leave`, {});
  await said('Black resigned.');
  await page.context().close();
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
]) {
  test(`below a board of ${width} px are no hole and no step without a sign`, async () => {
    const page = await pageOf(browser, server.url, undefined, { viewport: { width, height } });
    await page.goto(`${server.url}/board/9x9`);
    await cell(page, 'C2').waitFor();
    const steps = page.getByRole('group', { name: 'Moves' }).getByRole('button');
    const box = (selector) => page.locator(selector).first().boundingBox();
    const frame = await box('.board .frame');
    const [said, tools] = [await box('.board .said'), await box('.board .tools')];

    await cell(page, 'C2').click();
    await page.getByRole('button', { name: 'Play C2' }).waitFor();

    const bottom = frame.y + frame.height;
    assert.ok(said.y - bottom < 48, `${said.y - bottom} px before whose turn it is`);
    assert.ok(tools.y - said.y - said.height < 48, `${tools.y - said.y} px after it`);
    assert.equal((await box('.board .tools')).y, tools.y, 'a choice moves nothing');
    assert.equal(await steps.locator('svg').count(), 4);
    assert.equal((await steps.allInnerTexts()).join(''), '');
    await page.context().close();
  });
}

// The words for each refusal, and of a move that no answer came to.
const said = {
  en: {
    occupied: 'This point is occupied.',
    'off-board': 'This point isn’t on the board.',
    'no-friend': 'This point touches none',
    'two-friends': 'This point touches several',
    'not-your-turn': 'It’s not your turn.',
    'game-over': 'The game is over.',
    stale: 'The board has changed. Check it before you play.',
    offline: 'C2 isn’t confirmed yet.',
    place: 'Play C2',
  },
  de: {
    occupied: 'Dort steht schon ein Stein.',
    'off-board': 'Diesen Punkt gibt es auf dem Brett nicht.',
    'no-friend': 'Kein eigener Stein liegt daneben',
    'two-friends': 'Mehr als ein eigener Stein liegt daneben',
    'not-your-turn': 'Jemand anderes ist am Zug.',
    'game-over': 'Die Partie ist zu Ende.',
    stale: 'Auf dem Brett ist es inzwischen weitergegangen.',
    offline: 'Noch keine Antwort zu C2.',
    place: 'C2 setzen',
  },
};
const reasons = ['occupied', 'off-board', 'no-friend', 'two-friends', 'not-your-turn', 'game-over'];

const problem = (code, status, reason) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: `urn:tanbo:error:${code}`,
    title: 'Refused',
    status,
    detail: 'Not shown where there is a text.',
    code,
    ...(reason ? { reason } : {}),
  }),
});

for (const [language, words] of Object.entries(said)) {
  test(`a move that is refused is gone, and the reason is said: ${language}`, async () => {
    const players = [await Player.guest(server), await Player.guest(server)];
    const id = await begun(players, { setup: '9x9' });
    const page = await pageOf(browser, server.url, players[0], {
      locale: language,
      intercepts: true,
    });
    await page.context().addCookies([{ name: 'lang', value: language, url: server.url }]);
    await page.goto(`${server.url}/games/${id}`);
    const moves = `**/api/v1/games/${id}/moves`;
    const tryIt = async () => {
      await cell(page, 'C2').click();
      await page.getByRole('button', { name: words.place }).click();
    };
    const stones = async () =>
      Object.values(await cellsOf(page)).filter((label) => /root|Wurzel [A-Z]/.test(label)).length;

    await cell(page, 'C2').waitFor();
    const before = await stones();
    const answers = [
      ...reasons.map((reason) => [problem('illegal-move', 422, reason), words[reason]]),
      [problem('stale-ply', 409), words.stale],
    ];
    for (const [answer, text] of answers) {
      await page.route(moves, (route) => route.fulfill(answer));
      await tryIt();
      await page.getByRole('alert').filter({ hasText: text }).first().waitFor();
      assert.equal(await stones(), before, text);
      assert.equal(await page.locator('[role="gridcell"][aria-selected="true"]').count(), 0, text);
      await page.unroute(moves);
    }

    await page.route(moves, (route) => route.abort());
    await tryIt();
    await page.getByText(words.offline).waitFor();
    assert.equal(await stones(), before);
    // With the line back the move is placed, once.
    await page.unroute(moves);
    await page.waitForFunction(() =>
      /^C2, (black|schwarz)/.test(
        document.querySelector('[role="gridcell"][aria-label^="C2,"]').getAttribute('aria-label'),
      ),
    );
    assert.equal((await players[0].game(id)).ply, 1);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
