/** Plans and studies as one: marked replies become a plan for the server, and back. Pure. */
import { seatNames, type SeatName } from '../engine/types';
import {
  isBelow,
  lastTurn,
  parentOf,
  pathTo,
  plainTurn,
  Tree,
  withBranch,
  withWords,
  type Guard,
  type Path,
  type Reply,
  type Stamp,
  type Study,
} from './study';

/** A turn of another seat, on the wire. */
export interface Condition {
  readonly seat: SeatName;
  /** A point, or "any". */
  readonly point: string;
}

/** A reply of a plan, on the wire. */
export interface PlanBranch {
  readonly if: readonly Condition[];
  readonly guard?: readonly Guard[];
  readonly then: string;
  readonly next?: readonly PlanBranch[];
}

/** The seat to move after these turns; nothing if there is none, or the rules forbid the turns. */
export type Mover = (path: Path) => SeatName | undefined;

/** The marked replies of a seat to what follows `from`, the exact ones before those to anything. */
export function planOf(
  study: Study,
  from: Path,
  seat: SeatName,
  mover: Mover,
): readonly PlanBranch[] {
  const tree = new Tree(study);
  const follow = (path: Path, before: readonly Condition[]): readonly PlanBranch[] => {
    const whose = mover(path);
    if (whose === undefined) return [];
    return tree.after(path).flatMap((next) => {
      const point = lastTurn(next);
      if (point.startsWith('leave:')) return [];
      if (whose !== seat) return follow(next, [...before, { seat: whose, point }]);
      const reply = study.get(next)?.reply;
      return reply ? [replyTo(before, reply, point, ordered(follow(next, [])))] : [];
    });
  };
  return ordered(follow(from, []));
}

function replyTo(
  before: readonly Condition[],
  { any, guard }: Reply,
  then: string,
  next: readonly PlanBranch[],
): PlanBranch {
  const conditions = before.map((one) => (any.includes(one.seat) ? { ...one, point: 'any' } : one));
  return {
    if: conditions,
    ...(guard.length > 0 ? { guard } : {}),
    then,
    ...(next.length > 0 ? { next } : {}),
  };
}

/** The first branch that fits is followed: one that fits more often comes later. */
function ordered(branches: readonly PlanBranch[]): readonly PlanBranch[] {
  const width = (one: PlanBranch) => one.if.filter(({ point }) => point === 'any').length;
  return [...branches].sort((a, b) => width(a) - width(b));
}

/** How many replies a plan has. */
export function repliesIn(plan: readonly PlanBranch[]): number {
  return plan.reduce((sum, { next = [] }) => sum + 1 + repliesIn(next), 0);
}

/** The study with another mark on a branch, or with none. */
export function withReply(
  study: Study,
  path: Path,
  reply: Partial<Reply> | undefined,
  stamp: Stamp,
): Study {
  const before = study.get(path)?.reply ?? { any: [], guard: [], isSent: false };
  return withWords(study, path, { reply: reply && { ...before, ...reply } }, stamp);
}

/** The study in which the server knows all replies that go on from `from`, or none of them. */
export function withSent(study: Study, from: Path, isSent: boolean, stamp: Stamp): Study {
  let result = study;
  for (const [path, { reply, isGone }] of study) {
    if (isGone || !reply || reply.isSent === isSent) continue;
    if (path === from || !isBelow(path, from)) continue;
    result = withReply(result, path, { isSent }, stamp);
  }
  return result;
}

/** The turns, by their number from 0, that the server played by a plan of this study. */
export function plannedTurns(study: Study, turns: readonly string[]): readonly number[] {
  let path = '';
  return turns.flatMap((turn, index) => {
    path = pathTo(path, plainTurn(turn));
    const branch = study.get(path);
    return branch && !branch.isGone && branch.reply?.isSent ? [index] : [];
  });
}

/** Finds a stone for a seat that may do anything, which leaves `then` to be played; if there is one. */
export type Example = (path: Path, then: string) => string | undefined;

