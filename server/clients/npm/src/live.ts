import type { Problem } from './problem.js';
import { endingOf, retryAfter, type Ending } from './retry.js';
import type { Timers } from './timers.js';
import { Value } from './value.js';

/** How the line to the server is. */
export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'online' }
  /** Since when, by this machine's clock. */
  | { readonly state: 'offline'; readonly since: number }
  /** The server did not understand us: only a reload helps. */
  | { readonly state: 'broken' };

/** One who follows a topic. */
export interface Follower {
  /** The last seq that is known; nothing to start from the snapshot. */
  after?(): number | undefined;
  /** Looks at the board alone, and is no watcher. */
  readonly glance?: boolean;
  /** A push of the topic. */
  take(message: Push): void;
  /** The subscription is there; `seq` is the game's present one. */
  joined?(seq: number | undefined): void;
  /** The server will not have it: an unknown game, or a seq that it never had. */
  refused?(code: string, problem?: Problem): void;
}

/** A push as it comes; who follows the topic knows its type. */
export interface Push {
  readonly topic: string;
  readonly type: string;
}

/** The part of a WebSocket that is used. */
export interface Line {
  readonly readyState: number;
  onopen: (() => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
  onmessage: ((event: { readonly data: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The socket's needs from outside. */
export interface LiveOptions {
  readonly timers: Timers;
  /** Opens a new line. */
  open(): Line;
  /** Of which epoch the numbers are that followers know. */
  readonly epoch?: string;
  /** They are of an epoch that is over: followers would take another game for theirs. */
  restored?(): void;
  /** The session has ended (1008); awaited before the next attempt. */
  signedOut?(): Promise<unknown>;
}

const ping_ms = 25_000;
const pong_ms = 10_000;
const wakePong_ms = 2_000;
const patience_ms = 1_000;
const hiddenFor_ms = 300_000;
const open = 1;

/** One socket for any number of topics; it comes back by itself and follows on where it was. */
export class Live {
  readonly connection = new Value<Connection>({ state: 'connecting' });
  protected readonly followers = new Map<string, Follower>();
  private readonly answers = new Map<number, (answer: ServerAnswer) => void>();
  /** The epoch of the numbers that followers know; the server tells it with the first of them. */
  protected epoch: string | undefined;
  private line: Line | undefined;
  private nextId = 1;
  private failures = 0;
  private lostAt: number | undefined;
  private hidden = false;
  /** The server's clock: what it said, and when by the monotonic clock. */
  private told: { now: number; at: number } | undefined;
  private cancelRetry = () => {};
  private cancelPing = () => {};
  private cancelPong = () => {};
  private cancelNotice = () => {};
  private cancelRest = () => {};

  constructor(protected readonly options: LiveOptions) {
    this.epoch = options.epoch;
  }

  /** Follows a topic until the answer is called. Requires: it has no follower here. */
  follow(topic: string, follower: Follower): () => void {
    this.followers.set(topic, follower);
    if (this.isOpen()) this.subscribe(topic, follower);
    else if (!this.line) this.connect();
    return () => {
      if (this.followers.get(topic) !== follower) return;
      this.followers.delete(topic);
      if (this.isOpen()) this.send({ op: 'unsubscribe', topic });
    };
  }

  /** The server's time, ms since 1970; the local clock's until it has told. */
  now(): number {
    const { timers } = this.options;
    return this.told ? this.told.now + timers.monotonic() - this.told.at : timers.now();
  }

  /** The page is seen again, or may have slept: is the line still there? */
  wake(): void {
    this.hidden = false;
    this.cancelRest();
    this.failures = 0;
    if (this.isOpen()) {
      this.ping(wakePong_ms);
    } else if (this.connection.get().state !== 'broken') {
      // An attempt that began before the sleep may wait for an answer that can't come.
      this.drop();
      this.connect();
    }
  }

  /** Notes that the page is hidden: no pings, and after a while no line. */
  hide(): void {
    this.hidden = true;
    this.cancelPing();
    this.cancelRest();
    this.cancelRest = this.options.timers.after(hiddenFor_ms, () => {
      this.cancelRetry();
      this.drop();
    });
  }

  /** Another person speaks now: a new line. */
  reopen(): void {
    this.failures = 0;
    this.drop();
    this.connect();
  }

  /** Ends everything. */
  close(): void {
    this.followers.clear();
    this.cancelRetry();
    this.cancelRest();
    this.cancelNotice();
    this.drop();
  }

  protected isOpen(): boolean {
    return this.line?.readyState === open;
  }

  protected connect(): void {
    this.cancelRetry();
    if (this.line || !this.isWanted()) return;
    const line = this.options.open();
    this.line = line;
    this.cancelPong = this.options.timers.after(pong_ms, () => this.lose('lost'));
    this.noticeSoon();
    line.onopen = () => this.opened();
    line.onmessage = ({ data }) => this.line === line && this.take(JSON.parse(data));
    line.onclose = ({ code }) => this.line === line && this.lose(endingOf(code));
  }

  /** Whether there is something to connect for. */
  protected isWanted(): boolean {
    return this.followers.size > 0;
  }

  protected opened(): void {
    this.cancelPong();
    this.cancelNotice();
    this.lostAt = undefined;
    this.connection.set({ state: 'online' });
    for (const [topic, follower] of this.followers) this.subscribe(topic, follower);
    this.ping(pong_ms);
  }

  /** Says that the line is gone if it is not back within a moment. */
  private noticeSoon(): void {
    const { timers } = this.options;
    if (this.lostAt !== undefined) return;
    const since = (this.lostAt = timers.now());
    this.cancelNotice = timers.after(patience_ms, () =>
      this.connection.set({ state: 'offline', since }),
    );
  }

  private lose(ending: Ending): void {
    const { timers, signedOut } = this.options;
    this.drop();
    if (ending === 'broken') {
      this.connection.set({ state: 'broken' });
      return;
    }
    this.noticeSoon();
    const wait_ms = retryAfter(ending, this.failures++, timers.random());
    if (this.hidden) return;
    const retry = () => this.connect();
    this.cancelRetry = timers.after(wait_ms, () => {
      if (ending === 'signed-out' && signedOut) void signedOut().then(retry, retry);
      else retry();
    });
  }

  protected drop(): void {
    const line = this.line;
    this.line = undefined;
    this.answers.clear();
    this.cancelPing();
    this.cancelPong();
    if (!line) return;
    line.onopen = line.onmessage = line.onclose = null;
    line.close();
  }

  private subscribe(topic: string, follower: Follower): void {
    const after = follower.after?.();
    const { epoch } = this;
    const request = {
      op: 'subscribe',
      topic,
      ...(epoch ? { epoch } : {}),
      ...(after === undefined ? {} : { after }),
      ...(follower.glance ? { glance: true } : {}),
    };
    this.send(request, (answer) => {
      if (this.followers.get(topic) !== follower) return;
      if (answer.ok) {
        this.epoch ??= answer.epoch;
        follower.joined?.(answer.seq);
      } else this.refuse(follower, answer.error?.code ?? '', answer.error);
    });
  }

  private refuse(follower: Follower | undefined, code: string, problem?: Problem): void {
    const { restored } = this.options;
    if (code === 'server-restored' && restored) restored();
    else follower?.refused?.(code, problem);
  }

  private ping(patience: number): void {
    const { timers } = this.options;
    this.cancelPing();
    this.cancelPong();
    this.cancelPong = timers.after(patience, () => this.lose('lost'));
    const sent = timers.monotonic();
    this.send({ op: 'ping' }, ({ now }) => {
      this.cancelPong();
      this.failures = 0;
      const at = timers.monotonic();
      if (now !== undefined) this.told = { now: Date.parse(now) + (at - sent) / 2, at };
      if (!this.hidden) this.cancelPing = timers.after(ping_ms, () => this.ping(pong_ms));
    });
  }

  protected send(request: object, answered: (answer: ServerAnswer) => void = () => {}): void {
    const id = this.nextId++;
    this.answers.set(id, answered);
    this.line?.send(JSON.stringify({ ...request, id }));
  }

  private take(message: ServerAnswer | Push): void {
    if ('topic' in message) {
      const follower = this.followers.get(message.topic);
      if (message.type === 'refused') this.refuse(follower, (message as Refused).code);
      else follower?.take(message);
    } else if (message.re !== null) {
      const answered = this.answers.get(message.re);
      this.answers.delete(message.re);
      answered?.(message);
    }
  }
}

/** A subscription that was taken, and then was not. */
interface Refused extends Push {
  readonly code: string;
}

/** An answer of the server, as far as the line itself reads it. */
export interface ServerAnswer {
  readonly re: number | null;
  readonly ok: boolean;
  readonly seq?: number;
  readonly epoch?: string;
  readonly now?: string;
  readonly error?: Problem;
}
