/** A line if there is no WebSocket: it speaks like one, over plain HTTP. */
import type { Line, Push, Timers } from 'tanbo-client';
import type { GameEvent } from '../api/types';

/** The part of an EventSource that is used. */
export interface Source extends Pick<EventSource, 'close' | 'readyState'> {
  addEventListener(type: string, listener: (event: Event) => void): void;
}

/** The line's needs from outside. */
export interface HttpLineOptions {
  readonly timers: Timers;
  /** Opens the events of a game after a seq. */
  source(game: string, after: number): Source;
  /** Why the server refuses them; nothing if it does not, or can't be asked. */
  whyNot(game: string, after: number): Promise<string | undefined>;
  /** Asks the server whether it is there; the time that it says, if it does. */
  greet(): Promise<number | undefined>;
}

/** A request as `Live` sends it. */
interface Request {
  readonly id: number;
  readonly op: 'subscribe' | 'unsubscribe' | 'ping';
  readonly topic?: string;
  readonly after?: number;
  readonly glance?: boolean;
}

const poll_ms = 20_000;
const connecting = 0;
const open = 1;
const closed = 3;
/** Of an EventSource. */
const sourceClosed = 2;
const lost = 1006;

/** Every type of event, since each is listened to by its name. */
const types: Record<GameEvent['type'], true> = {
  calendar: true,
  credit: true,
  end: true,
  join: true,
  leave: true,
  move: true,
  offer: true,
  open: true,
  pause: true,
  proposal: true,
  'proposal-answer': true,
  resume: true,
  start: true,
  substitute: true,
  swap: true,
  undo: true,
};

/**
 * Events of games come as the server sends them. Of all else only a hint comes every 20 s: its
 * followers look again then; boards in passing have none.
 */
export class HttpLine implements Line {
  onopen: Line['onopen'] = null;
  onclose: Line['onclose'] = null;
  onmessage: Line['onmessage'] = null;
  readyState = connecting;
  private readonly sources = new Map<string, Source>();
  private readonly topics = new Set<string>();
  private cancelPoll = () => {};

  constructor(private readonly options: HttpLineOptions) {
    void this.begin();
  }

  send(text: string): void {
    const request = JSON.parse(text) as Request;
    const { topic = '' } = request;
    if (request.op === 'ping') {
      void this.pong(request.id);
      return;
    }
    if (request.op === 'subscribe') this.follow(request);
    else this.leave(topic);
    this.push({ re: request.id, ok: true });
  }

  close(): void {
    this.readyState = closed;
    this.cancelPoll();
    for (const topic of [...this.topics]) this.leave(topic);
  }

  private async begin(): Promise<void> {
    const now = await this.options.greet();
    if (this.readyState === closed) return;
    if (now === undefined) {
      this.end();
      return;
    }
    this.readyState = open;
    this.onopen?.();
    this.pollLater();
  }

  private follow(request: Request): void {
    const { topic = '', after = 0, glance } = request;
    this.leave(topic);
    if (glance) return;
    this.topics.add(topic);
    const game = /^game:(\d+)$/.exec(topic)?.[1];
    if (!game) return;
    const source = this.options.source(game, after);
    this.sources.set(topic, source);
    source.addEventListener('error', () => void this.explain(game, request, source));
    for (const type of Object.keys(types)) {
      source.addEventListener(type, (event) => {
        if (event instanceof MessageEvent) this.push(JSON.parse(String(event.data)));
      });
    }
  }

  /** An EventSource ends for good when it is refused, and does not say why. */
  private async explain(game: string, { topic = '', after = 0 }: Request, source: Source) {
    if (source.readyState !== sourceClosed) return;
    const code = await this.options.whyNot(game, after);
    if (this.sources.get(topic) !== source) return;
    this.leave(topic);
    if (code === undefined) this.end();
    else this.push({ topic, type: 'refused', code });
  }

  private leave(topic: string): void {
    this.topics.delete(topic);
    this.sources.get(topic)?.close();
    this.sources.delete(topic);
  }

  private async pong(re: number): Promise<void> {
    const now = await this.options.greet();
    if (this.readyState !== open) return;
    if (now === undefined) this.end();
    else this.push({ re, ok: true, now: new Date(now).toISOString() });
  }

  private pollLater(): void {
    this.cancelPoll = this.options.timers.after(poll_ms, () => {
      for (const topic of this.topics) this.push({ topic, type: 'poll' });
      this.pollLater();
    });
  }

  /** Says something as if it had come over a socket: later, and not once it is closed. */
  private push(message: Push | object): void {
    queueMicrotask(() => {
      if (this.readyState === open) this.onmessage?.({ data: JSON.stringify(message) });
    });
  }

  private end(): void {
    this.close();
    this.onclose?.({ code: lost });
  }
}
