/** Variations as one value: a viewer’s branches, by the turns that lead to them. Pure. */
import { leavingOf } from './look';
import { seatName, type SeatName } from '../engine/types';

/** The turns since the starting position, a space between them: "K10 leave:white L10". */
export type Path = string;

/** The moment and the browser of a change: of two, the later one counts. */
export interface Stamp {
  /** In ms since 1970. */
  readonly at: number;
  readonly by: string;
}

/** A condition that a root still has this root space, as plans on the server have it. */
export interface Guard {
  readonly root: string;
  readonly root_space_min: number;
}

/** The mark on a branch that its last stone is the planned reply to the turns before it. */
export interface Reply {
  /** Seats that may do anything instead of what the branch shows. */
  readonly any: readonly SeatName[];
  readonly guard: readonly Guard[];
  /** Whether the server has it. */
  readonly isSent: boolean;
}

/** The words of a viewer about a branch. */
export interface Words {
  readonly name: string;
  readonly comment: string;
  readonly reply?: Reply | undefined;
}

/** A branch as it is kept. */
export interface Branch extends Words, Stamp {
  /** Its place among its siblings, the least first. */
  readonly rank: number;
  /** Deleted; it stays on record, or another device would bring it back. */
  readonly isGone: boolean;
}

/** All branches of a game. */
export type Study = ReadonlyMap<Path, Branch>;

export const emptyStudy: Study = new Map();

export const name_max = 60;
export const comment_max = 500;
/** Stamps are read as no later than this: changes of them can still be told by a number. */
export const moment_max = 2 ** 52;
export const rank_max = 1e12;

/** Room between neighbours, for those that are moved between them. */
const rankStep = 65_536;

/** The path of turns as a game tells them; reasons of leavings are left out. */
export function pathOf(turns: readonly string[]): Path {
  return turns.map(plainTurn).join(' ');
}

/** A turn without the reason of a leaving. */
export function plainTurn(turn: string): string {
  const leaving = leavingOf(turn);
  return leaving ? `leave:${seatName(leaving.seat)}` : turn;
}

/** The turns of a path. */
export function turnsOfPath(path: Path): readonly string[] {
  return path === '' ? [] : path.split(' ');
}

/** The path that goes on with one more turn. */
export function pathTo(path: Path, turn: string): Path {
  return path === '' ? turn : `${path} ${turn}`;
}

/** The path without its last turn. Requires: it has one. */
export function parentOf(path: Path): Path {
  return path.slice(0, Math.max(0, path.lastIndexOf(' ')));
}

/** The last turn of a path. */
export function lastTurn(path: Path): string {
  return path.slice(path.lastIndexOf(' ') + 1);
}

/** Whether a path is another one or goes on from it. */
export function isBelow(path: Path, other: Path): boolean {
  return other === '' || path === other || path.startsWith(`${other} `);
}

/** The branches that are seen: those not deleted, and those that lead to them. */
export class Tree {
  private readonly next = new Map<Path, Path[]>();

  constructor(private readonly study: Study) {
    const seen = new Set<Path>();
    for (const [path, { isGone }] of study) if (!isGone) this.add(path, seen);
    for (const paths of this.next.values()) paths.sort((a, b) => this.compare(a, b));
  }

  /** The branches that go on from a path by one turn, in their order. */
  after(path: Path): readonly Path[] {
    return this.next.get(path) ?? [];
  }

  /** How many branches go on from a path, however long they are. */
  count(path: Path): number {
    return this.after(path).reduce((sum, next) => sum + 1 + this.count(next), 0);
  }

  private add(path: Path, seen: Set<Path>): void {
    for (let at = path; at !== '' && !seen.has(at); at = parentOf(at)) {
      seen.add(at);
      const parent = parentOf(at);
      const next = this.next.get(parent);
      if (next) next.push(at);
      else this.next.set(parent, [at]);
    }
  }

  private compare(a: Path, b: Path): number {
    return rankOf(this.study, a) - rankOf(this.study, b) || (a < b ? -1 : 1);
  }
}

function rankOf(study: Study, path: Path): number {
  return study.get(path)?.rank ?? 0;
}

/** The study with a branch to this path; the same one if it is there. */
export function withBranch(study: Study, path: Path, stamp: Stamp): Study {
  if (path === '' || study.get(path)?.isGone === false) return study;
  const siblings = new Tree(study).after(parentOf(path)).filter((other) => other !== path);
  const last = siblings.at(-1);
  const rank = last === undefined ? 0 : Math.min(rankOf(study, last) + rankStep, rank_max);
  return changed(study, [[path, { name: '', comment: '', rank, isGone: false }]], stamp);
}

/** The study with other words about a branch, which is made if it isn't there. */
export function withWords(study: Study, path: Path, words: Partial<Words>, stamp: Stamp): Study {
  const grown = withBranch(study, path, stamp);
  const branch = grown.get(path);
  if (!branch || contentOf({ ...branch, ...words }) === contentOf(branch)) return grown;
  return changed(grown, [[path, { ...branch, ...words }]], stamp);
}

/** The study with a branch one place earlier or later among its siblings. */
export function moved(study: Study, path: Path, by: -1 | 1, stamp: Stamp): Study {
  const order = [...new Tree(study).after(parentOf(path))];
  const at = order.indexOf(path);
  if (at < 0 || order[at + by] === undefined) return study;
  order.splice(at, 1);
  order.splice(at + by, 0, path);
  const rank = rankBetween(study, order[at + by - 1], order[at + by + 1]);
  if (rank !== undefined) return changed(study, [[path, ranked(study, path, rank)]], stamp);
  const all = order.map((one, index) => [one, ranked(study, one, index * rankStep)] as const);
  return changed(study, all, stamp);
}

