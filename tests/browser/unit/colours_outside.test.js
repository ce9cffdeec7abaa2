// Colours of the client are tokens: no style, script or markup has one of its own.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { client } from '../support/client.js';

const source = join(client, 'src');
const tokens = join(source, 'theme/tokens.css');
const files = (await readdir(source, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(svelte|css|ts)$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .filter((path) => path !== tokens);

// Colours by digits or functions, and names that somebody might write. Not transparent, and not the
// colour of the text around.
const names =
  'white black red green blue yellow orange purple pink brown gray grey silver gold navy teal olive ' +
  'canvas canvastext linktext graytext buttontext buttonface highlight highlighttext field fieldtext';
const digits = '#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\\b';
const functions = '(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\\(';
const named = `(?:${names.split(' ').join('|')})(?![\\w-])`;
const inStyles = new RegExp(`(?:${digits}|(?<![\\w-])(?:${functions}|${named}))`, 'i');
const elsewhere = new RegExp(`['"\`]\\s*(?:${digits}|${functions}\\s*\\d)`, 'i');

const without = (text, what) => text.replace(what, (all) => all.replace(/[^\n]/g, ' '));

// The colours that a file names.
function coloursIn(path, text) {
  const plain = without(text, /\/\*[^]*?\*\/|<!--[^]*?-->/g);
  const style = path.endsWith('.css') ? plain : (/<style>([^]*)<\/style>/.exec(plain)?.[1] ?? '');
  const values = [...style.matchAll(/[\w-]+\s*:\s*([^;{}]+);/g)].map(([, value]) => value);
  const found = values.filter((value) => inStyles.test(without(value, /(?:url|var)\([^)]*\)/g)));
  const rest = path.endsWith('.css') ? '' : plain.replace(style, '');
  return [...found, ...rest.split('\n').filter((line) => elsewhere.test(line))];
}

test('no colour stands outside of tokens.css', async () => {
  assert.ok(files.length > 100);
  const found = [];
  for (const path of files) {
    const colours = coloursIn(path, await readFile(path, 'utf8'));
    found.push(...colours.map((one) => `${relative(source, path)}: ${one.trim()}`));
  }
  assert.deepEqual(found, []);
});

test('a colour is found in a style, in a script and in markup', () => {
  const found = (text, path = 'some.svelte') => coloursIn(path, text).length;
  for (const line of [
    'color: #fff;',
    'background: rgb(0 0 0 / 50%);',
    'box-shadow: 0 0 2px white;',
    'border: 1px solid CanvasText;',
    'stroke: #11223344;',
  ]) {
    assert.equal(found(`<style>\n  p {\n    ${line}\n  }\n</style>`), 1, line);
    assert.equal(found(`p {\n  ${line}\n}\n`, 'some.css'), 1, line);
  }
  for (const line of [
    'color: var(--text);',
    'color: inherit;',
    'stroke: currentColor;',
    'background: transparent;',
    'white-space: nowrap;',
    'fill: url(#tanbo-water);',
    'stroke: var(--seat-2);',
  ]) {
    assert.equal(found(`<style>\n  p {\n    ${line}\n  }\n</style>`), 0, line);
  }
  assert.equal(found(`<path fill="#a8321a" />`), 1);
  assert.equal(found(`const colour = '#a8321a';`, 'some.ts'), 1);
  assert.equal(found(`{#each all as one (one)}{/each}\n<a href="#content">`), 0);
});
