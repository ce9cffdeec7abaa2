// Earlier results, kept in files: written again with GOLDEN=write, and then to be reviewed.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const isWriting = process.env.GOLDEN === 'write';

export const goldenPath = (name) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));

// Compares a text with the golden file of that name.
export async function assertGolden(name, text) {
  if (isWriting) await writeFile(goldenPath(name), text);
  assert.equal(
    text,
    await readFile(goldenPath(name), 'utf8'),
    `${name} differs; GOLDEN=write takes it`,
  );
}
