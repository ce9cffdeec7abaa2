import { LatticeGeometry } from './geometry';
import type { Module } from './module';
import { Position, type Outcome } from './position';
import {
  seatNames,
  type Arrangement,
  type Geometry,
  type Opening,
  type Point,
  type Seat,
  type Turn,
} from './types';

/** A position, what led there, and what the last turn did. */
export interface Replayed {
  readonly turns: readonly Turn[];
  readonly position: Position;
  readonly last: Outcome | undefined;
}

/** A board with the stones that a game starts from; everything about a game is asked of it. */
export class Board {
  readonly geometry: Geometry;
  readonly seats: number;
  readonly toMove: Seat;
  /** In board order. */
  readonly seeds: readonly { readonly point: Point; readonly seat: Seat }[];
  /** The last replay, for the many questions asked of the same position. */
  private recent: Replayed | undefined;

  constructor(
    private readonly module: Module,
    private readonly handle: number,
    /** The position that it begins with instead of the opening's stones. */
    private readonly arrangement?: Arrangement,
  ) {
    const size = module.exports.opening_read(handle);
    const words = Array.from(module.scratch.subarray(0, size));
    const dimensions = words.splice(0, 1 + words[0]!).slice(1);
    const [seats, toMove, seeds] = words.splice(0, 3) as [number, number, number];
    this.geometry = new LatticeGeometry(module, module.exports.opening_lattice(handle), dimensions);
    this.seats = seats;
    this.toMove = arrangement?.toMove ?? toMove;
    this.seeds = Array.from({ length: seeds }, (_, index) => ({
      point: words[2 * index]!,
      seat: words[2 * index + 1]!,
    }));
  }

  /** A position of one's own at the beginning; to be freed. */
  start(): Position {
    return new Position(this.module, this, this.handle, this.arrangement);
  }

  /**
   * Plays these turns from the opening. What is answered holds until the next call: read it and
   * forget it. Throws: a RangeError for a turn that the rules forbid.
   */
  after(turns: readonly Turn[]): Replayed {
    if (this.recent?.turns === turns) return this.recent;
    this.recent?.position.free();
    this.recent = undefined;
    const position = this.start();
    for (const turn of turns) {
      const illegal = turn.kind === 'stone' ? position.play(turn.point) : position.leave(turn.seat);
      if (illegal !== undefined) {
        position.free();
        throw new RangeError(`${JSON.stringify(turn)}: ${illegal}`);
      }
    }
    const last = turns.length > 0 ? position.outcome() : undefined;
    this.recent = { turns, position, last };
    return this.recent;
  }
}

/** The rules, running. */
export class Engine {
  private readonly boards = new Map<string, Board | undefined>();
  private readonly geometries = new Map<string, Geometry | undefined>();

  constructor(private readonly module: Module) {}

  /** The ids of the setups of the rules, the default first. */
  get setups(): readonly string[] {
    const ids = [];
    for (let number = 0; ; ++number) {
      const length = this.module.exports.setup_id(number);
      if (length === 0) return ids;
      ids.push(this.module.text(length));
    }
  }

  /** The board of a setup; nothing for an unknown one. */
  setup(id: string): Board | undefined {
    const number = this.setups.indexOf(id);
    return number < 0
      ? undefined
      : this.kept(id, () => this.module.exports.opening_of_setup(number));
  }

  /**
   * The board of a setup somewhere in a game; nothing for an unknown setup, or if there is no such
   * position on it.
   */
  arranged(id: string, arrangement: Arrangement): Board | undefined {
    const number = this.setups.indexOf(id);
    if (number < 0) return undefined;
    const handle = this.module.exports.opening_of_setup(number);
    const board = new Board(this.module, handle, arrangement);
    if (arrangement.stones.length !== board.geometry.points) return undefined;
    try {
      board.start().free();
    } catch {
      return undefined;
    }
    return board;
  }

  /** The board of an opening; nothing if it can't be played. */
  board(opening: Opening): Board | undefined {
    return this.kept(JSON.stringify([opening.board, opening.stones, opening.toMove]), () =>
      this.create(opening),
    );
  }

  /** The points of a board by the lengths of its axes; nothing if there is no such board. */
  geometry(dimensions: readonly number[]): Geometry | undefined {
    const key = dimensions.join();
    if (!this.geometries.has(key)) {
      const lattice = this.lattice(dimensions);
      const geometry =
        lattice === 0 ? undefined : new LatticeGeometry(this.module, lattice, dimensions);
      this.geometries.set(key, geometry);
    }
    return this.geometries.get(key);
  }

  private lattice(dimensions: readonly number[]): number {
    this.module.scratch.set(dimensions);
    return this.module.exports.lattice_create(dimensions.length);
  }

  private create(opening: Opening): number {
    const { exports } = this.module;
    const lattice = this.lattice(opening.board);
    if (lattice === 0) return 0;

    const geometry = new LatticeGeometry(this.module, lattice, opening.board);
    const words = [];
    for (const names of opening.stones) {
      words.push(names.length);
      for (const name of names) {
        const point = geometry.parse(name);
        if (point === undefined) return 0;
        words.push(point);
      }
    }
    if (opening.stones.length > seatNames.length) return 0;
    this.module.scratch.set(words);
    return exports.opening_create(lattice, opening.stones.length, opening.toMove);
  }

  private kept(key: string, make: () => number): Board | undefined {
    if (!this.boards.has(key)) {
      const handle = make();
      this.boards.set(key, handle === 0 ? undefined : new Board(this.module, handle));
    }
    return this.boards.get(key);
  }
}
