// Renders the manual: Markdown in, static pages and a search index out.
//
//   node help/render.mjs PACKAGES ICON CONTRACT OUT     PACKAGES: a folder with node_modules; ICON: the tab's,
//                                                       an SVG; CONTRACT: a folder with openapi.json and
//                                                       asyncapi.json; OUT: a folder to write to
//
// Leaves OUT/pages/NAME.html for /help/NAME, and OUT/assets with what these pages load.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages } from './api.mjs';
import { boardPicture } from './board.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, '../manual');
const [packages, iconFile, contract, out] = process.argv.slice(2).map((path) => resolve(path));
const required = createRequire(join(packages, 'package.json'));
const { Marked } = required('marked');
const { getHeadingList, gfmHeadingId } = required('marked-gfm-heading-id');

const groups = JSON.parse(readFileSync(join(source, 'contents.json'), 'utf8'));
const listed = groups.flatMap(({ pages }) => pages);
// The page "api" and those behind it are made of the contract.
const names = ['index', ...listed.filter((name) => name !== 'api')];

const escaped = (text) =>
  text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char],
  );
const hash = (bytes) => createHash('sha256').update(bytes).digest('base64url').slice(0, 8);

/** The address of a page. */
const addressOf = (name) => (name === 'index' ? '/help' : `/help/${name}`);

/** A link as the page has it; undefined if it leads to a file outside the manual. */
function linkOf(href) {
  if (/^[a-z]+:/.test(href) || href.startsWith('#') || href.startsWith('/')) return href;
  const found = /^([a-z-]+)\.md(#.*)?$/.exec(href);
  if (!found) return undefined;
  if (found[1] !== 'api' && !names.includes(found[1]))
    throw new Error(`the manual has no page ${href}`);
  return addressOf(found[1]) + (found[2] ?? '');
}

const renderer = {
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens);
    const link = linkOf(href);
    return link ? `<a href="${escaped(link)}">${text}</a>` : text;
  },
  code({ text, lang }) {
    if (lang === 'board') return boardPicture(text);
    return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
  },
  html({ text }) {
    throw new Error(`the manual holds no HTML: ${text}`);
  },
};

/** Markup of a text of the contract, its headings at this level or below. */
function markdown(text, level) {
  const marked = new Marked({ async: false }, gfmHeadingId());
  const shift = ({ depth }) => Math.min(6, Math.max(level, depth));
  marked.use({
    renderer: {
      ...renderer,
      heading(token) {
        const name = shift(token);
        return `<h${name}>${this.parser.parseInline(token.tokens)}</h${name}>\n`;
      },
    },
  });
  return marked.parse(text);
}

/** Markup of a sentence of the contract. */
function inline(text) {
  const marked = new Marked({ async: false });
  marked.use({ renderer });
  return marked.parseInline(text);
}

/** A page's title, its parts with their headings, and its markup. */
function rendered(name) {
  const markdown = readFileSync(join(source, `${name}.md`), 'utf8');
  const marked = new Marked({ async: false }, gfmHeadingId());
  marked.use({ renderer });
  const body = marked
    .parse(markdown)
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  const [title, ...parts] = getHeadingList().filter(({ level }) => level <= 2);
  if (title?.level !== 1) throw new Error(`${name}.md does not begin with its title`);
  return { name, markdown, body, title: title.text, parts };
}

/** The reference of errors, each code with an anchor. */
const anchored = (page) =>
  page.name === 'errors'
    ? { ...page, body: page.body.replace(/<tr>(?=\s*<td><code>([a-z-]+)<)/g, '<tr id="$1">') }
    : page;

const pages = names.map(rendered).map(anchored);

// --- the API ---

/** The codes of errors, with their meaning and advice. */
const codes = new Map(
  [
    ...readFileSync(join(source, 'errors.md'), 'utf8').matchAll(
      /^\| `([a-z-]+)` \| \d+ \| (.*) \| (.*) \|$/gm,
    ),
  ].map(([, code, meaning, advice]) => [code, { meaning, advice: inline(advice) }]),
);

