// The form of tournaments sends what was changed, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../support/client.js';

const { bodyOf, changesOf, emptyDraft } = await bundled(
  `export { bodyOf, changesOf, emptyDraft } from 'client/pages/tournaments/draft';`,
);

const clock = { kind: 'none' };
const draft = () => ({ ...emptyDraft(), name: 'Club', format: 'league', setup: '9x9' });

test('a form that was not touched changes nothing', () => {
  assert.deepEqual(changesOf(bodyOf(draft(), clock, 2), bodyOf(draft(), clock, 2)), {});
});

test('only the settings that differ are sent', () => {
  const edited = draft();
  edited.name = 'New club';
  edited.league = { ...edited.league, seasons: 4 };
  const change = changesOf(bodyOf(draft(), clock, 2), bodyOf(edited, clock, 2));
  assert.deepEqual(Object.keys(change).sort(), ['league', 'name']);
  assert.equal(change.league.seasons, 4);
});

for (const [format, rule] of [
  ['league', 'size'],
  ['ladder', 'reach'],
]) {
  test(`a rule of a ${format} that is edited in the same form is sent`, () => {
    const edited = { ...draft(), format };
    const before = bodyOf(edited, clock, 2);
    edited[format][rule] += 1;
    assert.deepEqual(Object.keys(changesOf(before, bodyOf(edited, clock, 2))), [format]);
  });
}
