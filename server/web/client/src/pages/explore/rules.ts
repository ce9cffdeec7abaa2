/** The rules of a board, asked by paths of a tree; answers are remembered. */
import type { Board } from '../../engine/board';
import { seatName, type Seat, type SeatName } from '../../engine/types';
import { lookAt, parseTurns } from '../../game/look';
import { parentOf, pathTo, type Path, type Study } from '../../game/study';
import type { PlanRules } from '../../game/study_plan';
import type { Look } from '../../game/types';
import { History, type Entry } from '../game/history';

/** Belongs to one board; to be freed. */
export class Rules {
  private readonly movers = new Map<Path, Seat | undefined>();
  private readonly history: History;

  constructor(private readonly board: Board) {
    this.history = new History(board);
  }

  free(): void {
    this.history.free();
  }

  /** The position after these turns; nothing if the rules forbid them. */
  look(path: Path): Look | undefined {
    try {
      return lookAt(this.board, parseTurns(this.board.geometry, path));
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Whether the rules allow these turns. */
  isAllowed(path: Path): boolean {
    this.seatToMove(path);
    return this.movers.has(path);
  }

  /** The seat to move after these turns. */
  seatToMove(path: Path): Seat | undefined {
    if (!this.movers.has(path)) {
      try {
        const turns = parseTurns(this.board.geometry, path);
        this.movers.set(path, this.board.after(turns).position.standing().toMove);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    }
    return this.movers.get(path);
  }

  /** The seat that made the last turn. */
  seatOfLast(path: Path): Seat | undefined {
    return this.seatToMove(parentOf(path));
  }

  /** The turns of a path, each with what it removed. */
  entries(turns: readonly string[]): readonly Entry[] {
    return this.history.of(turns);
  }

  /** Without branches that this board forbids. */
  checked(study: Study): Study {
    const allowed = [...study].filter(([path]) => this.isAllowed(path));
    return allowed.length === study.size ? study : new Map(allowed);
  }

  /** The rules as a plan of a seat needs them. */
  of(seat: SeatName): PlanRules {
    return {
      seat,
      mover: (path) => {
        const mover = this.seatToMove(path);
        return mover === undefined ? undefined : seatName(mover);
      },
      isAllowed: (path) => this.isAllowed(path),
      example: (path, then) => this.example(path, then),
    };
  }

  private example(path: Path, then: string): string | undefined {
    const look = this.look(path);
    if (look?.toMove === undefined) return undefined;
    const isLeft = (turn: string) => {
      const next = this.look(pathTo(path, turn));
      const point = look.geometry.parse(then);
      const mover = next?.toMove;
      if (!next || mover === undefined || point === undefined) return false;
      // With several others to move, each only must not take the point.
      return mover === look.toMove ? false : next.stones[point] === -1;
    };
    return look
      .legal(look.toMove)
      .map((point) => look.geometry.name(point))
      .find((turn) => turn !== then && isLeft(turn));
  }
}
