/** The rules about a board, in plain values. Nothing here knows how they are computed. */

/** An intersection, as its index in board order: the first coordinate varies fastest. */
export type Point = number;

/** A player's place in turn order: 0 black, 1 white, 2 red, 3 green, then seat5 to seat8. */
export type Seat = number;

/** The shape of a board and the names of its points. */
export interface Geometry {
  /** Extents by axis, the fastest first: [19, 19]. */
  readonly dimensions: readonly number[];
  readonly points: number;
  /** "K10". Requires: 0 <= p < points. */
  name(p: Point): string;
  /** In either case; nothing for a malformed name or one off the board. */
  parse(text: string): Point | undefined;
  /** The adjacent points in ascending order. */
  neighbours(p: Point): readonly Point[];
  /** One coordinate per dimension, from 0. */
  coordinates(p: Point): readonly number[];
  /** The point there, if it is on the board. */
  at(coordinates: readonly number[]): Point | undefined;
}

/** A connected group of one seat's stones, known by the opening's stone that it grew from. */
export interface Root {
  readonly seed: Point;
  readonly seat: Seat;
  /** In board order. */
  readonly stones: readonly Point[];
  /** The legal points of its owner that would extend it, in board order. */
  readonly space: readonly Point[];
}

/** Why a stone may not be placed, by the server's codes. */
export type Reason =
  'occupied' | 'off-board' | 'no-friend' | 'two-friends' | 'not-your-turn' | 'game-over';

/** The effect of a stone; its roots are as they would stand then, the new stone included. */
export type Preview =
  | {
      readonly legal: true;
      /** The root that the stone would extend, as it is now. */
      readonly joins: Root;
      readonly lifted: readonly Root[];
      /** Whether the mover's own current root is what goes. */
      readonly own: boolean;
    }
  | {
      readonly legal: false;
      readonly reason: Reason;
      /** The stones that are in the way: the one on the point, or the friends it would touch. */
      readonly because: readonly Point[];
    };

/** A board and the stones a game starts from. */
export interface Opening {
  readonly board: readonly number[];
  /** By seat, the names of its stones. */
  readonly stones: readonly (readonly string[])[];
  readonly toMove: Seat;
}

/** Stones on a board somewhere in a game, by point; -1 if there is none. */
export interface Arrangement {
  readonly stones: readonly Seat[];
  readonly toMove: Seat;
}

/** One thing that changed the stones: a stone placed, or a seat that lost its roots. */
export type Turn =
  | { readonly kind: 'stone'; readonly point: Point }
  /** `why`: the server's word for the reason, if it is known. */
  | { readonly kind: 'leave'; readonly seat: Seat; readonly why?: string };

/** Seats by their names on the wire, in turn order. */
export const seatNames = [
  'black',
  'white',
  'red',
  'green',
  'seat5',
  'seat6',
  'seat7',
  'seat8',
] as const;

/** A seat's name on the wire. */
export type SeatName = (typeof seatNames)[number];

/** The name of a seat. Requires: 0 <= seat < 8. */
export function seatName(seat: Seat): SeatName {
  return seatNames[seat]!;
}

/** The seat of that name, or nothing. */
export function seatOf(name: string | null | undefined): Seat | undefined {
  const seat = seatNames.indexOf(name as SeatName);
  return seat < 0 ? undefined : seat;
}
