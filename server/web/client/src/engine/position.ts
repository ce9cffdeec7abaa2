import type { Board } from './board';
import type { Module } from './module';
import type { Arrangement, Point, Reason, Seat } from './types';

/** A root that a turn removed, as the module tells it. */
export interface Lifted {
  readonly seed: Point;
  /** Whether the stone just placed had joined it. */
  readonly current: boolean;
  readonly stones: readonly Point[];
}

/** The effect that a turn has or would have. */
export interface Outcome {
  /** The seed of the root that the stone joined; means nothing of a leaving. */
  readonly joined: Point;
  readonly lifted: readonly Lifted[];
}

/** Who is where, after all turns. */
export interface Standing {
  readonly toMove: Seat | undefined;
  readonly winner: Seat | undefined;
  readonly places: readonly number[];
  /** By point: the number of the root's seed in `Board.seeds`, or -1. */
  readonly roots: Int16Array;
}

// In the order of the engine's enumeration.
const reasons: readonly (Reason | undefined)[] = [
  undefined,
  'occupied',
  'off-board',
  'no-friend',
  'two-friends',
  'not-your-turn',
  'game-over',
];

/** A board in play, in the module's memory. */
export class Position {
  private readonly handle: number;

  /** Throws: a RangeError for an arrangement that the rules forbid. */
  constructor(
    private readonly module: Module,
    private readonly board: Board,
    opening: number,
    arrangement?: Arrangement,
  ) {
    if (!arrangement) {
      this.handle = module.exports.position_create(opening);
      return;
    }
    module.scratch.set(arrangement.stones.map((seat) => seat + 1));
    this.handle = module.exports.position_arranged(opening, arrangement.toMove);
    if (this.handle === 0) throw new RangeError('there is no such position');
  }

  /** Gives its memory back; nothing may be asked of it afterwards. */
  free(): void {
    this.module.exports.position_free(this.handle);
  }

  /** Places a stone for the seat to move; answers why not if that is forbidden. */
  play(point: Point): Reason | undefined {
    return reasons[this.module.exports.position_play(this.handle, point)];
  }

  /** Lifts all roots of a seat; answers why not if that is forbidden. */
  leave(seat: Seat): Reason | undefined {
    return reasons[this.module.exports.position_leave(this.handle, seat)];
  }

  /** The effect of the turn just made. Requires: nothing was asked since. */
  outcome(): Outcome {
    const words = this.module.scratch;
    const lifted: Lifted[] = [];
    let at = 2;
    for (let root = words[1]!; root > 0; --root) {
      const size = words[at + 2]!;
      const stones = Array.from(words.subarray(at + 3, at + 3 + size));
      lifted.push({ seed: words[at]!, current: words[at + 1] === 1, stones });
      at += 3 + size;
    }
    return { joined: words[0]!, lifted };
  }

  /** Why this seat may not play there now; nothing if it may. */
  legality(seat: Seat, point: Point): Reason | undefined {
    return reasons[this.module.exports.position_legality(this.handle, seat, point)];
  }

  /** The effect of a stone of the seat to move. Requires: it is legal. */
  preview(point: Point): Outcome {
    this.module.exports.position_preview(this.handle, point);
    return this.outcome();
  }

  /** How many legal points a seat has. */
  space(seat: Seat): number {
    return this.module.exports.position_legal_count(this.handle, seat);
  }

  /** The legal points of a seat in board order. */
  legal(seat: Seat): readonly Point[] {
    const count = this.space(seat);
    const points = this.module.exports.position_legal(this.handle, seat);
    return count === 0 ? [] : Array.from(this.module.words(points, count).slice().sort());
  }

  /** The places of everybody. */
  standing(): Standing {
    const toMove = this.module.exports.position_to_move(this.handle);
    this.module.exports.position_read(this.handle);
    const words = this.module.scratch;
    const seats = this.board.seats;
    const places = Array.from(words.subarray(0, seats));
    const roots = new Int16Array(this.board.geometry.points);
    for (let point = 0; point < roots.length; ++point) roots[point] = words[seats + point]! - 1;
    const winner = toMove < 0 ? places.indexOf(1) : undefined;
    return { toMove: toMove < 0 ? undefined : toMove, winner, places, roots };
  }

  /** 64 bits of stones and seat to move, the same as in the server. */
  hash(): bigint {
    return BigInt.asUintN(64, this.module.exports.position_hash(this.handle));
  }
}
