/** Things that come faster than they are to be seen. */
import type { Timers } from 'tanbo-client';

/** Hands on what it is given, in its order, and no more often than once in so many ms. */
export class Paced<T> {
  private waiting: T[] = [];
  private restUntil = -Infinity;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly take: (items: readonly T[]) => void,
    private readonly pause_ms: number,
    private readonly timers: Timers,
  ) {}

  /** At once after a pause; else with what else has come when the pause is over. */
  readonly add = (item: T): void => {
    this.waiting.push(item);
    const rest_ms = this.restUntil - this.timers.monotonic();
    if (rest_ms <= 0) this.hand();
    else this.cancel ??= this.timers.after(rest_ms, () => this.hand());
  };

  /** Hands nothing on any more. */
  close(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.waiting = [];
  }

  private hand(): void {
    this.cancel?.();
    this.cancel = undefined;
    const items = this.waiting;
    this.waiting = [];
    this.restUntil = this.timers.monotonic() + this.pause_ms;
    this.take(items);
  }
}
