// The programs under test.

import { access, constants } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { root } from './client.js';

// The absolute path of a program. Throws if there is none: tests would wait for it without end.
export async function programAt(path, purpose) {
  const found = resolve(path);
  try {
    await access(found, constants.X_OK);
  } catch {
    throw new Error(`there is no program ${found}, which ${purpose}`);
  }
  return found;
}

// The server, by the variable TANBOD or where it is built.
export const tanbod = () =>
  programAt(process.env.TANBOD ?? join(root, 'build/release/bin/tanbod'), 'is under test');

// The command beside that server.
export const tanboBeside = (server) =>
  programAt(join(dirname(server), 'tanbo'), 'house bots need beside tanbod');
