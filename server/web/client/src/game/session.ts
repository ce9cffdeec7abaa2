import { type Live, type Push, type Timers, Value } from 'tanbo-client';
import type { Command, GameApi } from '../api/games';
import type { Problem } from '../api/problem';
import type { ChatMessage, ChatRoom, Game, GameEvent, LiveChat, Snapshot } from '../api/types';
import type { Board, Engine } from '../engine/board';
import { seatOf, type Point } from '../engine/types';
import { afterMove, hasOffTimes } from './clock';
import { fold, logOf, type Log } from './log';
import { lookAt } from './look';
import { isPassing } from '../api/problem';
import { Outbox } from './outbox';
import type { Store } from './store';
import type { Cursor, Draft, GameState, Readable } from './types';

/** The foundations of a game page. */
export interface SessionOptions {
  readonly id: number;
  readonly engine: Promise<Engine>;
  readonly api: GameApi;
  readonly live: Pick<Live, 'connection' | 'follow'>;
  readonly store: Store;
  readonly timers: Timers;
  /** Who looks; nothing for somebody who is not signed in. */
  readonly me: string | undefined;
  /** The game as the server last gave it to this browser; asked for if the server can't be. */
  readonly kept?: () => Promise<KeptGame | undefined>;
}

/** A game that a browser keeps. */
export interface KeptGame {
  readonly game: Game;
  /** Of a custom board: the event that tells it. */
  readonly opening: GameEvent | undefined;
  /** The time at which the server gave it, ms since 1970. */
  readonly at: number;
}

// A server that stays behind what it told was restored: following it again finds out.
const attempts_max = 3;
const retry_ms = 3_000;

/** One game as one viewer sees it: follows the server, and sends what the viewer does. */
export class GameSession {
  private readonly value: Value<GameState>;
  private readonly outbox: Outbox;
  private log: Log | undefined;
  private reading: Promise<boolean> | undefined;
  private unfollow = () => {};
  private unwatch = () => {};
  private cancelRetry = () => {};
  /** Whether to take the log of the server though it is shorter. */
  private isAnew = false;
  private closed = false;

  constructor(private readonly options: SessionOptions) {
    const { id, live, store, timers, me } = options;
    this.value = new Value<GameState>({
      id,
      state: 'loading',
      problem: undefined,
      game: undefined,
      board: undefined,
      stale: false,
      since: undefined,
      seq: 0,
      acting: false,
      head: undefined,
      shown: undefined,
      cursor: { at: 'head' },
      missed: 0,
      mySeat: undefined,
      draft: { state: 'idle' },
      connection: live.connection.get(),
      chat: {},
      differs: false,
    });
    this.outbox = new Outbox({
      store,
      timers,
      key: `draft ${me ?? ''} ${id}`,
      log: () => this.log!,
      seat: () => this.now.mySeat,
      send: (move) => options.api.move(id, move),
      take: (event) => this.takeEvent(event),
      catchUp: () => this.readAfresh(),
      isAway: () => this.now.since !== undefined || this.now.connection.state === 'offline',
      changed: (draft: Draft) => this.change({ draft }),
    });
  }

  /** All there is to draw. */
  get state(): Readable<GameState> {
    return this.value;
  }

  /** Reads the game and follows it from then on; again after a failure. */
  async open(): Promise<void> {
    this.change({ state: 'loading', stale: true, problem: undefined });
    if (!(await this.read()) || this.closed) return;
    const { live, id } = this.options;
    this.unwatch();
    this.unwatch = live.connection.subscribe((connection) => this.change({ connection }));
    this.unfollow = live.follow(`game:${id}`, {
      after: () => this.log?.seq,
      take: (message) => this.take(message),
      joined: () => this.joined(),
      refused: () => void this.readAnew(),
    });
    await this.outbox.restore();
  }

  /** Follows no longer. */
  close(): void {
    this.closed = true;
    this.unfollow();
    this.unwatch();
    this.cancelRetry();
    this.outbox.close();
  }

