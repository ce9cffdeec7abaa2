/** Plans and studies as one: marked replies become a plan for the server, and back. Pure. */
import { seatNames, type SeatName } from '../engine/types';
import {
  isBelow,
  lastTurn,
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

/** The study in which exactly the replies of the seat below `from` are known to the server. */
export function withSent(study: Study, from: Path, isSent: boolean, stamp: Stamp): Study {
  let result = study;
  for (const [path, { reply, isGone }] of study) {
    if (isGone || !reply || reply.isSent === isSent || !isBelow(path, from)) continue;
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
 * The study with the replies of a plan that the server has. What can't be shown on a board is left
 * out, and said: `isWhole` is false then.
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
  const add = (at: Path, branches: readonly PlanBranch[]): void => {
    for (const branch of branches) {
      const path = pathOfReply(at, branch, rules);
      if (path === undefined) {
        isWhole = false;
        continue;
      }
      const any = branch.if.flatMap(({ seat, point }) => (point === 'any' ? [seat] : []));
      const reply = { any, guard: branch.guard ?? [], isSent: true };
      result = withReply(withBranch(result, path, stamp), path, reply, stamp);
      add(path, branch.next ?? []);
    }
  };
  add(from, plan);
  return { study: result, isWhole };
}

function pathOfReply(
  from: Path,
  { if: conditions, then }: PlanBranch,
  { mover, example, seat, isAllowed }: PlanRules,
): Path | undefined {
  const points = new Map(conditions.map(({ seat, point }) => [seat, point]));
  let path = from;
  // A seat that isn't named may do anything, too.
  for (let turns = 0; turns < seatNames.length; ++turns) {
    const whose = mover(path);
    if (whose === undefined) return undefined;
    if (whose === seat) {
      const last = pathTo(path, then);
      return isAllowed(last) ? last : undefined;
    }
    const named = points.get(whose) ?? 'any';
    const point = named === 'any' ? example(path, then) : named;
    if (point === undefined) return undefined;
    path = pathTo(path, point);
  }
  return undefined;
}
