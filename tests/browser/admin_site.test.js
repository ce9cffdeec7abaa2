// The form for the settings of the site: it saves, tells of conflicts, and fits a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.js';
import { server, visit } from './support/server_and_browser.js';
import { staff } from './support/staff.js';
import { settledPage } from './support/tour.js';
import { desk, phone } from './support/visit.js';

const anna = await staff(server, 'anna', 'admin');
const mona = await staff(server, 'mona', 'moderator');

async function form(t, options) {
  const page = await visit(t, '/admin/site', anna, options);
  await page.getByLabel('Name of the site').waitFor();
  await settledPage(page);
  return page;
}

test('what is saved holds for the next page, and a later form is in conflict', async (t) => {
  const page = await form(t);
  const late = await form(t);
  const save = (on) => on.getByRole('button', { name: 'Save settings' });
  assert.ok(await save(page).isDisabled());

  await page.getByLabel('Name of the site').fill('Club Aachen');
  await page.getByLabel('Imprint').fill('# Club\n\nAachen');
  await page.getByLabel('Imprint').press('Tab');
  await save(page).press('Enter');
  await page.getByText('Saved. The settings apply now.').waitFor();
  await late.getByLabel('Contact').fill('Write.');
  await save(late).click();
  await late.getByText('Another administrator has saved the settings.').waitFor();

  assert.equal(await late.getByLabel('Contact').inputValue(), 'Write.', 'nothing is lost');
  const next = await visit(t, '/about', anna);
  await next.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await next.getByRole('heading', { name: 'Club', exact: true }).waitFor();
  assert.match(await next.title(), /Club Aachen$/);
});

test('the form is for administrators alone', async (t) => {
  const page = await visit(t, '/admin/site', mona);

  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
});

for (const [name, options] of [
  ['a desk', desk],
  ['a phone', phone],
]) {
  test(`the form has no violations on ${name} and fits its width`, async (t) => {
    const page = await form(t, options);

    assert.deepEqual(await violations(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px too wide`);
  });
}
