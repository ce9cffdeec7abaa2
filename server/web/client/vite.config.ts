import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { dressUp } from './looks.js';
import { compile } from './texts.js';

// The server that pages are tried against while they are written: TANBO=http://127.0.0.1:8080
const server = process.env['TANBO'] ?? 'http://127.0.0.1:8080';

// The rules for the browser; CMake names those that it has built.
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const engine = process.env['TANBO_ENGINE'] ?? path('generated/engine.wasm');
if (!existsSync(engine)) {
  execFileSync('bash', [path('../../../engine/wasm/build.sh'), engine], { stdio: 'inherit' });
}

// The library for programs: the pages use its socket and its words for refusals.
const shared = process.env['TANBO_CLIENT'] ?? path('../../clients/npm/src/index.ts');

/** Parts that nothing but a whole board, played or looked through, has beside it. */
const besideBoards =
  /\/src\/(parts\/(Clock|ConnectionLine|Moves|Seats|Steps|Tabs)\.svelte|game\/(session|outbox|log)\.ts)/;
/** Parts that only some see of a game, each a file of its own. */
const ofSome =
  /\/src\/(pages\/game\/(Actions|ClockDialog|GameMenu|Note|Onward|ShareGame|SpaceButton|Waiting)|parts\/(Proposals|Share))\.svelte/;
/** The same, with styles of their own, what finds a game, and signing in. */
const withStyles =
  /\/src\/((pages\/game\/(NextUp|Rating)|parts\/(Chat|Dialog|Field|Names|Password|Question))\.svelte|(pages\/game\/acts|parts\/(seeks|chat_text|sign_in))\.ts)/;
/** Parts for games without a line, and for the worker that keeps what shows them. */
const ofKept =
  /\/src\/(pages\/lobby\/Kept\.svelte|parts\/(Queue\.svelte|(kept|keeping|start_worker)\.ts))/;
/** Parts of lists of games. */
const ofLists =
  /\/src\/(pages\/shared\/GameTile\.svelte|parts\/(GameCard|ChallengeItem|SetupPicture|SetupChoice|PagedList|Needed)\.svelte|parts\/(paced|paged\.svelte)\.ts|board\/Mini\.svelte)/;
/** Requests of the first page and of lists of games. */
const ofFront =
  /\/src\/(pages\/lobby\/(bot_game\.ts|Lobby\.svelte)|parts\/(BotsProblem\.svelte|(glances|listed|house_bots\.svelte)\.ts))/;
/** Drawing, of boards large and small. */
const ofAllBoards =
  /\/src\/(parts\/Strip\.svelte|board\/(Fields|Gauge|Labels|Paints)\.svelte|board\/(assistance|geometry|marks|outline|paints|plane|drawn|types)\.ts)/;

/**
 * The part that pages share is one file, what pages with a whole board need is another, and so are what the
 * first page and what lists of games need; each page beside them is one more, as each file of texts is. Many small files
 * would each be a request before the first board. Styles of what a first visit may show are one file
 * too; those of other pages come with them.
 */
function chunkOf(id: string): string | undefined {
  const [source] = id.split('?') as [string];
  if (ofKept.test(source)) return 'kept';
  // Variations come when they are wanted.
  if (/\/src\/game\/study/.test(source)) return undefined;
  if (/\/src\/pages\/play\/(?!BotSeat|LimitFields|OwnClock)/.test(source)) return 'play';
  if (id.endsWith('.css') && source !== id) {
    return chunkOf(source) !== undefined || ofSome.test(source) ? 'client' : undefined;
  }
  // Fields that forms share are no file each, nor is what they alone need of the library.
  if (/\/src\/pages\/shared\/(Segments|Switch)\.svelte/.test(source)) return 'fields';
  if (/\/bindings\/(input|select)\.js$/.test(source)) return 'fields';
  if (/\/src\/board\/(Picture|Still)\.svelte/.test(source)) return 'pictures';
  // Sockets reach almost everybody.
  if (/\/src\/(parts|live)\/(http_line|shared_source)\.ts/.test(id)) return 'http_line';
  if (ofSome.test(id) || withStyles.test(id)) return undefined;
  // Forms of games show a whole board: little beside what draws it.
  if (/\/src\/pages\/shared\/SetupBoard\.svelte/.test(source)) return 'boards';
  if (/\/src\/pages\/game\//.test(id) || besideBoards.test(id)) return 'boards';
  if (ofFront.test(id)) return 'front';
  if (ofLists.test(id)) return 'lists';
  if (ofAllBoards.test(id)) return 'client';
  // Few boards are seen from a corner, through a lens, or told in words; commands are for those who
  // type some.
  if (
    /\/src\/board\/((Keys|LayersKey|Lens|Solid|TextBoard|Palette)\.svelte|(commands|choices|tones)\.ts)/.test(
      id,
    )
  ) {
    return undefined;
  }
  if (/\/src\/board\//.test(id)) return 'boards';
  // These go with the first of the files that imports them, or stay a file of their own.
  if (
    /\/src\/pages\/[^/]+\/|\/generated\/(text\/[\w.]+|(page|tile|front|beside)_icons)\.js/.test(id)
  )
    return undefined;
  return 'client';
}

export default defineConfig({
  plugins: [
    svelte(),
    { name: 'texts', buildStart: compile },
    { name: 'looks', buildStart: dressUp },
  ],
  base: '/',
  resolve: {
    alias: [
      { find: /^engine\.wasm/, replacement: engine },
      { find: /^tanbo-client$/, replacement: shared },
    ],
  },
  build: {
    target: 'es2022',
    outDir: process.env['TANBO_DIST'] ?? 'dist',
    emptyOutDir: true,
    // Nothing inlined as a data: address, which the page's policy would not let it fetch.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    cssCodeSplit: true,
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  // The Host stays ours: cookies and the socket count for pages of the same origin only.
  server: {
    proxy: { '/api': { target: server, ws: true } },
    fs: { allow: ['.', dirname(shared)] },
  },
});
