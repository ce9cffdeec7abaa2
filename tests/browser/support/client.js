// The client's sources and packages for tests: TypeScript is bundled on the way.

import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const client = join(root, 'server/web/client/');

// The client of programs, which pages share.
export const programs = join(root, 'server/clients/npm/');

// A package of the client's lockfile.
export const required = createRequire(join(client, 'package.json'));

const engineFile = process.env.TANBO_ENGINE ?? join(client, 'generated/engine.wasm');

// The compiled rules.
export const engineBytes = () => readFile(engineFile);

// The module that `source` is the text of; it imports from the client's `src` by "client/...". A
// file of the client, named by the end of its path, has the text in `instead`.
export async function bundled(source, instead = {}) {
  const esbuild = required('esbuild');
  const folder = await mkdtemp(join(tmpdir(), 'tanbo-bundle-'));
  const outfile = join(folder, 'bundle.mjs');
  await esbuild.build({
    stdin: { contents: source, resolveDir: client, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    alias: { client: join(client, 'src'), 'tanbo-client': join(programs, 'src/index.ts') },
    plugins: [
      { name: 'engine', setup: nameEngine },
      { name: 'instead', setup: (build) => replaceFiles(build, instead) },
      { name: 'runes', setup: compileRunes },
    ],
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

function replaceFiles(build, instead) {
  for (const [end, contents] of Object.entries(instead)) {
    build.onLoad({ filter: new RegExp(`/${end}$`) }, () => ({ contents, loader: 'js' }));
  }
}

// Modules with state that components follow.
function compileRunes(build) {
  const { compileModule } = required('svelte/compiler');
  build.onLoad({ filter: /\.svelte\.ts$/ }, async ({ path }) => {
    const { code } = await build.esbuild.transform(await readFile(path, 'utf8'), {
      loader: 'ts',
      target: 'es2022',
      tsconfigRaw: {
        compilerOptions: { useDefineForClassFields: true, verbatimModuleSyntax: true },
      },
    });
    return { contents: compileModule(code, { generate: 'client' }).js.code, loader: 'js' };
  });
}
