/** A player's plan in a game as marks in a tree: read, saved, sent with a move, dropped. */
import { settled } from '../../api/rest';
import { isPassing, type Problem } from '../../api/problem';
import { seatName, type Seat, type SeatName } from '../../engine/types';
import { isBelow, lastTurn, parentOf, turnsOfPath, type Path } from '../../game/study';
import {
  planOf,
  repliesIn,
  withPlan,
  withReply,
  withSent,
  type Condition,
  type PlanBranch,
} from '../../game/study_plan';
import { rest } from '../../parts/site';
import type { Exploring } from './exploring.svelte';

/** The position of the game that a plan is made for. */
interface Basis {
  readonly path: Path;
  readonly ply: number;
  readonly seq: number;
}

export class Planning {
  /** Nothing of what is done here is for another position than the one that was seen. */
  basis = $state.raw<Basis>();
  isBusy = $state(false);
  problem = $state.raw<Problem>();
  /** Whether the server has a plan. */
  isMade = $state(false);
  /** Whether a plan of the server can't be shown whole. */
  isPartial = $state(false);
  hasEnded = $state(false);
  /** A move of one's own that was placed and is not in the game's log here yet. */
  private placed = $state.raw<Path>();

  constructor(
    private readonly tree: Exploring,
    private readonly game: number,
    readonly seat: Seat,
    /** The game as it is now. */
    private readonly now: () => Basis,
  ) {
    this.basis = now();
  }

  /** The turns of the game, with a stone just placed here. */
  get head(): Path {
    return this.placed ?? this.now().path;
  }

  private get name(): SeatName {
    return seatName(this.seat);
  }

  private get params() {
    return { path: { game: this.game } };
  }

  /** Whether the game has moved on since the plan was begun. */
  get isBehind(): boolean {
    return this.placed === undefined && this.basis?.path !== this.now().path;
  }

  get isMyTurn(): boolean {
    return this.tree.rules.seatToMove(this.head) === this.seat;
  }

  /** The turns made meanwhile. */
  get missed(): readonly string[] {
    return turnsOfPath(this.now().path).slice(turnsOfPath(this.basis?.path ?? '').length);
  }

  /** At one's turn the move that the plan follows: the one towards where one looks. */
  get move(): Path | undefined {
    const from = this.head;
    if (!this.isMyTurn) return undefined;
    const next = this.tree.next(from);
    return next.find((path) => isBelow(this.tree.at, path)) ?? next[0];
  }

  /** The plan that the marks make. */
  get plan(): readonly PlanBranch[] {
    const from = this.isMyTurn ? this.move : this.head;
    if (from === undefined) return [];
    return planOf(this.tree.study, from, this.name, this.tree.rules.of(this.name).mover);
  }

  get replies(): number {
    return repliesIn(this.plan);
  }

  /** The turns of the others before the shown stone, if that can be a planned reply. */
  get conditions(): readonly Condition[] | undefined {
    const { tree } = this;
    const from = this.isMyTurn ? this.move : this.head;
    if (from === undefined || tree.at === from || !isBelow(tree.at, from)) return undefined;
    if (tree.rules.seatOfLast(tree.at) !== this.seat || tree.at.includes('leave:', from.length)) {
      return undefined;
    }
    const conditions: Condition[] = [];
    for (let path = parentOf(tree.at); path !== from; path = parentOf(path)) {
      const seat = tree.rules.seatOfLast(path);
      if (seat === undefined || seat === this.seat) break;
      conditions.unshift({ seat: seatName(seat), point: lastTurn(path) });
    }
    return conditions;
  }

  /** Whether the move would remove a root of the player's own. */
  get isCostly(): boolean {
    const { move } = this;
    const look = move === undefined ? undefined : this.tree.rules.look(this.head);
    const point = look?.geometry.parse(lastTurn(move ?? ''));
    const effect = point === undefined ? undefined : look?.preview(this.seat, point);
    return effect?.legal === true && effect.own;
  }

  /** Marks the shown stone as a reply, or takes the mark away; own replies before it are marked. */
  toggle(): void {
    const { tree } = this;
    const { at } = tree;
    const from = this.isMyTurn ? this.move! : this.head;
    const isMarked = tree.study.get(at)?.reply !== undefined;
    tree.change((study, stamp) => {
      if (isMarked) return withReply(study, at, undefined, stamp);
      let marked = study;
      for (let path = at; path !== from && path !== ''; path = parentOf(path)) {
        if (tree.rules.seatOfLast(path) !== this.seat || study.get(path)?.reply) continue;
        marked = withReply(marked, path, { isSent: false }, stamp);
      }
      return marked;
    });
  }

