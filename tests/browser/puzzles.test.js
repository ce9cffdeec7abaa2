// Puzzles: the task, the answer to a wrong move, a hint, and a grain for each that was solved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf, place } from './support/browsers.js';
import { browser, server } from './support/server_and_browser.js';

const desk = { viewport: { width: 1440, height: 900 } };

async function ask(path, body) {
  const answer = await fetch(`${server.url}/api/v1/puzzles/${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'Content-Type': 'application/json' },
  });
  return answer.json();
}

async function opened(t, number) {
  const page = await pageOf(browser, server.url, undefined, desk);
  t.after(() => page.context().close());
  await page.goto(`${server.url}/puzzles/${number}`);
  await page.getByText('Exactly one move wins').waitFor();
  return page;
}

test('a wrong move is answered without the solution, nor is it in the hint', async (t) => {
  const page = await opened(t, 1);
  const { solution } = await ask('1', { point: null });
  const { legal } = await ask('1');
  const wrong = legal.find((point) => point !== solution);

  await place(page, wrong);
  const status = page.locator('.task > .head [role="status"]');
  await page.getByText(`${wrong} doesn’t win`).waitFor();
  const says = (text) => new RegExp(`\\b${solution}\\b`).test(text);
  assert.ok(!says((await status.innerText()).replaceAll(wrong, '')));
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('The winning move extends the root at').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Show solution' }).count(), 1);
  const root = /root at (\S+)/.exec(await status.innerText())[1];
  assert.notEqual(root, solution);
  assert.deepEqual(page.faults, []);
});

test('a puzzle that was solved is a grain from then on, one that was shown is none', async (t) => {
  const page = await opened(t, 1);
  const grains = page.locator('.progress .solved');
  assert.equal(await grains.count(), 0);
  const { solution } = await ask('1', { point: null });
  await place(page, solution);
  await page.getByText(`Correct! ${solution} wins`).waitFor();

  const { puzzles } = await ask('1');
  await page.getByText(`1 of ${puzzles} solved`).waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await page.waitForURL(/puzzles\/2$/);
  await page.getByRole('button', { name: 'Show solution' }).click();
  await page.getByText(/^Solution: /).waitFor();
  await page.reload();
  await page.getByText(`1 of ${puzzles} solved`).waitFor();
  assert.equal(await grains.count(), 1);
  assert.equal(await grains.getAttribute('aria-label'), 'Puzzle 1, solved');
  assert.equal(
    await page.locator('.progress [aria-current]').getAttribute('aria-label'),
    'Puzzle 2',
  );
});

test('on a desk the board is as large as the window, with the words in a panel beside it', async (t) => {
  const page = await opened(t, 1);
  const board = await page.locator('.frame').boundingBox();
  const head = await page.locator('.task > .head').boundingBox();

  assert.ok(board.height >= 0.83 * 900, `${board.height} px`);
  assert.ok(board.x + board.width <= head.x);
  assert.ok(board.y >= 0 && board.y + board.height <= 900, JSON.stringify(board));
});
