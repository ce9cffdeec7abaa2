// Makes of the built client, the manual, icons, and what pages without the client need, the files that
// the server compiles in: each as it is, gzipped and in brotli, and packed.cpp, which takes them in by
// the assembler.
//
//   node pack.mjs DIST HELP ICONS WORKER OUT PLAIN...    DIST as vite writes it, with its manifest.json;
//                                                        HELP as help/render.mjs writes it, ICONS as
//                                                        icons/make.mjs does; WORKER: service_worker.js
//
// A compressed form that is not smaller is left out.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const [dist, help, icons, worker, out, ...plain] = process.argv.slice(2).map((path) => resolve(path));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const hash = (bytes) => createHash('sha256').update(bytes).digest('base64url').slice(0, 8);

/** The files by the name that they are served under; those of vite have their hash already. */
const files = new Map();
for (const folder of [join(dist, 'assets'), join(help, 'assets')]) {
  for (const name of readdirSync(folder).sort()) files.set(name, readFileSync(join(folder, name)));
}
const plainNames = plain.map((path) => {
  const bytes = readFileSync(path);
  const extension = extname(path);
  const name = `${basename(path, extension)}-${hash(bytes)}${extension}`;
  files.set(name, bytes);
  return name;
});

const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
const [entry] = Object.values(manifest).filter((chunk) => chunk.isEntry);
if (!entry) throw new Error(`${dist}/manifest.json names no entry`);

/** The chunks that a chunk imports before it runs, itself left out. */
function imports(chunk, found = new Set()) {
  for (const key of chunk.imports ?? []) {
    if (found.has(manifest[key])) continue;
    found.add(manifest[key]);
    imports(manifest[key], found);
  }
  return found;
}
const modules = [...imports(entry)];
// The styles of the first visit; those of other pages are fetched with them.
const styles = [...new Set([entry, ...modules].flatMap((chunk) => chunk.css ?? []))];

/** Writes a form of a file; yields the C++ name of its bytes, or of nothing. */
let count = 0;
const symbols = [];
function write(name, bytes) {
  const path = join(out, name);
  writeFileSync(path, bytes);
  const symbol = `tanbo_packed_${count++}`;
  symbols.push({ symbol, path });
  return `bytes(${symbol}, ${symbol}_end)`;
}

function compressed(name, bytes, form) {
  return form.length < bytes.length ? write(name, form) : '{}';
}

/** The row of a file, in all its forms. */
function row([name, bytes], served = name) {
  const type = types[extname(name)];
  if (!type) throw new Error(`no content type is known for ${name}`);
  const gzip = gzipSync(bytes, { level: 9 });
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const forms = [
    write(name, bytes),
    compressed(`${name}.gz`, bytes, gzip),
    compressed(`${name}.br`, bytes, brotli),
  ];
  return `        {"${served}", "${type}",\n         ${forms.join(', ')}}`;
}
const rows = [...files].map((file) => row(file));
const pages = readdirSync(join(help, 'pages'))
  .sort()
  .map((name) => row([name, readFileSync(join(help, 'pages', name))], basename(name, '.html')));
const build = hash([...files.keys()].join('\n'));
const rowsOf = (folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => row([name, readFileSync(join(folder, name))]));
const iconRows = rowsOf(join(icons, 'png'));

/** Parts of pages that are there without a line, the first one and games, and texts in any language. */
const keptParts =
  /^_(boards|kept)|(pages\/(lobby\/Lobby|game\/\w+|explore\/\w+)|board\/\w+|parts\/(Chat|Question|http_line))\b/;
const keptTexts = /text\/(front\.|explore\.|beside\.|problems\.)?(en|de)\.js$/;

/** The service worker of this build: with the files that any page of it needs first, and kept games. */
function serviceWorker() {
  const kept = Object.entries(manifest)
    .filter(([key]) => keptParts.test(key) || keptTexts.test(key))
    .flatMap(([, chunk]) => [chunk, ...imports(chunk)]);
  const chunks = [entry, ...modules, ...kept];
  const engine = [...files.keys()].filter((name) => name.endsWith('.wasm'));
  const first = chunks.flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]).concat(engine);
  const paths = [...new Set(first.map((file) => `/assets/${basename(file)}`))].sort();
  return readFileSync(worker, 'utf8')
    .replace("'BUILD'", JSON.stringify(build))
    .replace('FILES', JSON.stringify(paths));
}
const siteRows = [
  ...rowsOf(join(icons, 'site')),
  row(['service-worker.js', Buffer.from(serviceWorker())]),
];
const names = (chunks) => chunks.map((file) => `"${basename(file)}"`).join(', ');
const list = (type, name, items) =>
  `const std::array<${type}, ${items.length}> ${name}{{${names(items)}}};`;

writeFileSync(
  join(out, 'packed.cpp'),
  `#include <array>

#include "server/web/assets.hpp"

${symbols
  .map(
    // One by one: a compiler need not take a text of more than 64 KB.
    ({ symbol, path }) => `__asm__(R"(
    .section .rodata
    .balign 16
    .global ${symbol}
${symbol}:
    .incbin "${path}"
    .global ${symbol}_end
${symbol}_end:
    .byte 0
    .text
)");`,
  )
  .join('\n')}

extern "C" {
${symbols.map(({ symbol }) => `extern const char ${symbol}[];\nextern const char ${symbol}_end[];`).join('\n')}
}

namespace tanbo::web {
namespace {

std::string_view bytes(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

${list('std::string_view', 'modules', modules.map((chunk) => chunk.file))}
${list('std::string_view', 'styles', styles)}

}  // namespace

std::span<const Asset> assets() {
    static const std::array<Asset, ${rows.length}> all{{
${rows.join(',\n')}}};
    return all;
}

std::span<const Asset> manual() {
    static const std::array<Asset, ${pages.length}> all{{
${pages.join(',\n')}}};
    return all;
}

std::span<const Asset> icons() {
    static const std::array<Asset, ${iconRows.length}> all{{
${iconRows.join(',\n')}}};
    return all;
}

std::span<const Asset> site_files() {
    static const std::array<Asset, ${siteRows.length}> all{{
${siteRows.join(',\n')}}};
    return all;
}

const Client& client() {
    static const Client all{"${build}", "${basename(entry.file)}", modules, styles};
    return all;
}

const Plain& plain() {
    static const Plain all{${plainNames.map((name) => `"${name}"`).join(', ')}};
    return all;
}

}  // namespace tanbo::web
`,
);
