// Writes the types of the API from the contract: generated/api.d.ts and generated/live.d.ts.

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';

const contract = new URL('../../../protocol/contract/', import.meta.url);
const generated = new URL('generated/', import.meta.url);

await mkdir(generated, { recursive: true });
// A field that has a default may be left out of a request; answers name what they always have.
const options = { exportType: false, defaultNonNullable: false };
// The files have short forms, which the bundler of the build writes out.
const bundled = new URL('openapi.json', generated);
const files = [new URL('bundle.py', contract), new URL('openapi.yaml', contract), bundled];
execFileSync('/usr/bin/python3', files.map(fileURLToPath));
const api = await openapiTypescript(bundled, options);
await writeFile(new URL('api.d.ts', generated), astToString(api));

// The messages of the socket are schemas of their own: listed in a document that has nothing else.
const names = (await readFile(new URL('schemas/live.yaml', contract), 'utf8')).matchAll(
  /^(\w+):/gm,
);
const schemas = {};
for (const [, name] of names) schemas[name] = { $ref: `schemas/live.yaml#/${name}` };
schemas.Event = { $ref: 'schemas/events.yaml#/Event' };
const live = new URL('live.json', generated);
const document = {
  openapi: '3.1.0',
  info: { title: 'live', version: '1' },
  components: { schemas },
};
await writeFile(
  live,
  JSON.stringify(document).replaceAll('"schemas/', `"${new URL('schemas/', contract).pathname}`),
);
await writeFile(
  new URL('live.d.ts', generated),
  astToString(await openapiTypescript(live, options)),
);
