/**
 * The seat of each turn of a game, how many roots it removed and how much root space it left,
 * found out once for each turn.
 */
import type { Board } from '../../engine/board';
import type { Position } from '../../engine/position';
import type { Seat } from '../../engine/types';
import { parseTurn } from '../../game/look';

/** One turn of the list of moves. */
export interface Entry {
  /** "K10" or "leave:white". */
  readonly turn: string;
  readonly seat: Seat;
  /** Roots that it removed. */
  readonly lifted: number;
  /** The stones of those roots. */
  readonly stones: number;
  /** The legal points of each seat after it. */
  readonly space: readonly number[];
}

/** Replays a game as it grows. */
export class History {
  private position: Position | undefined;
  private entries: Entry[] = [];

  constructor(private readonly board: Board) {}

  /** The entries of these turns; those that were asked for before are not replayed. */
  of(turns: readonly string[]): readonly Entry[] {
    const isLonger = this.entries.every(({ turn }, index) => turns[index] === turn);
    if (!isLonger || !this.position) this.restart();
    for (const turn of turns.slice(this.entries.length)) this.entries.push(this.play(turn));
    return [...this.entries];
  }

  /** Gives the memory of the replay back. */
  free(): void {
    this.position?.free();
    this.position = undefined;
    this.entries = [];
  }

  private restart(): void {
    this.free();
    this.position = this.board.start();
  }

  private play(text: string): Entry {
    const turn = parseTurn(this.board.geometry, text);
    const position = this.position!;
    const seat = turn.kind === 'stone' ? position.standing().toMove! : turn.seat;
    if (turn.kind === 'stone') position.play(turn.point);
    else position.leave(turn.seat);
    const { lifted } = position.outcome();
    const stones = lifted.reduce((sum, root) => sum + root.stones.length, 0);
    return { turn: text, seat, lifted: lifted.length, stones, space: this.space() };
  }

  private space(): number[] {
    return Array.from({ length: this.board.seats }, (_, seat) => this.position!.space(seat));
  }
}