const read = (name) => JSON.parse(readFileSync(join(contract, `${name}.json`), 'utf8'));
const reference = apiPages({
  openapi: read('openapi'),
  asyncapi: read('asyncapi'),
  codes,
  markdown,
  inline,
  escaped,
});
const titles = new Map([...pages, ...reference].map(({ name, title }) => [name, title]));

// --- search ---

/** The words of a text, folded as the search folds what is typed. */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9ß]{2,}/g) ?? [];

/** [[address, title, words of the title, words], …], a row for each part of each page. */
function searchIndex() {
  const rows = [];
  for (const { name, markdown, title, parts } of pages) {
    const told = markdown.replace(/\]\([^)]*\)/g, ' ');
    const texts = told.split(/^#{1,2} .*$/m).slice(1);
    [{ id: '', text: title }, ...parts].forEach(({ id, text }, at) => {
      const address = addressOf(name) + (at ? `#${id}` : '');
      const label = at ? `${title}, ${text}` : title;
      rows.push([address, label, [...new Set(wordsOf(texts[at]))].join(' ')]);
    });
  }
  for (const { name, title, entries } of reference) {
    for (const { id, title: part, text } of entries) {
      const address = addressOf(name) + (id ? `#${id}` : '');
      rows.push([address, `${title}, ${part}`, [...new Set(wordsOf(text))].join(' ')]);
    }
  }
  return `export default ${JSON.stringify(rows)};\n`;
}

// --- pages ---

const assets = new Map();
function asset(name, bytes) {
  const [, stem, extension] = /^(.*)(\.[a-z]+)$/.exec(name);
  const hashed = `${stem}-${hash(bytes)}${extension}`;
  assets.set(hashed, bytes);
  return `/assets/${hashed}`;
}

const index = asset('manual-index.js', searchIndex());
const style = asset('manual.css', readFileSync(join(here, 'style.css')));
const script = asset('manual.js', readFileSync(join(here, 'search.js')));
const apiStyle = asset('api.css', readFileSync(join(here, 'api.css')));
const apiScript = asset('api.js', readFileSync(join(here, 'try.js')));
// pack.mjs packs it under the same name, for all pages without the client.
const icon = `/assets/icon-${hash(readFileSync(iconFile))}.svg`;

const item = (current, name) =>
  `<li><a href="${addressOf(name)}"${name === current ? ' aria-current="page"' : ''}>${titles.get(name)}</a></li>`;

const contents = (current) =>
  groups
    .map(
      ({ title, pages: inside }) =>
        `<h2>${title}</h2>\n<ul>${inside.map((name) => item(current, name)).join('')}</ul>`,
    )
    .join('\n');

const partsOf = ({ parts }) =>
  parts.length < 2
    ? ''
    : `<nav class="parts" aria-labelledby="parts"><h2 id="parts">On this page</h2><ul>${parts
        .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
        .join('')}</ul></nav>`;

const ofApi = `
<link rel="stylesheet" href="${apiStyle}">
<script type="module" src="${apiScript}"></script>`;

const htmlOf = (page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} – Tanbo help</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}" data-index="${index}"></script>${page.navigation ? ofApi : ''}
</head>
<body${page.navigation ? ' class="api"' : ''}>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="/help"><img src="${icon}" alt="" width="36" height="36"> Tanbo <span>Help</span></a>
<form role="search" hidden><input type="search" name="q" aria-label="Search the manual" placeholder="Search" autocomplete="off"></form>
<nav aria-label="Site"><a class="contents" href="#contents">Contents</a><a href="/">Back to the games</a></nav>
</header>
<div class="frame">
<main id="content">
<div id="found" role="status" hidden></div>
<article>
${page.body}</article>
</main>
${partsOf(page)}
<nav class="pages" id="contents" aria-label="Manual">
${page.navigation ?? contents(page.name)}
</nav>
</div>
<footer>Tanbo, a game by Mark Steere</footer>
</body>
</html>
`;

rmSync(out, { recursive: true, force: true });
for (const folder of ['pages', 'assets']) mkdirSync(join(out, folder), { recursive: true });
for (const page of [...pages, ...reference])
  writeFileSync(join(out, 'pages', `${page.name}.html`), htmlOf(page));
for (const [name, bytes] of assets) writeFileSync(join(out, 'assets', name), bytes);
