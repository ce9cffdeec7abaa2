/**
 * Makes what pages look like of packages: the heading font, cut to the letters of our languages, the
 * icons that are used, and the licences of both, in generated.
 *
 * node looks.js
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const generated = join(folder, 'generated');
const packages = join(folder, 'node_modules');
const font = join(packages, '@fontsource/zen-maru-gothic');
const lucide = join(packages, 'lucide-static');

/** ASCII, German, and the punctuation of both languages. */
const letters =
  'U+0020-007E,U+00A0,U+00A9,U+00AB,U+00BB,U+00B7,U+00C4,U+00D6,U+00DC,U+00E4,U+00F6,U+00FC,' +
  'U+00DF,U+00D7,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+20AC,U+2212';

/** The icons by the names that components give them. */
export const icons = {
  home: 'house',
  play: 'circle-plus',
  watch: 'eye',
  learn: 'sprout',
  puzzles: 'puzzle',
  people: 'users',
  clock: 'clock',
  removals: 'shovel',
  more: 'ellipsis',
  on: 'chevron-right',
  invite: 'user-plus',
  fast: 'zap',
  bot: 'bot',
  language: 'globe',
  moves: 'list',
  chat: 'message-circle',
  info: 'info',
  resign: 'flag',
  find: 'search',
  winner: 'trophy',
  admin: 'shield',
};

/** Icons of the first page alone. */
export const frontIcons = {
  rules: 'graduation-cap',
};

/** Icons of what only some see beside a game. */
export const besideIcons = {
  share: 'share-2',
  space: 'droplets',
};

/** Icons of tiles of games, beside those that every page has. */
export const tileIcons = {
  space: 'droplets',
  proposal: 'handshake',
  challenge: 'swords',
};

/** Icons of pages beside games, which come with these pages. */
export const pageIcons = {
  admin: 'shield',
  account: 'user-round',
  appearance: 'palette',
  profile: 'notebook-pen',
  addresses: 'mail',
  notifications: 'bell-ring',
  sessions: 'key-round',
  vacation: 'calendar-days',
  mutes: 'volume-x',
  chosen: 'check',
  wrong: 'x',
  hint: 'lightbulb',
  solution: 'eye',
  back: 'chevron-left',
  on: 'chevron-right',
  challenge: 'swords',
  news: 'bell',
  reply: 'corner-down-right',
};

/** Headings: 700 is the one weight that is used. */
function writeFont() {
  const source = join(font, 'files/zen-maru-gothic-latin-700-normal.woff2');
  const out = join(generated, 'heading.woff2');
  if (existsSync(out) && statSync(out).mtimeMs > statSync(source).mtimeMs) return;
  execFileSync(
    '/usr/bin/python3',
    ['-m', 'fontTools.subset', source, `--unicodes=${letters}`, '--layout-features=kern'].concat([
      '--no-hinting',
      '--desubroutinize',
      '--flavor=woff2',
      `--output-file=${out}`,
    ]),
    { stdio: 'inherit' },
  );
}

/** The attributes of a tag. */
const attributes = (tag) =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

/** Each shape of an icon as the data of a path. */
const shapes = {
  path: ({ d }) => d.replace(/^m/, 'M0 0m'),
  circle: ({ cx, cy, r }) =>
    `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points }) => `M${points}`,
  rect: ({ x = 0, y = 0, width, height, rx = 0 }) => {
    const [w, h, r] = [width - 2 * rx, height - 2 * rx, rx];
    const bend = (dx, dy) => (r > 0 ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '');
    const start = `M${Number(x) + Number(r)} ${y}`;
    return `${start}h${w}${bend(r, r)}v${h}${bend(-r, r)}h${-w}${bend(-r, -r)}v${-h}${bend(r, -r)}`;
  },
};

/** The data of one path that draws an icon. Throws: a shape that is not known. */
export function pathOf(svg) {
  const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
  return [...inner.matchAll(/<(\w+)([^>]*)\/>/g)]
    .map(([, name, rest]) => {
      if (!(name in shapes)) throw new Error(`an icon has a <${name}>`);
      return shapes[name](attributes(rest));
    })
    .join('');
}

/** Writes a module of icons, and the type of their names. */
function writeIcons(module, type, all) {
  const paths = Object.entries(all).map(([name, file]) => {
    const svg = readFileSync(join(lucide, 'icons', `${file}.svg`), 'utf8');
    return `  '${name}': '${pathOf(svg)}',`;
  });
  writeFileSync(
    join(generated, `${module}.js`),
    `export const paths = {\n${paths.join('\n')}\n};\n`,
  );
  const names = Object.keys(all).map((name) => `'${name}'`);
  writeFileSync(
    join(generated, `${module}.d.ts`),
    `export type ${type} = ${names.join(' | ')};\nexport declare const paths: Record<${type}, string>;\n`,
  );
}

/** Writes the words of the licences, beside what they are about. */
function writeLicences() {
  const text = [
    ['Zen Maru Gothic, the font of headings', font],
    ['Lucide, the icons', lucide],
  ].map(([name, path]) => `${name}\n\n${readFileSync(join(path, 'LICENSE'), 'utf8').trim()}\n`);
  writeFileSync(join(generated, 'licences.txt'), text.join('\n\n'));
}

/** Writes generated/heading.woff2, the modules of icons, and licences.txt. */
export function dressUp() {
  mkdirSync(generated, { recursive: true });
  writeFont();
  writeIcons('icons', 'IconName', icons);
  writeIcons('page_icons', 'PageIconName', pageIcons);
  writeIcons('tile_icons', 'TileIconName', tileIcons);
  writeIcons('front_icons', 'FrontIconName', frontIcons);
  writeIcons('beside_icons', 'BesideIconName', besideIcons);
  writeLicences();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) dressUp();