/** The rules of a board, for a seat with a plan. */
export interface PlanRules {
  readonly seat: SeatName;
  readonly mover: Mover;
  readonly example: Example;
  /** Whether the rules allow the turns of a path. */
  readonly isAllowed: (path: Path) => boolean;
}

/**
 * The study in which exactly the replies of a plan below `from` are known to the server. What can't
 * be shown on a board is left out, and said: `isWhole` is false then.
 */
export function withPlan(
  study: Study,
  from: Path,
  plan: readonly PlanBranch[],
  rules: PlanRules,
  stamp: Stamp,
): { readonly study: Study; readonly isWhole: boolean } {
  let result = study;
  let isWhole = true;
  const replies = new Set<Path>();
  const add = (at: Path, branches: readonly PlanBranch[]): void => {
    for (const branch of branches) {
      const path = markedReply(result, at, branch, rules) ?? pathOfReply(at, branch, rules);
      if (path === undefined) {
        isWhole = false;
        continue;
      }
      const reply = {
        any: anyOf(at, path, branch, rules),
        guard: branch.guard ?? [],
        isSent: true,
      };
      result = withReply(withBranch(result, path, stamp), path, reply, stamp);
      replies.add(path);
      add(path, branch.next ?? []);
    }
  };
  add(from, plan);
  for (const [path, { reply, isGone }] of result) {
    if (isGone || !reply?.isSent || path === from || !isBelow(path, from)) continue;
    if (!replies.has(path)) result = withReply(result, path, { isSent: false }, stamp);
  }
  return { study: result, isWhole };
}

/** The point that a branch wants of a seat. A seat that isn't named may do anything, too. */
function wantedOf({ if: conditions }: PlanBranch, seat: SeatName): string {
  return conditions.find((one) => one.seat === seat)?.point ?? 'any';
}

/** The seats before a reply that may do anything. */
function anyOf(from: Path, path: Path, branch: PlanBranch, { mover, seat }: PlanRules): SeatName[] {
  const seats: SeatName[] = [];
  for (let at = parentOf(path); at !== from && isBelow(at, from); at = parentOf(at)) {
    const whose = mover(parentOf(at));
    if (whose === undefined || whose === seat) break;
    if (wantedOf(branch, whose) === 'any') seats.unshift(whose);
  }
  return seats;
}

/** The path of a reply that is marked already, whichever stone stands for "any" there. */
function markedReply(
  study: Study,
  from: Path,
  branch: PlanBranch,
  rules: PlanRules,
): Path | undefined {
  const tree = new Tree(study);
  const follow = (path: Path): Path | undefined => {
    const whose = rules.mover(path);
    if (whose === undefined) return undefined;
    for (const next of tree.after(path)) {
      const found = whose === rules.seat ? reply(next) : other(next, wantedOf(branch, whose));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const reply = (path: Path): Path | undefined => {
    const marked = lastTurn(path) === branch.then ? study.get(path)?.reply : undefined;
    const any = anyOf(from, path, branch, rules);
    return marked && any.every((seat) => marked.any.includes(seat)) ? path : undefined;
  };
  const other = (path: Path, wanted: string): Path | undefined => {
    const isWanted = wanted === 'any' ? !lastTurn(path).startsWith('leave:') : false;
    return isWanted || lastTurn(path) === wanted ? follow(path) : undefined;
  };
  return follow(from);
}

function pathOfReply(
  from: Path,
  branch: PlanBranch,
  { mover, example, seat, isAllowed }: PlanRules,
): Path | undefined {
  let path = from;
  for (let turns = 0; turns < seatNames.length; ++turns) {
    const whose = mover(path);
    if (whose === undefined) return undefined;
    if (whose === seat) {
      const last = pathTo(path, branch.then);
      return isAllowed(last) ? last : undefined;
    }
    const wanted = wantedOf(branch, whose);
    const point = wanted === 'any' ? example(path, branch.then) : wanted;
    if (point === undefined) return undefined;
    path = pathTo(path, point);
  }
  return undefined;
}
