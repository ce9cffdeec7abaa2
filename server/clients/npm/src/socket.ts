/** The live socket with the contract's operations: requests with answers, and topics to iterate. */

import type { components, Operations, Push as AnyPush } from './generated/live.js';
import { Live, type Follower, type Line, type Push, type ServerAnswer } from './live.js';
import { noAnswer, Refusal, type Problem } from './problem.js';
import { namesBoard, waitBefore } from './repeat.js';
import type { Timers } from './timers.js';

/** Operations that are requests of yours: following and tokens are the socket's own business. */
export type Op = Exclude<keyof Operations, 'subscribe' | 'unsubscribe' | 'auth'>;

/** The fields of an operation. */
export type FieldsOf<O extends Op> = Omit<Operations[O]['request'], 'op' | 'id'>;

/** The answer to an operation. */
export type AnswerTo<O extends Op> = Operations[O]['answer'];

/** A topic that can be followed. */
export type Topic = `game:${number}` | `tournament:${number}` | 'lobby' | 'me';

type Schemas = components['schemas'];

/** Pushes of a topic. Ignore types that you don't know. */
export type PushOf<T extends Topic> = T extends `game:${number}`
  ? Schemas['Snapshot'] | Schemas['Event'] | Schemas['Chat']
  : T extends `tournament:${number}`
    ? Schemas['TournamentEvent']
    : Extract<AnyPush, { topic: T }> | Joined<T>;

/** The subscription to a topic without a log is there, also after a cut: read now what it missed. */
export interface Joined<T extends Topic> {
  readonly topic: T;
  readonly type: 'joined';
}

/** How a topic is followed. */
export interface FollowOptions {
  /** The last seq that you have seen, of a game or a tournament. Without it, a snapshot comes. */
  readonly after?: number;
  /** Looks at the board alone, and is no watcher. */
  readonly glance?: boolean;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** How an operation is carried out. */
export interface DoOptions {
  /** It may be sent again after a cut. That holds by itself with a `ply`, a `seq` or a `key`. */
  readonly isRepeatable?: boolean;
}

/** The part of a WebSocket that is used: that of browsers, or of the package "ws". */
export interface SocketLike {
  readonly readyState: number;
  onopen: unknown;
  onclose: unknown;
  onmessage: unknown;
  onerror: unknown;
  send(text: string): void;
  close(): void;
}
export type SocketMaker = new (address: string, protocol: string) => SocketLike;

/** The needs of the socket from outside. */
export interface SocketOptions {
  readonly server: string;
  readonly WebSocket: SocketMaker | undefined;
  readonly timers: Timers;
  /** How long an operation may take, with its repetitions. */
  readonly patience_ms: number;
  readonly epoch?: string;
  token(): string | undefined;
}

interface Ask {
  readonly request: object;
  readonly isRepeatable: boolean;
  isSent: boolean;
  settle(answer: ServerAnswer): void;
}

/** Pushes that may wait for their reader; then the reader is told to be quicker. */
const waiting_max = 10_000;

const lost: ServerAnswer = { re: null, ok: false, error: noAnswer };

/** One socket. It comes back after a cut, and goes on after the last seq of each topic. */
export class Socket extends Live {
  private readonly asks = new Set<Ask>();

  constructor(private readonly socket: SocketOptions) {
    super({
      timers: socket.timers,
      open: () => lineOf(socket),
      ...(socket.epoch ? { epoch: socket.epoch } : {}),
    });
    this.connection.subscribe(({ state }) => {
      if (state === 'broken') this.fail({ ...noAnswer, detail: 'The server closed the socket.' });
    });
  }

  /** The epoch of the database, once a subscription has told it. */
  get knownEpoch(): string | undefined {
    return this.epoch;
  }

  /** Carries out an operation. Throws: Refusal. */
  async do<O extends Op>(
    op: O,
    fields: FieldsOf<O>,
    options: DoOptions = {},
  ): Promise<AnswerTo<O>> {
    const { timers, patience_ms } = this.socket;
    const { isRepeatable = namesBoard(fields) || 'key' in fields } = options;
    const end = timers.monotonic() + patience_ms;
    for (let failures = 0; ; ++failures) {
      const left_ms = end - timers.monotonic();
      const answer = await this.ask({ op, ...fields }, isRepeatable, left_ms);
      if (answer.ok) return answer as unknown as AnswerTo<O>;
      const problem = answer.error ?? noAnswer;
      const wait_ms = waitBefore(problem, { failures, isRepeatable, chance: timers.random() });
      if (wait_ms === undefined || timers.monotonic() + wait_ms > end) throw new Refusal(problem);
      await new Promise<void>((resolve) => timers.after(wait_ms, resolve));
    }
  }

