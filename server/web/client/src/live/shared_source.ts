/**
 * Events of a game without a socket. A browser has six connections to a host, for all of its tabs:
 * streams take two of them at most, and what comes later asks again and again.
 */
import type { Timers } from 'tanbo-client';
import type { Source } from './http_line';

const streams_max = 2;
const poll_ms = 5_000;
const open = 1;
const closed = 2;

/** The source's needs from outside. */
export interface SharedSourceOptions {
  readonly timers: Timers;
  /** The address of the events after a seq. */
  path(after: number): string;
  /** Opens a stream of them. */
  stream(path: string): Source;
}

interface Page {
  readonly events: readonly { readonly seq: number; readonly type: string }[];
}

export class SharedSource implements Source {
  private state = 0;
  private readonly heard: [type: string, listener: (event: Event) => void][] = [];
  private stream: Source | undefined;
  /** Ends what it does now. */
  private end = () => {};

  constructor(
    private readonly options: SharedSourceOptions,
    private after: number,
  ) {
    void this.begin(1);
  }

  get readyState(): number {
    return this.stream?.readyState ?? this.state;
  }

  addEventListener(type: string, listener: (event: Event) => void): void {
    this.heard.push([type, listener]);
    this.stream?.addEventListener(type, listener);
  }

  close(): void {
    this.state = closed;
    this.stream?.close();
    this.end();
  }

  /** Takes the first stream that no tab has. Without locks, tabs can't know of one another. */
  private async begin(number: number): Promise<void> {
    if (this.state === closed) return;
    if (number > streams_max || !('locks' in navigator)) {
      void this.poll();
      return;
    }
    await navigator.locks.request(`stream ${number}`, { ifAvailable: true }, async (lock) => {
      if (!lock) {
        void this.begin(number + 1);
      } else if (this.state !== closed) {
        this.follow();
        await new Promise<void>((release) => (this.end = release));
      }
    });
  }

  private follow(): void {
    this.stream = this.options.stream(this.options.path(this.after));
    for (const [type, listener] of this.heard) this.stream.addEventListener(type, listener);
  }

  private async poll(): Promise<void> {
    try {
      const answer = await fetch(this.options.path(this.after), { cache: 'no-store' });
      if (this.readyState === closed) return;
      if (answer.ok) {
        this.state = open;
        this.take((await answer.json()) as Page);
      } else if (answer.status < 500 && answer.status !== 429) {
        this.state = closed;
        this.tell(new Event('error'));
        return;
      }
    } catch {
      // The server is away: as a stream does, it tries again.
    }
    if (this.readyState === closed) return;
    this.end = this.options.timers.after(poll_ms, () => void this.poll());
  }

  private take({ events }: Page): void {
    for (const event of events) {
      this.after = event.seq;
      this.tell(new MessageEvent(event.type, { data: JSON.stringify(event) }));
    }
  }

  private tell(event: Event): void {
    for (const [type, listener] of this.heard) if (type === event.type) listener(event);
  }
}
