// The texts of the client: the same in every language, and none that nothing asks for.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bundled, client } from '../support/client.js';

const { compile, faults, unasked } = await import(pathToFileURL(join(client, 'texts.js')).href);
compile();

test('every text is asked for, and there in every language', () => {
  execFileSync('node', [join(client, 'texts.js'), '--check'], { stdio: 'pipe' });
});

test('a text that a language lacks or has with other placeholders is refused', () => {
  const en = {
    'a.one': 'One {name}',
    'a.two': '{n, plural, one {#} other {#}}',
    'a.three': 'Three',
  };
  const de = { 'a.one': 'Eins {nam}', 'a.two': '{n, plural, one {#} other {#}}', 'a.four': 'Vier' };

  assert.deepEqual(faults({ en, de }), [
    'de: a.one has other placeholders than in en',
    'de: a.three is missing',
    'de: a.four is not in en',
  ]);
});

test('a text is asked for by its name or by the beginning of it', () => {
  const texts = { 'a.one': '', 'b.two': '', 'b.three': '', 'c.four': '' };

  assert.deepEqual(unasked(texts, "t('a.one'); t(`b.${name}`)"), ['c.four']);
});

const { routeOf, movedFrom, countdown, speak } = await bundled(`
  export { routeOf, movedFrom } from 'client/pages/routes';
  export { countdown } from 'client/text/format';
  export { speak } from 'client/text';
`);
await speak('en');
const at = (path) => routeOf(new URL(path, 'http://tanbo.example'));

test('addresses name pages', () => {
  assert.deepEqual(at('/games/42?ply=17'), { page: 'game', id: 42, ply: 17 });
  assert.deepEqual(at('/games/42?ply=-1'), { page: 'game', id: 42, ply: undefined });
  assert.deepEqual(at('/players/anna/against/ben'), {
    page: 'against',
    handle: 'anna',
    other: 'ben',
  });
  assert.deepEqual(at('/join/7-kX3v-0pZr8mWn2_t'), {
    page: 'join',
    id: 7,
    code: 'kX3v-0pZr8mWn2_t',
  });
  assert.deepEqual(at('/settings'), { page: 'settings', section: 'appearance' });
  assert.deepEqual(at('/games?list=finished'), { page: 'games' });
  assert.deepEqual(at('/archive'), { page: 'archive' });
  for (const path of [
    '/archive/1',
    '/join',
    '/join/7',
    '/join/0-kX3v',
    '/games/0',
    '/games/x',
    '/nowhere',
    '/settings/x',
    '/players/a/b',
    '/%E0%A4%A',
  ]) {
    assert.deepEqual(at(path), { page: 'missing' }, path);
  }
  assert.equal(movedFrom('#/game/42'), '/games/42');
});

test('nobody is sent to another site after signing in', () => {
  for (const path of [
    '//evil.example',
    '/\\\\evil.example',
    'https://evil.example',
    'javascript:x',
  ]) {
    assert.equal(at(`/sign-in?then=${encodeURIComponent(path)}`).then, '/', path);
  }
  assert.equal(at('/sign-in?then=%2Fgames%2F1').then, '/games/1');
});

test('a clock shows 0:00 when time is over and not before', () => {
  const shown = [0, 1, 9_950, 10_000, 59_001, 60_000, 3_600_000, 86_400_000];

  assert.deepEqual(
    shown.map((ms) => countdown(ms)),
    ['0:00.0', '0:00.1', '0:10.0', '0:10', '1:00', '1:00', '1:00:00', '1 day'],
  );
});

const format = await bundled(`
  export { until, brief } from 'client/text/format';
  export { speak } from 'client/text';
`);

test('a deadline names its day unless it is today, as the reader’s country writes it', async (t) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  t.after(() => before && Object.defineProperty(globalThis, 'navigator', before));
  const told = async (locale, now, end) => {
    const value = { languages: [locale] };
    Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
    await format.speak(locale);
    return format.until(new Date(...end), new Date(...now));
  };
  const evening = [2026, 10, 24, 22, 0];

  assert.equal(await told('en-GB', evening, [2026, 10, 24, 23, 30]), '23:30');
  assert.equal(await told('en-GB', evening, [2026, 10, 25, 1, 55]), 'tomorrow 01:55');
  assert.equal(await told('de-AT', evening, [2026, 10, 25, 1, 55]), 'morgen 01:55');
  assert.match(await told('en-GB', evening, [2026, 10, 27, 1, 55]), /^Fri,? 27 Nov,? (at )?01:55$/);
  assert.match(await told('de', evening, [2026, 10, 27, 1, 55]), /^Fr\., 27\. Nov\., 01:55$/);
});

test('a time is told briefly: days with hours, hours, minutes', () => {
  const hour = 3_600_000;

  assert.deepEqual(
    [71 * hour, 73 * hour, 48 * hour, 11.5 * hour, hour - 1, 20_000].map(format.brief),
    ['2 d 23 h', '3 d', '2 d', '11 h', '60 min', '1 min'],
  );
});

const { partsOf } = await bundled(`export { partsOf } from 'client/parts/chat_text';`);

test('a message has its links and points, and is else as it was', () => {
  const parse = (name) => (/^[A-J][1-9]$/.test(name) ? name.charCodeAt(0) : undefined);
  const kinds = (text) => partsOf(text, parse).map(({ kind, text }) => [kind, text]);

  assert.deepEqual(kinds('See c3 (https://a.example/x?y=1), not Z99.'), [
    ['text', 'See '],
    ['point', 'c3'],
    ['text', ' ('],
    ['link', 'https://a.example/x?y=1'],
    ['text', '), not Z99.'],
  ]);
  assert.deepEqual(kinds('javascript:alert(1)'), [['text', 'javascript:alert(1)']]);
});