/** A rank between two neighbours; nothing if there is no room. */
function rankBetween(study: Study, before?: Path, after?: Path): number | undefined {
  const low = before === undefined ? rankOf(study, after!) - 2 * rankStep : rankOf(study, before);
  const high = after === undefined ? low + 2 * rankStep : rankOf(study, after);
  const rank = Math.floor((low + high) / 2);
  return high - low < 2 || Math.abs(rank) > rank_max ? undefined : rank;
}

function ranked(study: Study, path: Path, rank: number): Content {
  const blank: Content = { name: '', comment: '', isGone: false, rank };
  return { ...(study.get(path) ?? blank), rank };
}

/** The study without a branch and all that goes on from it. */
export function without(study: Study, path: Path, stamp: Stamp): Study {
  const below = [...study].filter(([one, { isGone }]) => !isGone && isBelow(one, path));
  return changed(
    study,
    below.map(([one, { rank }]) => [one, gone(rank)] as const),
    stamp,
  );
}

function gone(rank: number): Content {
  return { name: '', comment: '', rank, isGone: true };
}

/** The effect of one step on each path that it changed. */
export type Change = ReadonlyMap<Path, { readonly before?: Branch; readonly after: Branch }>;

/** The change that made a study of an earlier one. */
export function changeOf(earlier: Study, study: Study): Change {
  const changes = new Map<Path, { before?: Branch; after: Branch }>();
  for (const [path, after] of study) {
    const before = earlier.get(path);
    if (before !== after) changes.set(path, { ...(before ? { before } : {}), after });
  }
  return changes;
}

/** The study without one change. Later changes, here or elsewhere, stay. */
export function undone(study: Study, change: Change, stamp: Stamp): Study {
  const changes: (readonly [Path, Content])[] = [];
  for (const [path, { before, after }] of change) {
    if (ownWords(study.get(path)) !== ownWords(after)) continue;
    changes.push([path, before ?? gone(after.rank)]);
  }
  return changed(study, changes, stamp);
}

/** The content of a branch as its author made it: the server’s use of a plan is no part of it. */
function ownWords(branch: Branch | undefined): string {
  const reply = branch?.reply && { ...branch.reply, isSent: false };
  return contentOf(branch && { ...branch, reply });
}

/**
 * The study with the branches of another player’s that it lacks, as changes of this moment.
 * Deletions and plans of that player are left out.
 */
export function withAdded(study: Study, other: Study, stamp: Stamp): Study {
  const lacking = [...other].filter(
    ([path, { isGone }]) => !isGone && study.get(path)?.isGone !== false,
  );
  return changed(
    study,
    lacking.map(([path, { name, comment, rank }]) => [
      path,
      { name, comment, rank, isGone: false },
    ]),
    stamp,
  );
}

type Content = Omit<Branch, 'at' | 'by'>;

function changed(
  study: Study,
  changes: readonly (readonly [Path, Content])[],
  stamp: Stamp,
): Study {
  if (changes.length === 0) return study;
  const result = new Map(study);
  for (const [path, content] of changes) {
    // A clock that is behind must not make a change older than what it changes.
    const at = Math.max(stamp.at, (study.get(path)?.at ?? -1) + 1);
    result.set(path, { ...content, at, by: stamp.by });
  }
  return result;
}

/** A branch without its stamp, to be compared. */
function contentOf(branch: Branch | undefined): string {
  if (!branch) return '';
  const { name, comment, reply, rank, isGone } = branch;
  const said = reply && [reply.any, reply.guard, reply.isSent];
  return JSON.stringify([name, comment, said ?? null, rank, isGone]);
}

/** Words that a later change on another device has replaced. */
export interface Lost {
  readonly path: Path;
  readonly branch: Branch;
}

/** Two studies as one, and what that replaced. */
export interface Merged {
  readonly study: Study;
  readonly lost: readonly Lost[];
}

/**
 * Merges two studies: of each branch the last change counts. What both have changed since `base`,
 * which both had seen, is lost on one side and told. Order makes no difference to the study.
 */
export function merge(one: Study, other: Study, base: Study = emptyStudy): Merged {
  const later: (readonly [Path, Branch])[] = [];
  const lost: Lost[] = [];
  for (const [path, branch] of other) {
    const mine = one.get(path);
    const isLater = !mine || isAfter(branch, mine);
    if (isLater) later.push([path, branch]);
    if (!mine || !isLoss(mine, branch, base.get(path))) continue;
    lost.push({ path, branch: isLater ? mine : branch });
  }
  return { study: later.length === 0 ? one : new Map([...one, ...later]), lost };
}

function isAfter(one: Branch, other: Branch): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (one.by !== other.by) return one.by > other.by;
  return contentOf(one) > contentOf(other);
}

function isLoss(one: Branch, other: Branch, base: Branch | undefined): boolean {
  const isSeen = (branch: Branch) => branch.at === base?.at && branch.by === base.by;
  return !isSeen(one) && !isSeen(other) && wordsOf(one) !== wordsOf(other);
}

/** Order is no word: two places for a branch need no telling. */
function wordsOf(branch: Branch): string {
  return contentOf({ ...branch, rank: 0 });
}
