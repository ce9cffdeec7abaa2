// Builds the package: OUT/package.json and OUT/dist, with the types of both contracts.
//
//   node build.js OUT [PACKAGES] [PYTHON]     PACKAGES: a folder with node_modules
//
// Nothing is written beside the sources. A fault of the types ends the build.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolsOf, writeTypes } from './types.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const [target, packages = join(here, '../../web/client'), python] = process.argv.slice(2);
if (!target) throw new Error('name a folder to write to');
const out = resolve(target);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const filter = (path) => !path.includes('generated');
cpSync(join(here, 'src'), join(out, 'src'), { recursive: true, filter });
for (const name of ['tsconfig.json', 'README.md']) cpSync(join(here, name), join(out, name));
cpSync(join(here, '../../../LICENSE'), join(out, 'LICENSE'));
// Readers of the package have no sources to build.
const { scripts: _, ...told } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(told, null, 2)}\n`);

await writeTypes(join(out, 'src/generated'), packages, python);
const tsc = join(dirname(toolsOf(packages).resolve('typescript')), '../bin/tsc');
execFileSync(process.execPath, [tsc, '--strict', '--project', out], { stdio: 'inherit' });
for (const name of ['src', 'tsconfig.json']) rmSync(join(out, name), { recursive: true });
