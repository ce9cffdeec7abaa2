import type { Timers } from 'tanbo-client';
import type { Answer } from '../api/rest';
import { isPassing, type Problem } from '../api/problem';
import type { Move } from '../api/games';
import type { GameEvent } from '../api/types';
import type { Point, Seat } from '../engine/types';
import type { Log } from './log';
import { turnOfPly } from './log';
import { leavingOf, lookAt } from './look';
import type { Store } from './store';
import type { Draft } from './types';

/** The needs of a game's outbox. */
export interface OutboxOptions {
  readonly store: Store;
  readonly timers: Timers;
  /** Under which the draft is kept; drafts of another person or game have another. */
  readonly key: string;
  log(): Log;
  /** The seat that may place a stone here; nothing for those who only watch. */
  seat(): Seat | undefined;
  send(move: Move): Promise<Answer<GameEvent>>;
  /** Takes an event that the server answered. */
  take(event: GameEvent): void;
  /** Reads what the server has; false if it can't be asked. */
  catchUp(): Promise<boolean>;
  /** Whether there is no line to the server, as far as is known. */
  isAway(): boolean;
  changed(draft: Draft): void;
}

/** A draft as it is kept: `sent` if the server may have it, `queued` if it waits to be sent. */
export interface KeptDraft extends Move {
  readonly sent: boolean;
  readonly queued?: boolean;
}

const waits_ms = [1_000, 2_000, 5_000, 10_000];

/** A move from the choice of a point until it is in the log, through losses and reloads. */
export class Outbox {
  draft: Draft = { state: 'idle' };
  private kept: KeptDraft | undefined;
  private failures = 0;
  private cancelRetry = () => {};

  constructor(private readonly options: OutboxOptions) {}

  /** Takes up the draft of an earlier page. */
  async restore(): Promise<void> {
    const kept = await this.options.store.get<KeptDraft>(this.options.key);
    if (!kept || this.kept) return;
    const point = this.options.log().look.geometry.parse(kept.point);
    if (point === undefined) return this.rest({ state: 'idle' });
    this.kept = kept;
    this.show({ state: kept.sent ? 'unknown' : kept.queued ? 'queued' : 'chosen', point });
    if (kept.sent || kept.queued) await this.settle();
    else this.logChanged();
  }

  /** Chooses a point; nothing is sent yet. */
  choose(point: Point): void {
    const seat = this.options.seat();
    const { look, seq } = this.options.log();
    if (seat === undefined || this.isUnderway()) return;
    const preview = look.preview(seat, point);
    if (!preview.legal) {
      const { reason } = preview;
      this.rest({
        state: 'refused',
        point,
        problem: { code: 'illegal-move', detail: '', status: 422, reason },
      });
      return;
    }
    this.keep({ point: look.geometry.name(point), ply: look.ply, seq, sent: false });
    this.show({ state: 'chosen', point });
  }

  /** Gives up the choice, or takes note of a refusal. */
  cancel(): void {
    if (!this.isUnderway()) this.rest({ state: 'idle' });
  }

  /** Sends what is chosen; once, however often it is called. */
  place(): void {
    if (this.draft.state !== 'chosen' || !this.kept) return;
    if (this.options.isAway()) {
      this.keep({ ...this.kept, queued: true });
      this.show({ state: 'queued', point: this.draft.point });
      // The server may be there though the line is not.
      void this.settle();
    } else void this.send();
  }

  /** The game went on. */
  logChanged(): void {
    if (!this.kept || this.draft.state === 'refused') return;
    const found = this.found();
    if (found === 'mine') this.rest({ state: 'idle' });
    else if (this.draft.state === 'sending') return;
    else if (found !== undefined) this.overtake(found.by);
    else if (this.draft.state === 'chosen' && !this.isStillLegal()) this.overtake(this.lastTurn());
  }

  /** The line is back. */
  online(): void {
    if (this.isOpen()) void this.settle();
  }

  /** Stops asking. What is kept stays for the next page. */
  close(): void {
    this.cancelRetry();
    this.kept = undefined;
  }