  /** Chooses a point of the present board. */
  choose(point: Point): void {
    if (this.log && this.now.game?.status === 'active') this.outbox.choose(point);
  }

  /** Gives up the choice, or takes note of what became of it. */
  cancel(): void {
    this.outbox.cancel();
  }

  /** Places the stone that is chosen. */
  place(): void {
    this.outbox.place();
  }

  /** Looks at the board after so many turns; from the last one on the game is followed. */
  goTo(turn: number): void {
    if (!this.log) return;
    const turns = this.log.turns.length;
    const { cursor } = this.now;
    const seen = cursor.at === 'head' ? turns : cursor.seen;
    this.look(turn >= turns ? { at: 'head' } : { at: 'turn', turn: Math.max(0, turn), seen });
  }

  /** Looks at the present again. */
  goToHead(): void {
    this.look({ at: 'head' });
  }

  /** Does what is no stone; answers why not. */
  async act(command: Command): Promise<Problem | undefined> {
    if (this.now.acting) return undefined;
    this.change({ acting: true });
    const answer = await this.options.api.act(this.options.id, command, this.now.seq);
    this.change({ acting: false });
    await this.read();
    return answer.ok ? undefined : answer.problem;
  }

  /** Says something; answers why not. */
  async say(room: ChatRoom, text: string): Promise<Problem | undefined> {
    const answer = await this.options.api.say(this.options.id, room, text);
    if (answer.ok) this.hear(room, [answer.data]);
    return answer.ok ? undefined : answer.problem;
  }

  private get now(): GameState {
    return this.value.get();
  }

  private change(part: Partial<GameState>): void {
    if (!this.closed) this.value.set({ ...this.now, ...part });
  }

  /** Moves the cursor, with what else has changed. */
  private look(cursor: Cursor, part: Partial<GameState> = {}): void {
    const log = this.log;
    if (!log) return;
    const turns = log.turns.length;
    // The position that was looked at may have been taken back.
    const turn = cursor.at === 'head' ? turns : Math.min(cursor.turn, turns);
    this.change({
      ...part,
      head: log.look,
      shown: turn === turns ? log.look : lookAt(log.board, log.turns.slice(0, turn)),
      cursor: cursor.at === 'head' ? cursor : { ...cursor, turn },
      missed: cursor.at === 'head' ? 0 : Math.max(0, turns - cursor.seen),
      seq: log.seq,
    });
  }

  private take(message: Push): void {
    if (message.type === 'chat') {
      const { room, data } = message as LiveChat;
      this.hear(room, [data]);
    } else if (message.type === 'snapshot') {
      // It does not say which seat is the viewer's: that holds on.
      void this.takeGame({
        ...(message as Snapshot).data,
        your_seat: this.now.game?.your_seat ?? null,
      });
    } else if (message.type === 'poll') {
      // Chat comes over a socket alone.
      void this.readChat();
    } else if ('seq' in message) {
      this.takeEvent(message as GameEvent);
    }
  }

  private takeEvent(event: GameEvent): void {
    if (!this.log || event.seq <= this.log.seq) return;
    if (event.seq > this.log.seq + 1) {
      // The answer to a move may come before what others did first.
      void this.read();
      return;
    }
    const { log, stale, differs } = fold(this.log, event);
    this.log = log;
    const game = this.now.game!;
    const isMove = event.type === 'move';
    const isStale = stale || hasOffTimes(game);
    this.look(this.now.cursor, {
      game: isMove ? afterMove(game, event) : game,
      stale: this.now.stale || isStale,
      differs: this.now.differs || differs,
    });
    this.outbox.logChanged();
    if (isStale) void this.read();
  }

  /** Reads the game; false if the server can't be asked. Calls at the same time are one. */
  private read(): Promise<boolean> {
    this.cancelRetry();
    this.reading ??= this.readOnce().then((isRead) => {
      this.reading = undefined;
      if (!isRead && !this.closed && this.now.state === 'ready' && this.now.stale) {
        this.cancelRetry = this.options.timers.after(retry_ms, () => void this.read());
      }
      return isRead;
    });
    return this.reading;
  }

