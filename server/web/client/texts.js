/**
 * Compiles the texts of src/text into functions and their keys into types, in generated/text. A
 * key that one language lacks and placeholders that differ between languages are refused.
 *
 * node texts.js            compiles
 * node texts.js --check    refuses texts that nothing asks for, too
 */
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const MessageFormat = require('@messageformat/core');
const compileModule = require('@messageformat/core/compile-module');
const { parse } = require('@messageformat/parser');

const folder = dirname(fileURLToPath(import.meta.url));

/** The first one is what the others are held against. */
export const languages = ['en', 'de'];
/** The modules that a page fetches, and the files that each is made of: most beside any page. */
const modules = {
  '': ['', 'board.'],
  'settings.': ['settings.'],
  'push.': ['push.'],
  'pages.': ['pages.'],
  'news.': ['news.'],
  'home.': ['home.'],
  'front.': ['front.'],
  'beside.': ['beside.'],
  'problems.': ['problems.'],
  'play.': ['play.'],
  'account.': ['account.'],
  'palette.': ['palette.'],
  'tournaments.': ['tournaments.'],
  'clubs.': ['clubs.'],
  'learn.': ['learn.'],
  'explore.': ['explore.'],
  'admin.': ['admin.'],
};
const allFamilies = Object.values(modules).flat();

/** Texts of one language by key. Throws: a key that stands in two files. */
function read(language, families = allFamilies) {
  const texts = {};
  for (const family of families) {
    const path = join(folder, 'src/text', `${family}${language}.json`);
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(path, 'utf8')))) {
      if (key in texts) throw new Error(`${path}: ${key} stands in another file too`);
      texts[key] = text;
    }
  }
  return texts;
}

/** Collects the placeholders of a message with the type of each. */
function placeholders(tokens, found = new Map()) {
  for (const token of tokens) {
    if (token.type === 'argument' || token.type === 'function') {
      if (!found.has(token.arg)) found.set(token.arg, 'string | number');
    } else if (token.type === 'plural' || token.type === 'selectordinal') {
      found.set(token.arg, 'number');
    } else if (token.type === 'select') {
      const cases = token.cases.map((one) => one.key).filter((key) => key !== 'other');
      found.set(token.arg, [...cases.map((key) => `'${key}'`).sort(), '(string & {})'].join(' | '));
    }
    for (const one of token.cases ?? []) placeholders(one.tokens, found);
  }
  return found;
}

/** A message's placeholders as a TypeScript type; `undefined` if it has none. */
function typeOf(text) {
  const found = [...placeholders(parse(text))].sort(([a], [b]) => (a < b ? -1 : 1));
  if (found.length === 0) return 'undefined';
  return `{ ${found.map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
}

/** The names of a message's placeholders, which all languages share. */
function namesOf(text) {
  return [...placeholders(parse(text)).keys()].sort().join(' ');
}

/** Texts in which the languages differ, one sentence each. */
export function faults(texts) {
  const [first, ...others] = Object.keys(texts);
  const found = [];
  for (const other of others) {
    for (const key of Object.keys(texts[first])) {
      if (!(key in texts[other])) found.push(`${other}: ${key} is missing`);
      else if (namesOf(texts[first][key]) !== namesOf(texts[other][key])) {
        found.push(`${other}: ${key} has other placeholders than in ${first}`);
      }
    }
    for (const key of Object.keys(texts[other])) {
      if (!(key in texts[first])) found.push(`${other}: ${key} is not in ${first}`);
    }
  }
  return found;
}

/** The keys of a language that no code asks for; `source` is all code. */
export function unasked(texts, source) {
  const asked = new Set([...source.matchAll(/['"`]([a-z][\w.-]*)['"`]/g)].map((match) => match[1]));
  const prefixes = [...source.matchAll(/`([a-z][\w.-]*\.)\$\{/g)].map((match) => match[1]);
  return Object.keys(texts).filter(
    (key) => !asked.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
}

/** The text of every source file below a folder. */
function sourceBelow(path) {
  return readdirSync(path, { withFileTypes: true })
    .map((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return sourceBelow(inner);
      return /\.(ts|js|svelte)$/.test(entry.name) ? readFileSync(inner, 'utf8') : '';
    })
    .join('\n');
}

/** Writes generated/text. Throws: whatever `faults` finds. */
export function compile() {
  const texts = Object.fromEntries(languages.map((language) => [language, read(language)]));
  const found = faults(texts);
  if (found.length > 0) throw new Error(`texts:\n${found.join('\n')}`);

  const out = join(folder, 'generated/text');
  mkdirSync(out, { recursive: true });
  for (const language of languages) {
    for (const [name, families] of Object.entries(modules)) {
      const module = compileModule(new MessageFormat([language]), read(language, families));
      writeFileSync(join(out, `${name}${language}.js`), `${module}\n`);
      writeFileSync(
        join(out, `${name}${language}.d.ts`),
        "import type { Messages } from './keys';\n" +
          'declare const messages: Partial<Messages>;\nexport default messages;\n',
      );
    }
  }
  const keys = Object.entries(texts[languages[0]])
    .map(([key, text]) => `  '${key}': ${typeOf(text)};`)
    .join('\n');
  writeFileSync(
    join(out, 'keys.d.ts'),
    `export interface Values {\n${keys}\n}\n` +
      'export type Messages = { [Key in keyof Values]: (values?: Values[Key]) => string };\n',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  compile();
  if (process.argv.includes('--check')) {
    const found = unasked(read(languages[0]), sourceBelow(join(folder, 'src')));
    if (found.length > 0) {
      console.error(`nothing asks for these texts:\n${found.join('\n')}`);
      process.exitCode = 1;
    }
  }
}
