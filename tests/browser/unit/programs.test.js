// The programs under test are looked for before anything waits for them.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { programAt, tanboBeside } from '../support/programs.js';

test('a program that is not there, or can not be run, is said to be missing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  t.after(() => rm(folder, { recursive: true }));
  const server = join(folder, 'tanbod');
  await writeFile(server, '', { mode: 0o755 });

  assert.equal(await programAt(relative('.', server), 'is under test'), server);
  const missing = join(folder, 'tanbo');
  const message = `there is no program ${missing}, which house bots need beside tanbod`;
  await assert.rejects(tanboBeside(server), { message });
  await writeFile(missing, '', { mode: 0o644 });
  await assert.rejects(tanboBeside(server), { message });
});
