import type { Connection } from 'tanbo-client';
import type { Problem } from '../api/problem';
import type { ChatMessage, ChatRoom, Game } from '../api/types';
import type { Board } from '../engine/board';
import type { Geometry, Point, Preview, Root, Seat } from '../engine/types';

/** A board at one moment of a game, with all that can be asked about it. Immutable. */
export interface Look {
  readonly geometry: Geometry;
  readonly seats: number;
  /** By point: the seat of the stone there, or -1. */
  readonly stones: Int8Array;
  /** Those that stand, in board order of their seeds. */
  readonly roots: readonly Root[];
  /** By point: the index in `roots`, or -1. */
  readonly rootAt: Int16Array;
  /** The legal points of a seat in board order, in turn or not; none once the game is over. */
  legal(seat: Seat): readonly Point[];
  /** The point of the last turn's stone. */
  readonly last?: Point;
  /** Roots that the last turn removed, each with the stones that it had. */
  readonly removed: readonly Root[];
  readonly toMove?: Seat;
  /** Seats without stones, in turn order. */
  readonly out: readonly Seat[];
  /** By seat: 1 for the winner, the same number for seats put out together, 0 while still in. */
  readonly places: readonly number[];
  readonly winner?: Seat;
  /** The turns that led here: "K10" or "leave:white:time". */
  readonly turns: readonly string[];
  /** Stones placed so far. */
  readonly ply: number;
  /** The effect of a stone of this seat on this point. */
  preview(seat: Seat, point: Point): Preview;
}

/** The place at which a viewer looks. Only the viewer moves it. */
export type Cursor =
  | { readonly at: 'head' }
  /** After that many turns; `seen` is how many there were when the viewer left the head. */
  | { readonly at: 'turn'; readonly turn: number; readonly seen: number };

/** A move on its way: what was chosen, and what became of it. */
export type Draft =
  | { readonly state: 'idle' }
  /** Nothing is sent before it is placed. */
  | { readonly state: 'chosen'; readonly point: Point }
  | { readonly state: 'sending'; readonly point: Point }
  /** Placed without a line: sent once that is back. */
  | { readonly state: 'queued'; readonly point: Point }
  /** Sent, and no answer came: settled as soon as the server can be asked. */
  | { readonly state: 'unknown'; readonly point: Point }
  /** The server (or the rules in the browser) said no. */
  | { readonly state: 'refused'; readonly point: Point; readonly problem: Problem }
  /** Something else happened first: `by` is the turn that did, "H7" or "leave:white:time". */
  | { readonly state: 'overtaken'; readonly point: Point; readonly by: string | undefined };

/** Everything a game page draws. A new object for each change; unchanged parts stay the same. */
export interface GameState {
  readonly id: number;
  /** `loading` until the first board; `missing` if there is no such game for the viewer. */
  readonly state: 'loading' | 'ready' | 'missing' | 'failed';
  /** Why it failed. */
  readonly problem: Problem | undefined;
  /** Seats, clocks, proposals and the like, as the server last said. */
  readonly game: Game | undefined;
  /** Whether `game` is being read again. */
  readonly stale: boolean;
  /** If the server can't be asked: the time at which it gave what is shown, ms since 1970. */
  readonly since: number | undefined;
  /** The board of the game, from its opening. */
  readonly board: Board | undefined;
  /** The last event of the log that is known. */
  readonly seq: number;
  /** Whether a command of the viewer is on its way. */
  readonly acting: boolean;
  /** The present. */
  readonly head: Look | undefined;
  /** The position that the cursor looks at. */
  readonly shown: Look | undefined;
  readonly cursor: Cursor;
  /** Turns made since the viewer left the head. */
  readonly missed: number;
  /** The viewer's own seat, if any. */
  readonly mySeat: Seat | undefined;
  readonly draft: Draft;
  readonly connection: Connection;
  /** By room, oldest first; a room that the viewer may not read is not there. */
  readonly chat: Readonly<Partial<Record<ChatRoom, readonly ChatMessage[]>>>;
  /** The engine's result here differs from the server's: only a reload helps. */
  readonly differs: boolean;
}

/** Anything that can be followed; the contract of Svelte's stores. */
export interface Readable<T> {
  /** Calls at once and upon each change, until the answer is called. */
  subscribe(run: (value: T) => void): () => void;
}
