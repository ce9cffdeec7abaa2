// The search for browsers against the golden reports of native programs, and its size.
// Usage: node wasm_test.mjs SEARCH.wasm search-reports.txt

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const [file, golden] = process.argv.slice(2);
const bytes = await readFile(file);
const lines = (await readFile(golden, 'utf8')).trim().split('\n');
const simulations = 100;
const nodes_max = 20_000;
const kb = 1_000;

const module = await WebAssembly.compile(bytes);
const { exports: code } = await WebAssembly.instantiate(module);
code.__wasm_call_ctors();

const words16 = () => new Uint16Array(code.memory.buffer, code.scratch());

function openingOf(id) {
  for (let number = 0; ; ++number) {
    const length = code.setup_id(number);
    assert.ok(length > 0, `no setup ${id}`);
    if (String.fromCharCode(...words16().subarray(0, length)) === id) {
      return code.opening_of_setup(number);
    }
  }
}

function hashOf(words) {
  let hash = 2166136261;
  for (const word of words) {
    hash = Math.imul(hash ^ word, 16777619);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

// The best move and the hash of the report for a line of the golden file.
function answerTo(line, seed = 11) {
  const [setup, moves] = line.split(' ');
  const opening = openingOf(setup);
  const position = code.position_create(opening);
  const points = moves === '' ? [] : moves.split(',').map(Number);
  for (const point of points) assert.equal(code.position_play(position, point), 0);
  const searcher = code.searcher_create(opening, seed, nodes_max);
  code.searcher_set(searcher, position, points.at(-1) ?? 65535);
  code.searcher_run(searcher, simulations);
  const count = code.searcher_report(searcher);
  const words = new Uint32Array(code.memory.buffer, code.report_words(), count);
  const answer = [code.searcher_choose(searcher, 10), hashOf(words)];
  code.searcher_free(searcher);
  code.position_free(position);
  return answer;
}

test('reports are those of native programs to the last bit', () => {
  assert.equal(lines.length, 100);
  for (const line of lines) {
    const [best, hash] = line.split(' ').slice(2).map(Number);
    assert.deepEqual(answerTo(line), [best, hash], line);
  }
});

test('another seed is another report', () => {
  assert.notEqual(answerTo(lines[0], 12)[1], Number(lines[0].split(' ')[3]));
});

test('the module needs nothing of a page and has at most 60 KB in brotli', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const { length } = brotliCompressSync(bytes);
  assert.ok(length <= 60 * kb, `${length} bytes`);
});

test('an opponent of every level plays a legal move', () => {
  const opening = openingOf('9x9');
  const position = code.position_create(opening);
  const searcher = code.searcher_create(opening, 1, nodes_max);
  for (let level = 1; level <= 10; ++level) {
    const wanted = code.level_simulations(level);
    if (wanted > 0) code.searcher_run(searcher, wanted);
    const point = code.searcher_choose(searcher, level);
    const seat = code.position_to_move(position);
    assert.equal(code.position_legality(position, seat, point), 0);
  }
});
