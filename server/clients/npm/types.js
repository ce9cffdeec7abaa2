// Writes the types of both contracts: FOLDER/api.ts of OpenAPI and FOLDER/live.ts of AsyncAPI.
//
//   node types.js [FOLDER] [PACKAGES] [PYTHON]     PACKAGES: a folder with node_modules
//
// `Operations` of live.ts has each operation of the socket with its request and its answer, and
// `Push` all that the server sends of its own accord: a new operation needs no line here.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const contract = join(here, '../../../protocol/contract');
const schema = '#/components/schemas/';

/** A package of the folder that has the tools. */
export const toolsOf = (packages) => createRequire(join(resolve(packages), 'package.json'));

/** The contract as one document: its files have short forms, which the bundler writes out. */
function bundled(name, python, folder) {
  const target = join(folder, `${name}.json`);
  execFileSync(python, [join(contract, 'bundle.py'), join(contract, `${name}.yaml`), target], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return JSON.parse(readFileSync(target, 'utf8'));
}

/** The schemas of AsyncAPI as a document of OpenAPI, which names a discriminator otherwise. */
function asOpenApi({ components }) {
  const plain = JSON.stringify({ schemas: components.schemas }, (key, value) =>
    key === 'discriminator' && typeof value === 'string' ? undefined : value,
  );
  return { openapi: '3.1.0', info: { title: 'live', version: '1' }, components: JSON.parse(plain) };
}

/** The operations of the socket and what it pushes, by the names of their schemas. */
function operationsOf({ operations, components }) {
  const typeOf = ({ $ref }) => {
    const { payload } = components.messages[$ref.split('/').at(-1)];
    return { name: payload.$ref.replace(schema, ''), fields: components.schemas };
  };
  const typed = ($ref) => `components['schemas']['${typeOf($ref).name}']`;
  const all = Object.values(operations);
  const rows = all
    .filter(({ action }) => action === 'receive')
    .map(({ messages: [request], reply, summary }) => {
      const { name, fields } = typeOf(request);
      const answers = reply.messages.map(typed).filter((one) => !one.includes("'Refused'"));
      return `  /** ${summary} */
  '${fields[name].properties.op.const}': {
    request: ${typed(request)};
    answer: ${answers.join(' | ')};
  };`;
    });
  const pushes = all.filter(({ action }) => action === 'send').flatMap(({ messages }) => messages);
  return `
/** The socket's operations: what a client sends, and the answer unless it is refused. */
export interface Operations {
${rows.join('\n')}
}
/** Messages that the server sends of its own accord. */
export type Push = ${[...new Set(pushes.map(typed))].join(' | ')};
`;
}

/** Writes both files into a folder. */
export async function writeTypes(folder, packages, python = '/usr/bin/python3') {
  const main = toolsOf(packages)
    .resolve('openapi-typescript')
    .replace(/\.cjs$/, '.mjs');
  const { default: openapiTypescript, astToString } = await import(pathToFileURL(main).href);
  const scratch = mkdtempSync(join(tmpdir(), 'tanbo-types-'));
  try {
    // A field that has a default may be left out of a request; answers name what they always have.
    const options = { exportType: false, defaultNonNullable: false, silent: true };
    const textOf = async (document) => astToString(await openapiTypescript(document, options));
    const socket = bundled('asyncapi', python, scratch);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'api.ts'), await textOf(bundled('openapi', python, scratch)));
    writeFileSync(
      join(folder, 'live.ts'),
      (await textOf(asOpenApi(socket))) + operationsOf(socket),
    );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = join(here, 'src/generated'), packages, python] = process.argv.slice(2);
  await writeTypes(resolve(folder), packages ?? join(here, '../../web/client'), python);
}
