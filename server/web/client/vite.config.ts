import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compile } from './texts.js';

// The server that pages are tried against while they are written: TANBO=http://127.0.0.1:8080
const server = process.env['TANBO'] ?? 'http://127.0.0.1:8080';

// The rules for the browser; CMake names those that it has built.
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const engine = process.env['TANBO_ENGINE'] ?? path('generated/engine.wasm');
if (!existsSync(engine)) {
  execFileSync('bash', [path('../../../engine/wasm/build.sh'), engine], { stdio: 'inherit' });
}

/**
 * The part that pages share is one file and what pages with a whole board need is another; each page beside
 * them is one more, as each file of texts is. Many small files would each be a request before the first
 * board.
 */
function chunkOf(id: string): string | undefined {
  if (/\/src\/pages\/(game|board)\//.test(id)) return 'boards';
  // These go with the first of the two files that imports them, or stay a file of their own.
  if (/\/src\/(board|pages\/[^/]+)\/|\/generated\/text\/[\w.]+\.js/.test(id)) return undefined;
  return 'client';
}

export default defineConfig({
  plugins: [svelte(), { name: 'texts', buildStart: compile }],
  base: '/',
  resolve: { alias: [{ find: /^engine\.wasm/, replacement: engine }] },
  build: {
    target: 'es2022',
    outDir: process.env['TANBO_DIST'] ?? 'dist',
    emptyOutDir: true,
    // Nothing inlined as a data: address, which the page's policy would not let it fetch.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    cssCodeSplit: false,
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  // The Host stays ours: cookies and the socket count for pages of the same origin only.
  server: { proxy: { '/api': { target: server, ws: true } } },
});
