/** Studies as they are kept and sent: branches in a list, each after an earlier one. Pure. */
import { seatNames, type SeatName } from '../engine/types';
import {
  comment_max,
  isBelow,
  name_max,
  moment_max,
  pathTo,
  rank_max,
  type Branch,
  type Guard,
  type Path,
  type Reply,
  type Study,
} from './study';

export const study_bytes_max = 65_536;
export const branches_max = 1_000;
const turns_chars_max = 16_384;
const device_chars_max = 16;
const guards_max = 8;
const root_chars_max = 64;
const space_max = 4_096;

/** A branch on the wire. What is not said is empty, false or 0. */
export interface BranchText {
  /** The place in the list of the branch that it goes on from; from the start if there is none. */
  readonly after?: number;
  /** The turns from there on. */
  readonly turns: string;
  readonly at: number;
  readonly by: string;
  readonly name?: string;
  readonly comment?: string;
  readonly rank?: number;
  readonly gone?: boolean;
  readonly reply?: {
    readonly any?: SeatName[];
    readonly guard?: Guard[];
    readonly sent?: boolean;
  };
}

/** The branches of a study as a list, without the oldest deletions if there is no room for them. */
export function listOf(study: Study): readonly BranchText[] {
  const deletions = [...study]
    .filter(([, { isGone }]) => isGone)
    .sort(([, a], [, b]) => a.at - b.at);
  const kept = new Map(study);
  let list = written(kept);
  while (!fits(list) && deletions.length > 0) {
    for (const [path] of deletions.splice(0, 16)) kept.delete(path);
    list = written(kept);
  }
  return list;
}

/** Whether the server has room for a list. */
export function fits(list: readonly BranchText[]): boolean {
  return list.length <= branches_max && bytesOf(list) <= study_bytes_max;
}

/** The bytes of a list as it is sent. */
export function bytesOf(list: readonly BranchText[]): number {
  return new TextEncoder().encode(JSON.stringify({ seq: 2 ** 32 - 1, branches: list })).length;
}

/** A text without what the server refuses: controls, and what overrides the direction of writing. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cs}\u2028-\u202e\u2066-\u2069]|(?![\n\t\r])\p{Cc}/gu, '');
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/[\n\t\r]+/g, ' ');
}

function written(study: Study): readonly BranchText[] {
  // A path comes before those that go on from it: a space is less than any letter.
  const paths = [...study.keys()].sort();
  const above: number[] = [];
  return paths.map((path, index) => {
    while (above.length > 0 && !isBelow(path, paths[above.at(-1)!]!)) above.pop();
    const after = above.at(-1);
    above.push(index);
    const turns = after === undefined ? path : path.slice(paths[after]!.length + 1);
    return { ...(after === undefined ? {} : { after }), turns, ...textOf(study.get(path)!) };
  });
}

function textOf(branch: Branch): Omit<BranchText, 'turns'> {
  const { at, by, name, comment, rank, isGone, reply } = branch;
  return {
    at,
    by,
    ...(name ? { name } : {}),
    ...(comment ? { comment } : {}),
    ...(rank ? { rank } : {}),
    ...(isGone ? { gone: true } : {}),
    ...(reply ? { reply: replyText(reply) } : {}),
  };
}

function replyText({ any, guard, isSent }: Reply): NonNullable<BranchText['reply']> {
  return {
    ...(any.length > 0 ? { any: [...any] } : {}),
    ...(guard.length > 0 ? { guard: [...guard] } : {}),
    ...(isSent ? { sent: true } : {}),
  };
}

/** The study of a list, wherever that comes from; nothing if it is none. */
export function studyOf(list: unknown): Study | undefined {
  if (!Array.isArray(list) || list.length > branches_max) return undefined;
  const paths: Path[] = [];
  const study = new Map<Path, Branch>();
  for (const one of list as readonly unknown[]) {
    const read = branchOf(one, paths);
    if (!read) return undefined;
    paths.push(read.path);
    study.set(read.path, read.branch);
  }
  return study;
}

const turnsPattern = /^[A-Za-z0-9:-]+( [A-Za-z0-9:-]+)*$/;

function branchOf(
  value: unknown,
  paths: readonly Path[],
): { path: Path; branch: Branch } | undefined {
  if (!isRecord(value)) return undefined;
  const { after, turns, at, by, name = '', comment = '', rank = 0, gone = false, reply } = value;
  const before = after === undefined ? '' : isWhole(after) ? paths[after] : undefined;
  if (before === undefined || !isText(turns, turns_chars_max) || !turnsPattern.test(turns))
    return undefined;
  if (!isWhole(at) || at < 0 || !isText(by, device_chars_max) || by === '') return undefined;
  if (!isWhole(rank) || Math.abs(rank) > rank_max || typeof gone !== 'boolean') return undefined;
  if (!isText(name, name_max) || !isText(comment, comment_max)) return undefined;
  const said = reply === undefined ? undefined : replyOf(reply);
  if (reply !== undefined && !said) return undefined;
  const words = { name: plainLine(name), comment: plainText(comment) };
  const stamp = { at: Math.min(at, moment_max), by };
  const branch = { ...words, rank, isGone: gone, ...stamp, ...(said ? { reply: said } : {}) };
  return { path: pathTo(before, turns), branch };
}

function replyOf(value: unknown): Reply | undefined {
  if (!isRecord(value)) return undefined;
  const { any = [], guard = [], sent = false } = value;
  if (!isList(any, seatNames.length - 1, isSeat) || !isList(guard, guards_max, isGuard))
    return undefined;
  return typeof sent === 'boolean' ? { any, guard, isSent: sent } : undefined;
}

function isSeat(value: unknown): value is SeatName {
  return seatNames.includes(value as SeatName);
}

function isGuard(value: unknown): value is Guard {
  if (!isRecord(value) || !isText(value.root, root_chars_max) || value.root === '') return false;
  const least = value.root_space_min;
  return isWhole(least) && least >= 1 && least <= space_max;
}

function isList<T>(
  value: unknown,
  count_max: number,
  isOne: (one: unknown) => one is T,
): value is T[] {
  return Array.isArray(value) && value.length <= count_max && value.every(isOne);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isText(value: unknown, chars_max: number): value is string {
  // As the server counts: a letter of two units is one.
  return typeof value === 'string' && Array.from(value).length <= chars_max;
}
