// Makes the icons of tabs and home screens of the mark and the colours of the client:
//
//   node icons/make.mjs CLIENT OUT     CLIENT: the client's sources; OUT: a folder to write to
//
// Leaves OUT/icon.svg, OUT/png with the pictures that a manifest and a phone ask for, and OUT/site with
// the manifest in each language.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canvas, fill, png, polygonsOf } from './raster.mjs';

const [client, out] = process.argv.slice(2).map((path) => resolve(path));
const mark = await import(pathToFileURL(join(client, 'mark.js')).href);
const tokens = readFileSync(join(client, 'src/theme/tokens.css'), 'utf8');

/** A colour of the light theme, which comes first. */
function token(name) {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens);
  if (!found) throw new Error(`tokens.css has no colour --${name}`);
  return found[1];
}
const colours = { ground: token('accent'), root: token('rice'), grain: token('seed-on-light'), page: token('page') };

/** The part of the mark's plane that an icon shows, in its units: more of it makes the mark smaller. */
const usual = 420;
/** All of the mark within the circle that systems leave of an icon, four fifths as wide. */
const maskable = 500;
const corner = 92;

const [middleX, middleY] = mark.middle;
const { path, scale, x, y } = mark.grain;

function svg() {
  const [left, top] = [middleX - usual / 2, middleY - usual / 2];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${usual} ${usual}">` +
    `<rect x="${left}" y="${top}" width="${usual}" height="${usual}" rx="${corner}" fill="${colours.ground}"/>` +
    `<path d="${mark.root}" fill="${colours.root}"/>` +
    `<path transform="translate(${x} ${y}) scale(${scale})" d="${path}" fill="${colours.grain}"/></svg>\n`
  );
}

const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** A square with round corners. */
const rounded = (side, r) =>
  `M${r} 0L${side - r} 0A${r} ${r} 0 0 1 ${side} ${r}L${side} ${side - r}` +
  `A${r} ${r} 0 0 1 ${side - r} ${side}L${r} ${side}A${r} ${r} 0 0 1 0 ${side - r}L0 ${r}` +
  `A${r} ${r} 0 0 1 ${r} 0Z`;

/** An icon of so many pixels; to its edges if it is the system that cuts its corners. */
function icon(size, shown, isWhole) {
  const picture = canvas(size, isWhole ? [...rgb(colours.ground), 255] : undefined);
  const unit = size / shown;
  const placed = (polygons, change = (point) => point) =>
    polygons.map((points) =>
      points.map(change).map(([px, py]) => [
        (px - middleX + shown / 2) * unit,
        (py - middleY + shown / 2) * unit,
      ]),
    );
  if (!isWhole) {
    const [left, top] = [middleX - shown / 2, middleY - shown / 2];
    const square = polygonsOf(rounded(shown, corner));
    fill(picture, placed(square, ([px, py]) => [px + left, py + top]), rgb(colours.ground));
  }
  fill(picture, placed(polygonsOf(mark.root)), rgb(colours.root));
  const grown = ([px, py]) => [px * scale + x, py * scale + y];
  fill(picture, placed(polygonsOf(path), grown), rgb(colours.grain));
  return png(picture);
}

const icons = {
  'apple-touch-icon': () => icon(180, usual, true),
  'icon-192': () => icon(192, usual, false),
  'icon-512': () => icon(512, usual, false),
  'maskable-512': () => icon(512, maskable, true),
};

/** Texts that home screens show beside the icon, by language. */
const manifests = {
  en: {
    description: 'Tanbo: make your roots outlive the others',
    shortcuts: { '/play': 'New game', '/games': 'My games', '/challenges': 'Challenges' },
  },
  de: {
    description: 'Tanbo: die eigenen Wurzeln überleben lassen',
    shortcuts: { '/play': 'Neue Partie', '/games': 'Meine Partien', '/challenges': 'Herausforderungen' },
  },
};

function manifest(lang) {
  const { description, shortcuts } = manifests[lang];
  const square = (name, sizes, purpose) => ({
    src: `/icons/${name}.png`,
    sizes,
    type: 'image/png',
    purpose,
  });
  const icons = [
    square('icon-192', '192x192', 'any'),
    square('icon-512', '512x512', 'any'),
    square('maskable-512', '512x512', 'maskable'),
  ];
  return JSON.stringify({
    id: '/',
    name: 'Tanbo',
    short_name: 'Tanbo',
    description,
    lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: colours.page,
    theme_color: colours.page,
    icons,
    shortcuts: Object.entries(shortcuts).map(([url, name]) => ({ url, name, icons: [icons[0]] })),
  });
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'png'), { recursive: true });
writeFileSync(join(out, 'icon.svg'), svg());
for (const [name, draw] of Object.entries(icons)) {
  writeFileSync(join(out, 'png', `${name}.png`), draw());
}
mkdirSync(join(out, 'site'));
for (const lang of Object.keys(manifests)) {
  writeFileSync(join(out, 'site', `manifest.${lang}.webmanifest`), manifest(lang));
}
