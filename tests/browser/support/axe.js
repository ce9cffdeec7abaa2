// The findings of axe on a page.

import { readFileSync } from 'node:fs';
import { required } from './client.js';

const axe = readFileSync(required.resolve('axe-core/axe.min.js'), 'utf8');

// The findings on a page as it is, a line each; of those rules only, if any are named.
export async function violations(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: tags };
    const { violations: found } = await window.axe.run(document, { runOnly });
    return found.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, rules);
}
