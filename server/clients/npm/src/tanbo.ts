/** A client of one server. */

import {
  Socket,
  type AnswerTo,
  type DoOptions,
  type FieldsOf,
  type FollowOptions,
  type Op,
  type PushOf,
  type SocketMaker,
  type Topic,
} from './socket.js';
import {
  ask,
  type Answer,
  type Arguments,
  type Method,
  type PathOf,
  type RestOptions,
} from './rest.js';
import { systemTimers, type Timers } from './timers.js';

/** The needs of a client from outside. */
export interface TanboOptions {
  /** Of an account. Pages of the server itself need none: their cookie counts. */
  readonly token?: string;
  /** Node before 22 has none: pass that of the package "ws". */
  readonly WebSocket?: SocketMaker;
  readonly fetch?: typeof fetch;
  readonly timers?: Timers;
  /** How long a request may take, with its repetitions; a minute. */
  readonly patience_ms?: number;
  /** The epoch of numbers that you have kept, if the server was restored since. */
  readonly epoch?: string;
}

/**
 * REST and the live socket of a server, by the paths and operations of its contract.
 *
 * Requests that can be repeated safely are repeated while the server is away or busy, as long as
 * `Retry-After` says. Everything else that is not done throws a `Refusal` with the server's code.
 */
export class Tanbo {
  /** The account that acts; nothing for no one. */
  token: string | undefined;
  readonly live: Socket;
  private readonly rest: RestOptions;

  constructor(server: string, options: TanboOptions = {}) {
    const { timers = systemTimers, patience_ms = 60_000 } = options;
    this.token = options.token;
    const shared = { server, timers, patience_ms, token: () => this.token };
    this.live = new Socket({
      ...shared,
      WebSocket: options.WebSocket ?? (globalThis.WebSocket as SocketMaker | undefined),
      ...(options.epoch ? { epoch: options.epoch } : {}),
    });
    this.rest = {
      ...shared,
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      epoch: () => this.live.knownEpoch,
    };
  }

  /** Requests by path: `post('/api/v1/games/{game}/moves', { path: { game }, body })`. */
  get<P extends PathOf<'get'>>(path: P, ...sent: Arguments<'get', P>) {
    return this.ask('get', path, sent);
  }
  post<P extends PathOf<'post'>>(path: P, ...sent: Arguments<'post', P>) {
    return this.ask('post', path, sent);
  }
  put<P extends PathOf<'put'>>(path: P, ...sent: Arguments<'put', P>) {
    return this.ask('put', path, sent);
  }
  patch<P extends PathOf<'patch'>>(path: P, ...sent: Arguments<'patch', P>) {
    return this.ask('patch', path, sent);
  }
  delete<P extends PathOf<'delete'>>(path: P, ...sent: Arguments<'delete', P>) {
    return this.ask('delete', path, sent);
  }

  /** An operation over the socket: `do('move', { game, point, ply })`. Throws: Refusal. */
  do<O extends Op>(op: O, fields: FieldsOf<O>, options?: DoOptions): Promise<AnswerTo<O>> {
    return this.live.do(op, fields, options);
  }

  /** The pushes of a topic: `for await (const push of tanbo.follow('game:42', { after: 0 }))`. */
  follow<T extends Topic>(topic: T, options?: FollowOptions): AsyncGenerator<PushOf<T>> {
    return this.live.pushes(topic, options);
  }

  /** Ends the socket; a program that waits for nothing else ends, too. */
  close(): void {
    this.live.close();
  }

  private ask<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    [sent]: Arguments<M, P>,
  ): Promise<Answer<M, P>> {
    return ask(this.rest, method, path, sent ?? {}) as Promise<Answer<M, P>>;
  }
}