  private isUnderway(): boolean {
    return this.draft.state === 'sending' || this.draft.state === 'unknown';
  }

  /** Whether the server is asked first, once it can be. */
  private isOpen(): boolean {
    return this.draft.state === 'unknown' || this.draft.state === 'queued';
  }

  private send(): Promise<void> {
    if (!this.kept || !('point' in this.draft)) return Promise.resolve();
    this.keep({ ...this.kept, sent: true });
    this.show({ state: 'sending', point: this.draft.point });
    return this.deliver();
  }

  private async deliver(): Promise<void> {
    const kept = this.kept;
    if (!kept) return;
    const { sent: _, queued: __, ...move } = kept;
    const answer = await this.options.send(move);
    if (this.kept !== kept) return;
    if (answer.ok) {
      this.options.take(answer.data);
      if (this.kept === kept) this.rest({ state: 'idle' });
    } else if (isPassing(answer.problem)) {
      this.wait(answer.problem);
    } else {
      await this.options.catchUp();
      if (this.kept === kept) this.conclude(answer.problem);
    }
  }

  /** Whether the server has the move is not known, or it could not take it: ask again later. */
  private wait({ retry_after_s }: { retry_after_s?: number | undefined } = {}): void {
    if (this.draft.state === 'sending') {
      this.show({ state: 'unknown', point: this.draft.point });
    }
    const wait_ms = waits_ms[Math.min(this.failures++, waits_ms.length - 1)]!;
    this.cancelRetry();
    this.cancelRetry = this.options.timers.after(
      Math.max(wait_ms, (retry_after_s ?? 0) * 1_000),
      () => void this.settle(),
    );
  }

  /** Finds out what became of a move without an answer. */
  private async settle(): Promise<void> {
    const kept = this.kept;
    this.cancelRetry();
    const asked = await this.options.catchUp();
    if (!kept || this.kept !== kept || !this.isOpen()) return;
    if (!asked) return this.wait();
    const found = this.found();
    if (found === 'mine') this.rest({ state: 'idle' });
    else if (found !== undefined) this.overtake(found.by);
    else await this.send();
  }

  private conclude(problem: Problem): void {
    const found = this.found();
    if (found === 'mine') this.rest({ state: 'idle' });
    else if (found !== undefined) this.overtake(found.by);
    else if (this.draft.state !== 'idle') {
      this.rest({ state: 'refused', point: this.draft.point, problem });
    }
  }

  /** The log's turn at the ply of the draft: the very move, something else, or nothing yet. */
  private found(): 'mine' | { readonly by: string | undefined } | undefined {
    const { ply, point } = this.kept!;
    const { board, turns, look } = this.options.log();
    const seat = this.options.seat();
    if (look.ply <= ply) {
      return look.ply === ply && look.toMove === seat ? undefined : { by: this.lastTurn() };
    }
    const turn = turnOfPly(turns, ply);
    const by = look.turns[turn];
    return by === point && lookAt(board, turns.slice(0, turn)).toMove === seat ? 'mine' : { by };
  }

  private isStillLegal(): boolean {
    const seat = this.options.seat();
    const { look } = this.options.log();
    const point = look.geometry.parse(this.kept!.point)!;
    return seat !== undefined && look.preview(seat, point).legal;
  }

  private lastTurn(): string | undefined {
    return this.options.log().look.turns.at(-1);
  }

  private overtake(by: string | undefined): void {
    if (this.draft.state === 'idle') return;
    const seat = this.options.seat();
    // A player who has left knows why nothing is placed.
    if (seat !== undefined && by && leavingOf(by)?.seat === seat) this.rest({ state: 'idle' });
    else this.rest({ state: 'overtaken', point: this.draft.point, by });
  }

  /** Ends the draft: nothing is underway any more. */
  private rest(draft: Draft): void {
    this.cancelRetry();
    this.failures = 0;
    this.keep(undefined);
    this.show(draft);
  }

  private keep(kept: KeptDraft | undefined): void {
    this.kept = kept;
    void this.options.store.set(this.options.key, kept);
  }

  private show(draft: Draft): void {
    this.draft = draft;
    this.options.changed(draft);
  }
}
