// Builds the board alone and serves it on a free port, under the policy of the real pages.

import { createServer } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { client, root } from './client.js';
import './texts.js';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types svelte-trusted-html";

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Board</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./style.css"></head>
<body><main><h1>Board</h1><div id="board"></div></main>
<script type="module" src="./entry.js"></script></body></html>`;

// The address of a page with `window.stage`, and what ends it.
export async function staged() {
  const folder = await mkdtemp(join(tmpdir(), 'tanbo-stage-'));
  await build(folder);
  const server = createServer((request, response) => void send(folder, request.url, response));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/index.html`,
    async end() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true });
    },
  };
}

// The client's own build, but for its entry. Packages are looked for where the client has them.
async function build(folder) {
  const from = (path) => import(pathToFileURL(join(client, path)).href);
  const vite = await from('node_modules/vite/dist/node/index.js');
  const { svelte } = await from('node_modules/@sveltejs/vite-plugin-svelte/src/index.js');
  const engine = process.env.TANBO_ENGINE ?? join(client, 'generated/engine.wasm');
  await vite.build({
    configFile: false,
    root: client,
    base: './',
    logLevel: 'error',
    plugins: [svelte()],
    resolve: {
      alias: [
        { find: /^engine\.wasm/, replacement: engine },
        { find: /^client\//, replacement: join(client, 'src/') },
      ],
      dedupe: ['svelte'],
    },
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rollupOptions: {
        input: join(root, 'tests/browser/support/stage.svelte.js'),
        output: { entryFileNames: 'entry.js', assetFileNames: '[name][extname]' },
      },
    },
  });
  await writeFile(join(folder, 'index.html'), page);
}

async function send(folder, url, response) {
  const path = new URL(url, 'http://stage').pathname;
  try {
    const body = await readFile(join(folder, path));
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}
