// Renders the manual: Markdown in, static pages and a search index out.
//
//   node help/render.mjs PACKAGES ICON CONTRACT OUT     PACKAGES: a folder with node_modules; ICON: the tab's,
//                                                       an SVG; CONTRACT: a folder with openapi.json and
//                                                       asyncapi.json; OUT: a folder to write to
//
// Leaves OUT/pages/NAME.html for /help/NAME, and OUT/assets with what these pages load.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
// The page "api" and those behind it are made of the contract. NAME.de.md is the German form of NAME.md.
const germanOf = (name) => `${name}.de`;
const german = listed.map(germanOf).filter((name) => readdirSync(source).includes(`${name}.md`));
const names = ['index', ...listed.filter((name) => name !== 'api'), ...german];
const isGerman = (name) => name.endsWith('.de');

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
  const found = /^([a-z-]+(?:\.de)?)\.md(#.*)?$/.exec(href);
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

/** [[address, title, words], …], a row for each part of each page of a language. */
function searchIndex(isWanted) {
  const rows = [];
  for (const { name, markdown, title, parts } of pages.filter((page) => isWanted(page.name))) {
    const told = markdown.replace(/\]\([^)]*\)/g, ' ');
    const texts = told.split(/^#{1,2} .*$/m).slice(1);
    [{ id: '', text: title }, ...parts].forEach(({ id, text }, at) => {
      const address = addressOf(name) + (at ? `#${id}` : '');
      const label = at ? `${title}, ${text}` : title;
      rows.push([address, label, [...new Set(wordsOf(texts[at]))].join(' ')]);
    });
  }
  for (const { name, title, entries } of reference.filter((page) => isWanted(page.name))) {
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

const index = asset(
  'manual-index.js',
  searchIndex((name) => !isGerman(name)),
);
const germanIndex = asset('manual-index-de.js', searchIndex(isGerman));
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

// The words of the frame around each page.
const words = {
  en: {
    help: 'Help',
    titled: 'Tanbo help',
    skip: 'Skip to content',
    search: 'Search the manual',
    hint: 'Search',
    site: 'Site',
    contents: 'Contents',
    back: 'Back to the games',
    manual: 'Manual',
    parts: 'On this page',
    credit: 'Tanbo, a game by Mark Steere',
  },
  de: {
    help: 'Hilfe',
    titled: 'Hilfe zu Tanbo',
    skip: 'Zum Inhalt',
    search: 'In der Hilfe suchen',
    hint: 'Suchen',
    site: 'Server',
    contents: 'Inhalt',
    back: 'Zu den Partien',
    manual: 'Hilfe',
    parts: 'Auf dieser Seite',
    credit: 'Tanbo, ein Spiel von Mark Steere',
  },
};

const germanContents = (current) =>
  `<h2>Spielen</h2>\n<ul>${german.map((name) => item(current, name)).join('')}</ul>
<h2>Mehr</h2>\n<ul><li><a href="/help" lang="en" hreflang="en">Manual</a></li></ul>`;

/** The link to the other language of a page, if it has one. */
function otherOf(name) {
  if (isGerman(name)) {
    const english = name.replace(/\.de$/, '');
    return `<a href="${addressOf(english)}" lang="en" hreflang="en">English</a>`;
  }
  return german.includes(germanOf(name))
    ? `<a href="${addressOf(germanOf(name))}" lang="de" hreflang="de">Deutsch</a>`
    : '';
}

const partsOf = ({ parts }, told) =>
  parts.length < 2
    ? ''
    : `<nav class="parts" aria-labelledby="parts"><h2 id="parts">${told.parts}</h2><ul>${parts
        .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
        .join('')}</ul></nav>`;

const ofApi = `
<link rel="stylesheet" href="${apiStyle}">
<script type="module" src="${apiScript}"></script>`;

function htmlOf(page) {
  const language = isGerman(page.name) ? 'de' : 'en';
  const told = words[language];
  const listOf = () =>
    page.navigation ?? (language === 'de' ? germanContents(page.name) : contents(page.name));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} – ${told.titled}</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}" data-index="${language === 'de' ? germanIndex : index}"></script>${page.navigation ? ofApi : ''}
</head>
<body${page.navigation ? ' class="api"' : ''}>
<a class="skip" href="#content">${told.skip}</a>
<header>
<a class="home" href="/help"><img src="${icon}" alt="" width="36" height="36"> Tanbo <span>${told.help}</span></a>
<form role="search" hidden><input type="search" name="q" aria-label="${told.search}" placeholder="${told.hint}" autocomplete="off"></form>
<nav aria-label="${told.site}"><a class="contents" href="#contents">${told.contents}</a>${otherOf(page.name)}<a href="/">${told.back}</a></nav>
</header>
<div class="frame">
<main id="content">
<div id="found" role="status" hidden></div>
<article>
${page.body}</article>
</main>
${partsOf(page, told)}
<nav class="pages" id="contents" aria-label="${told.manual}">
${listOf()}
</nav>
</div>
<footer>${told.credit}</footer>
</body>
</html>
`;
}

rmSync(out, { recursive: true, force: true });
for (const folder of ['pages', 'assets']) mkdirSync(join(out, folder), { recursive: true });
for (const page of [...pages, ...reference])
  writeFileSync(join(out, 'pages', `${page.name}.html`), htmlOf(page));
for (const [name, bytes] of assets) writeFileSync(join(out, 'assets', name), bytes);