  /** The same, of what the server has from now on. */
  private async readAfresh(): Promise<boolean> {
    await this.reading;
    return this.read();
  }

  /** Takes whatever the server has: its log ends before what is known here. */
  private async readAnew(): Promise<void> {
    await this.reading;
    this.isAnew = true;
    this.unfollow();
    if (!this.closed) await this.open();
  }

  private async readOnce(): Promise<boolean> {
    for (let attempt = 0; attempt < attempts_max; ++attempt) {
      const answer = await this.options.api.game(this.options.id);
      if (this.closed) return false;
      if (!answer.ok) return (await this.takeKept(answer.problem)) || this.failed(answer.problem);
      await this.takeGame(answer.data);
      // Events that came while it was read may have made it old.
      if (!this.now.stale) return true;
    }
    return false;
  }

  /** Takes the game that is kept, at first; false if there is none. */
  private async takeKept(problem: Problem): Promise<boolean> {
    if (this.now.state !== 'loading' || !isPassing(problem)) return false;
    const kept = await this.options.kept?.();
    if (!kept || this.closed) return false;
    await this.takeGame(kept.game, kept.opening);
    this.change({ since: kept.at, stale: true });
    return true;
  }

  private failed(problem: Problem): false {
    const isMissing = problem.status === 404 || problem.status === 403;
    if (isMissing) this.change({ state: 'missing', problem });
    else if (this.now.state === 'loading') this.change({ state: 'failed', problem });
    return false;
  }

  private async takeGame(game: Game, opening?: GameEvent): Promise<void> {
    let board = this.log?.board;
    try {
      board ??= await this.boardOf(game, opening);
      if (this.closed) return;
      if (!this.log || this.isAnew || game.seq > this.log.seq) this.log = logOf(board, game);
      this.isAnew = false;
    } catch {
      this.change({ state: 'failed', differs: true });
      return;
    }
    if (game.seq < this.log!.seq) return;
    const mySeat = seatOf(game.your_seat);
    const part = { state: 'ready', stale: false, since: undefined } as const;
    this.look(this.now.cursor, { ...part, game, board, mySeat });
    this.outbox.logChanged();
  }

  /** Throws: a RangeError if there is no such board. */
  private async boardOf(game: Game, opening?: GameEvent): Promise<Board> {
    const engine = await this.options.engine;
    const setup = game.setup === null ? undefined : engine.setup(game.setup);
    if (setup) return setup;
    const answer = opening ?? (await this.options.api.opening(game.id));
    const event = 'ok' in answer ? answer.ok && answer.data : answer;
    if (!event || event.type !== 'open') throw new RangeError('no opening');
    const { board, stones, seats, to_move } = event.data;
    const names = seats.map(({ seat }) => stones[seat] ?? []);
    const custom = engine.board({ board, stones: names, toMove: seatOf(to_move)! });
    if (!custom) throw new RangeError('an opening that cannot be played');
    return custom;
  }

  /** Followed from here on, again after a break: what has no seq is read. */
  private joined(): void {
    this.outbox.online();
    if (this.now.stale) void this.read();
    void this.readChat();
  }

  private async readChat(): Promise<void> {
    const { game, mySeat } = this.now;
    const { api, id, me } = this.options;
    const isOver = game?.status === 'finished';
    const rooms: ChatRoom[] = [];
    if (mySeat !== undefined) rooms.push('players');
    if (isOver || (mySeat === undefined && me !== undefined)) rooms.push('spectators');
    for (const room of rooms) {
      const answer = await api.chat(id, room);
      if (answer.ok) this.hear(room, answer.data);
    }
  }

  private hear(room: ChatRoom, messages: readonly ChatMessage[]): void {
    const known = new Map((this.now.chat[room] ?? []).map((message) => [message.id, message]));
    for (const message of messages) known.set(message.id, message);
    const all = [...known.values()].sort((a, b) => a.id - b.id);
    this.change({ chat: { ...this.now.chat, [room]: all } });
  }
}
