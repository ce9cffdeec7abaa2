// The client's sources and packages for tests: TypeScript is bundled on the way.

import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const client = join(root, 'server/web/client/');

// A package of the client's lockfile.
export const required = createRequire(join(client, 'package.json'));

const engineFile = process.env.TANBO_ENGINE ?? join(client, 'generated/engine.wasm');

// The compiled rules.
export const engineBytes = () => readFile(engineFile);

// The module that `source` is the text of; it imports from the client's `src` by "client/...".
export async function bundled(source) {
  const esbuild = required('esbuild');
  const folder = await mkdtemp(join(tmpdir(), 'tanbo-bundle-'));
  const outfile = join(folder, 'bundle.mjs');
  await esbuild.build({
    stdin: { contents: source, resolveDir: client, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    alias: { client: join(client, 'src') },
    plugins: [{ name: 'engine', setup: nameEngine }],
    outfile,
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

// The address of the rules means nothing outside a page.
function nameEngine(build) {
  build.onResolve({ filter: /^engine\.wasm/ }, () => ({ path: 'engine', namespace: 'engine' }));
  build.onLoad({ filter: /.*/, namespace: 'engine' }, () => ({
    contents: `export default ${JSON.stringify(pathToFileURL(engineFile).href)}`,
  }));
}