  /** Whether a seat may do anything instead of what is shown. */
  setAny(seat: SeatName, isAny: boolean): void {
    const { tree } = this;
    const any = tree.study.get(tree.at)?.reply?.any.filter((one) => one !== seat) ?? [];
    tree.change((study, stamp) =>
      withReply(study, tree.at, { any: isAny ? [...any, seat] : any }, stamp),
    );
  }

  /** Goes on from the position that the game has now. */
  catchUp(): void {
    this.basis = this.now();
    this.tree.goTo(this.basis.path);
    void this.read();
  }

  /** Reads the server's plan, and marks its replies. */
  async read(): Promise<void> {
    const { path } = this.now();
    const answer = await settled(rest.GET('/api/v1/games/{game}/plan', { params: this.params }));
    // A game that has gone on since is asked about again.
    if (path !== this.now().path || this.placed !== undefined) return;
    if (!answer.ok) {
      if (answer.problem.code !== 'no-such-plan') return;
      this.hasEnded = this.isMade;
      this.isMade = false;
      this.markSent(path, false);
      return;
    }
    this.isMade = true;
    this.hasEnded = false;
    if (answer.data.ply !== this.now().ply) return;
    const stamp = { at: Date.now(), by: 'server' };
    const rules = this.tree.rules.of(this.name);
    const { study, isWhole } = withPlan(this.tree.study, path, answer.data.plan, rules, stamp);
    this.isPartial = !isWhole;
    if (planDiffers(this.tree.study, study)) this.tree.note(() => study);
  }

  /** Saves the plan while others are to move. */
  async save(): Promise<void> {
    const { basis, plan } = this;
    if (!basis || this.isBehind) return;
    const body = { ply: basis.ply, plan: plan as never };
    const done = await this.ask(() =>
      settled(rest.PUT('/api/v1/games/{game}/plan', { params: this.params, body })),
    );
    if (done) this.made(basis.path);
  }

  /** Places the stone and saves the plan for what follows, both or neither. */
  async play(): Promise<void> {
    const { basis, plan, move } = this;
    if (!basis || this.isBehind || move === undefined) return;
    const body = {
      point: lastTurn(move),
      ply: basis.ply,
      seq: basis.seq,
      ...(plan.length > 0 ? { plan: plan as never } : {}),
    };
    const event = await this.ask(() =>
      settled(rest.POST('/api/v1/games/{game}/moves', { params: this.params, body })),
    );
    if (!event) return;
    if (plan.length > 0) this.made(move);
    if (!isBelow(this.now().path, move)) this.placed = move;
    this.basis = { path: move, ply: basis.ply + 1, seq: basis.seq };
    this.tree.goTo(move);
    // A repeat of a move that was made before without this plan has left no plan.
    if (plan.length > 0 && this.placed === undefined) void this.read();
  }

  /** To be called when the game has gone on. */
  moved(): void {
    const { path } = this.now();
    if (this.placed !== undefined && isBelow(path, this.placed)) this.placed = undefined;
    if (this.isMade) void this.read();
  }

  /** Deletes the plan; the marks stay in the tree as a draft. */
  async drop(): Promise<void> {
    const done = await this.ask(() =>
      settled(rest.DELETE('/api/v1/games/{game}/plan', { params: this.params })),
    );
    if (!done) return;
    this.isMade = false;
    this.markSent(this.head, false);
  }

  private made(from: Path): void {
    this.isMade = true;
    this.hasEnded = false;
    this.isPartial = false;
    this.markSent(from, true);
  }

  private markSent(from: Path, isSent: boolean): void {
    this.tree.note((study, stamp) => withSent(study, from, isSent, stamp));
  }

  /** The answer, or true if it has no body; nothing if it was refused. */
  private async ask<T>(
    send: () => Promise<{ ok: true; data: T } | { ok: false; problem: Problem }>,
  ): Promise<T | true | undefined> {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    this.problem = undefined;
    let answer = await send();
    // A move and a plan can be sent again: they are carried out once.
    if (!answer.ok && isPassing(answer.problem)) answer = await send();
    this.isBusy = false;
    if (answer.ok) return answer.data ?? true;
    this.problem = answer.problem;
    return undefined;
  }
}

function planDiffers(one: Exploring['study'], other: Exploring['study']): boolean {
  const marks = (study: Exploring['study']) =>
    JSON.stringify(
      [...study].flatMap(([path, { reply }]) => (reply ? [[path, reply]] : [])).sort(),
    );
  return marks(one) !== marks(other);
}
