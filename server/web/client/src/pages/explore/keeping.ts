/** Trees as they are kept: in this browser, for members on the server, and in links. */
import { isPassing, type Problem } from '../../api/problem';
import { settled, type Answer } from '../../api/rest';
import { emptyStudy, merge, type Lost, type Path, type Study } from '../../game/study';
import { fits, listOf, studyOf, type BranchText } from '../../game/study_text';
import { rest, store } from '../../parts/site';

/** A tree as a browser keeps it. */
export interface Kept {
  readonly branches: readonly BranchText[];
  /** The path that one looks at, unless one has gone back to the game. */
  readonly at: Path | undefined;
  /** The tree as the server last had it. */
  readonly base?: readonly BranchText[];
}

/** The same as it is worked with. */
export interface Own {
  readonly study: Study;
  readonly at: Path | undefined;
  readonly base: Study;
}

/** The tree that a browser keeps; nothing if it can't be read. */
export function ownOf(value: Kept | undefined): Own | undefined {
  const study = studyOf(value?.branches ?? []);
  return study && { study, at: value?.at, base: studyOf(value?.base ?? []) ?? emptyStudy };
}

/** The tree of this name, which may be empty; nothing if it can't be read. */
export async function kept(key: string): Promise<Own | undefined> {
  return ownOf(await store.get<Kept>(key));
}

/** A tree with what other pages of this browser have kept of it. */
export function joined(one: Own, there: Own): Own {
  const { study } = merge(one.study, there.study);
  return { study, at: one.at, base: merge(one.base, there.base).study };
}

/** The fate of a tree that was to be kept: "fleeting" if only this page does. */
export interface Keeping {
  readonly fate: 'kept' | 'fleeting' | 'full' | 'unread';
  readonly study?: Study;
}

/** Keeps what `change` makes of a tree. One that can't be read, or would not be, stays as it is. */
export async function keep(key: string, change: (there: Own) => Own): Promise<Keeping> {
  let made: Keeping = { fate: 'unread' };
  const isKept = await store.update<Kept>(key, (value) => {
    const there = ownOf(value);
    made = { fate: 'unread' };
    if (!there) return undefined;
    const { study, at, base } = change(there);
    const branches = listOf(study);
    made = fits(branches) ? { fate: 'kept', study } : { fate: 'full' };
    return made.study && { branches, at, base: listOf(base) };
  });
  return made.fate === 'kept' && !isKept ? { ...made, fate: 'fleeting' } : made;
}

/** The name of this browser among those of one player. */
export function deviceName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The fate of a tree that was brought to the server; `unread`: its own can't be read here. */
export type Synced =
  | { readonly fate: 'done'; readonly study: Study; readonly lost: readonly Lost[] }
  | { readonly fate: 'waiting' | 'unread' | 'full' }
  | { readonly fate: 'refused'; readonly problem: Problem };

const attempts_max = 4;

/** Merges a tree with the server's and saves it there, if there is anything new in it. */
export async function synced(game: number, study: Study, base: Study): Promise<Synced> {
  const params = { path: { game } };
  for (let attempt = 0; attempt < attempts_max; ++attempt) {
    const answer = await settled(rest.GET('/api/v1/games/{game}/study', { params }));
    if (!answer.ok) return failed(answer);
    const { seq, branches } = answer.data;
    const theirs = studyOf(branches);
    if (!theirs) return { fate: 'unread' };
    const merged = merge(study, theirs, base);
    const list = listOf(merged.study);
    if (JSON.stringify(list) === JSON.stringify(listOf(theirs))) return { fate: 'done', ...merged };
    if (!fits(list)) return { fate: 'full' };
    const body = { seq, branches: list as BranchText[] };
    const saved = await settled(rest.PUT('/api/v1/games/{game}/study', { params, body }));
    if (saved.ok) return { fate: 'done', ...merged };
    // Another device was quicker.
    if (saved.problem.code !== 'stale-seq') return failed(saved);
  }
  return { fate: 'waiting' };
}

function failed({ problem }: Answer<unknown> & { ok: false }): Synced {
  return isPassing(problem) ? { fate: 'waiting' } : { fate: 'refused', problem };
}

const prefix = '#explore=';

/** The part of an address that holds a tree; no server is sent it. */
export async function fragmentOf(study: Study, at: Path): Promise<string> {
  const alive = new Map([...study].filter(([, { isGone }]) => !isGone));
  // A plan is for its owner alone.
  const branches = listOf(alive).map(({ reply: _, ...branch }) => branch);
  const bytes = new TextEncoder().encode(JSON.stringify({ at, branches }));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...packed));
  return prefix + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The tree of an address; nothing if there is none in it, or it is broken. */
export async function treeOf(hash: string): Promise<{ study: Study; at: Path } | undefined> {
  if (!hash.startsWith(prefix)) return undefined;
  try {
    const text = atob(hash.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    const value = JSON.parse(new TextDecoder().decode(bytes)) as {
      at?: unknown;
      branches?: unknown;
    };
    const study = studyOf(value.branches);
    return study && { study, at: typeof value.at === 'string' ? value.at : '' };
  } catch {
    return undefined;
  }
}

/** Beyond what any tree has: a link may unpack to anything. */
const unpacked_bytes_max = 262_144;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: number[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (parts.length + part.value.length > unpacked_bytes_max) throw new RangeError('too long');
    for (const byte of part.value as Uint8Array) parts.push(byte);
  }
  return Uint8Array.from(parts);
}