  /**
   * The pushes of a topic, in order. After a cut they go on where they were: no event is left out,
   * none comes twice. `lobby` and `me` have no log, and say `joined` instead. The subscription begins with the first `next()` and ends with the iteration.
   * Throws: Refusal. Requires: the topic is not followed here yet.
   */
  async *pushes<T extends Topic>(topic: T, options: FollowOptions = {}): AsyncGenerator<PushOf<T>> {
    if (this.followers.has(topic)) throw new Error(`${topic} is followed already`);
    const reader = new Reader(topic, options);
    const end = this.follow(topic, reader);
    const abort = () => reader.end();
    options.signal?.addEventListener('abort', abort);
    try {
      while (!options.signal?.aborted) {
        const push = await reader.next();
        if (!push) return;
        yield push as unknown as PushOf<T>;
      }
    } finally {
      options.signal?.removeEventListener('abort', abort);
      end();
    }
  }

  /** Ends everything: iterations end, and operations without an answer are refused. */
  override close(): void {
    for (const follower of this.followers.values()) (follower as Reader).end?.();
    super.close();
    for (const ask of this.asks) ask.settle(lost);
  }

  protected override isWanted(): boolean {
    return super.isWanted() || this.asks.size > 0;
  }

  protected override opened(): void {
    const token = this.socket.token();
    // Answers come in order: all that follows is asked by this account.
    if (token) this.send({ op: 'auth', token }, ({ ok, error }) => !ok && this.fail(error));
    super.opened();
    for (const ask of [...this.asks]) this.sendAsk(ask);
  }

  protected override drop(): void {
    super.drop();
    for (const ask of this.asks) if (ask.isSent && !ask.isRepeatable) ask.settle(lost);
  }

  private ask(request: object, isRepeatable: boolean, patience_ms: number): Promise<ServerAnswer> {
    return new Promise((resolve) => {
      const settle = (answer: ServerAnswer) => {
        cancel();
        this.asks.delete(ask);
        resolve(answer);
      };
      const ask: Ask = { request, isRepeatable, isSent: false, settle };
      const cancel = this.socket.timers.after(patience_ms, () => settle(lost));
      this.asks.add(ask);
      if (this.isOpen()) this.sendAsk(ask);
      else this.connect();
    });
  }

  private sendAsk(ask: Ask): void {
    ask.isSent = true;
    this.send(ask.request, (answer) => ask.settle(answer));
  }

  /** Refuses all that waits: another attempt would meet the same. */
  private fail(problem: Problem = noAnswer): void {
    for (const follower of this.followers.values()) follower.refused?.(problem.code, problem);
    for (const ask of this.asks) ask.settle({ ...lost, error: problem });
  }
}

/** A follower that keeps pushes until they are read. */
class Reader implements Follower {
  readonly glance: boolean;
  private readonly waiting: Push[] = [];
  private seq: number | undefined;
  private refusal: Refusal | undefined;
  private isJoined = false;
  private isOver = false;
  private wake = () => {};

  constructor(
    private readonly topic: Topic,
    options: FollowOptions,
  ) {
    this.seq = options.after;
    this.glance = options.glance ?? false;
  }

  /** Asked at each subscription: pushes of one before are none of this one. */
  after(): number | undefined {
    this.isJoined = false;
    return this.seq;
  }

  take(push: Push & { readonly seq?: number }): void {
    if (!this.isJoined) return;
    if (push.seq !== undefined) {
      if (this.seq !== undefined && push.seq <= this.seq) return;
      this.seq = push.seq;
    }
    if (this.waiting.length >= waiting_max) {
      const detail = `More than ${waiting_max} pushes wait to be read.`;
      this.refused('too-slow', { ...noAnswer, code: 'too-slow', detail });
      return;
    }
    this.waiting.push(push);
    this.wake();
  }

  joined(): void {
    this.isJoined = true;
    if (!this.topic.includes(':')) this.take({ topic: this.topic, type: 'joined' });
  }

  refused(code: string, problem: Problem = { ...noAnswer, code: code as Problem['code'] }): void {
    this.refusal ??= new Refusal(problem);
    this.wake();
  }

  end(): void {
    this.isOver = true;
    this.wake();
  }

  /** The next push; nothing once it is over. Throws: Refusal, after the pushes that came before. */
  async next(): Promise<Push | undefined> {
    while (this.waiting.length === 0 && !this.isOver) {
      if (this.refusal) throw this.refusal;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return this.isOver ? undefined : this.waiting.shift();
  }
}

function lineOf({ server, WebSocket }: SocketOptions): Line {
  if (!WebSocket) throw new Error('This machine has no WebSocket: pass one, such as that of "ws".');
  const address = `${server.replace(/^http/, 'ws').replace(/\/$/, '')}/api/v1/live`;
  const line = new WebSocket(address, 'tanbo.v1+json');
  // A line that fails is closed, too, which is enough to know.
  line.onerror = () => {};
  return line as Line & SocketLike;
}
