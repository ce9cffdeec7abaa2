import type { Board } from '../engine/board';
import type { Lifted, Standing } from '../engine/position';
import type { Geometry, Point, Preview, Root, Seat, Turn } from '../engine/types';
import { seatName, seatOf } from '../engine/types';
import type { Look } from './types';

/** The turns of a text as the server writes them: "A18 B17 leave:white". Throws: a RangeError. */
export function parseTurns(geometry: Geometry, text: string): readonly Turn[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => parseTurn(geometry, word));
}

/** One word of it. Throws: a RangeError for what is no turn on this board. */
export function parseTurn(geometry: Geometry, word: string): Turn {
  const leaving = leavingOf(word);
  if (leaving) return { kind: 'leave', ...leaving };
  const point = geometry.parse(word);
  if (point === undefined) throw new RangeError(`${word} is no turn`);
  return { kind: 'stone', point };
}

/** The word for a turn: "K10", or "leave:white:time" with the reason if it is known. */
export function turnText(geometry: Geometry, turn: Turn): string {
  if (turn.kind === 'stone') return geometry.name(turn.point);
  return `leave:${seatName(turn.seat)}${turn.why ? `:${turn.why}` : ''}`;
}

/** The seat and the reason of a turn that is a leaving; nothing of a stone. */
export function leavingOf(word: string): { seat: Seat; why: string } | undefined {
  const [left, name, why = ''] = word.split(':');
  const seat = left === 'leave' ? seatOf(name) : undefined;
  return seat === undefined ? undefined : { seat, why };
}

/**
 * How a board looks after these turns. Pure: it is replayed from the opening each time. Throws: a
 * RangeError for a turn that the rules forbid.
 */
export function lookAt(board: Board, turns: readonly Turn[]): Look {
  return new ReplayedLook(board, turns);
}

class ReplayedLook implements Look {
  readonly geometry: Geometry;
  readonly seats: number;
  readonly stones: Int8Array;
  readonly roots: readonly Root[];
  readonly rootAt: Int16Array;
  readonly last?: Point;
  readonly removed: readonly Root[];
  readonly toMove?: Seat;
  readonly out: readonly Seat[];
  readonly places: readonly number[];
  readonly winner?: Seat;
  readonly turns: readonly string[];
  readonly ply: number;
  /** By seat, the points that would extend its roots; they are no moves once the game is over. */
  private readonly extending: readonly (readonly Point[])[];

  constructor(
    private readonly board: Board,
    private readonly played: readonly Turn[],
  ) {
    this.geometry = board.geometry;
    this.seats = board.seats;
    this.turns = played.map((turn) => turnText(board.geometry, turn));
    this.ply = played.filter((turn) => turn.kind === 'stone').length;

    const { position, last } = board.after(played);
    this.removed = (last?.lifted ?? []).map((lifted) => this.liftedRoot(lifted));
    const turn = played.at(-1);
    if (turn?.kind === 'stone') this.last = turn.point;

    const standing = position.standing();
    if (standing.toMove !== undefined) this.toMove = standing.toMove;
    if (standing.winner !== undefined) this.winner = standing.winner;
    this.places = standing.places;
    this.out = seatsOf(board).filter((seat) => standing.places[seat]! > 1);
    this.extending = seatsOf(board).map((seat) => position.legal(seat));

    this.stones = stonesOf(board, standing);
    const seeds = [...new Set(standing.roots)].filter((seed) => seed >= 0).sort((a, b) => a - b);
    const indices = new Map(seeds.map((seed, index) => [seed, index]));
    this.rootAt = standing.roots.map((seed) => indices.get(seed) ?? -1);
    this.roots = this.rootsOf(seeds, indices.size);
  }

  legal(seat: Seat): readonly Point[] {
    return this.winner === undefined ? (this.extending[seat] ?? []) : [];
  }

  preview(seat: Seat, point: Point): Preview {
    const { position } = this.board.after(this.played);
    const reason = position.legality(seat, point);
    if (reason !== undefined) {
      return { legal: false, reason, because: this.inTheWay(seat, point) };
    }
    const { joined, lifted } = position.preview(point);
    const joins = this.roots.find((root) => root.seed === joined)!;
    return {
      legal: true,
      joins,
      lifted: lifted.map((root) => this.liftedRoot(root)),
      own: lifted.some((root) => root.current),
    };
  }

  /** The stone on a point, or the friends that a stone there would touch. */
  private inTheWay(seat: Seat, point: Point): readonly Point[] {
    if (point >= this.geometry.points) return [];
    if (this.stones[point] !== -1) return [point];
    return this.geometry.neighbours(point).filter((near) => this.stones[near] === seat);
  }

  private liftedRoot(lifted: Lifted): Root {
    const { seat } = this.board.seeds.find((seed) => seed.point === lifted.seed)!;
    return { seed: lifted.seed, seat, stones: lifted.stones, space: [] };
  }

  private rootsOf(seeds: readonly number[], count: number): readonly Root[] {
    const stones: Point[][] = Array.from({ length: count }, () => []);
    this.rootAt.forEach((root, point) => root >= 0 && stones[root]!.push(point));
    const space: Point[][] = Array.from({ length: count }, () => []);
    this.extending.forEach((points, seat) => {
      for (const point of points) {
        const friend = this.geometry.neighbours(point).find((near) => this.stones[near] === seat)!;
        space[this.rootAt[friend]!]!.push(point);
      }
    });
    return seeds.map((number, index) => {
      const { point, seat } = this.board.seeds[number]!;
      return { seed: point, seat, stones: stones[index]!, space: space[index]! };
    });
  }
}

function seatsOf(board: Board): readonly Seat[] {
  return Array.from({ length: board.seats }, (_, seat) => seat);
}

function stonesOf(board: Board, standing: Standing): Int8Array {
  const stones = new Int8Array(standing.roots.length);
  standing.roots.forEach((root, point) => {
    stones[point] = root < 0 ? -1 : board.seeds[root]!.seat;
  });
  return stones;
}
