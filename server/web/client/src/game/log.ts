import type { Game, GameEvent, RemovedRoot } from '../api/types';
import type { Board } from '../engine/board';
import { seatName, seatOf, type Seat, type Turn } from '../engine/types';
import { lookAt, parseTurns } from './look';
import type { Look } from './types';

/** The changes of the stones of a game, as far as they are known. Immutable. */
export interface Log {
  readonly board: Board;
  /** The turns that stand after undoing. */
  readonly turns: readonly Turn[];
  /** The last event that is in it. */
  readonly seq: number;
  readonly look: Look;
}

/** The log that an event made of another. */
export interface Folded {
  readonly log: Log;
  /** Whether the server's view of the rest of the game has to be read again. */
  readonly stale: boolean;
  /** Whether the server says otherwise about the board than the engine here. */
  readonly differs: boolean;
}

/** The log of a game as the server gives it. Throws: a RangeError for turns that can't be. */
export function logOf(board: Board, game: Game): Log {
  const why = new Map(game.leavers.map(({ seat, reason }) => [seatOf(seat), reason]));
  const turns = parseTurns(board.geometry, game.turns).map((turn) =>
    turn.kind === 'leave' ? { ...turn, why: why.get(turn.seat) ?? '' } : turn,
  );
  return { board, turns, seq: game.seq, look: lookAt(board, turns) };
}

/** The log with one more event. Requires: `event.seq === log.seq + 1`. */
export function fold(log: Log, event: GameEvent): Folded {
  const seq = event.seq;
  const turns = turnsAfter(log, event);
  if (turns === log.turns) return { log: { ...log, seq }, stale: true, differs: false };
  let look: Look;
  try {
    look = lookAt(log.board, turns);
  } catch {
    return { log: { ...log, seq }, stale: true, differs: true };
  }
  const stale = event.type !== 'move';
  return { log: { ...log, turns, seq, look }, stale, differs: differs(look, event) };
}

/** The turns that stand after an event; the same array if it changes no stone. */
function turnsAfter(log: Log, event: GameEvent): readonly Turn[] {
  const leaving = (name: string, why = ''): Turn => ({ kind: 'leave', seat: seatOf(name)!, why });
  switch (event.type) {
    case 'move': {
      // A name that is no point is told apart by the engine: off the board.
      const point = log.board.geometry.parse(event.data.point) ?? log.board.geometry.points;
      return [...log.turns, { kind: 'stone', point }];
    }
    case 'leave':
      return event.data.reason === 'withdrawn'
        ? log.turns
        : [...log.turns, leaving(event.data.seat, event.data.reason)];
    case 'start':
      return event.data.absent.length === 0
        ? log.turns
        : [...log.turns, ...event.data.absent.map((seat) => leaving(seat))];
    case 'undo':
      return log.turns.slice(0, turnOfPly(log.turns, event.data.to_ply));
    default:
      return log.turns;
  }
}

/** How many turns stand before the stone that was placed at this ply; all if there is none. */
export function turnOfPly(turns: readonly Turn[], ply: number): number {
  let stones = 0;
  const turn = turns.findIndex(({ kind }) => kind === 'stone' && stones++ === ply);
  return turn < 0 ? turns.length : turn;
}

/** Whether the event says otherwise about the board than the look after it. */
function differs(look: Look, event: GameEvent): boolean {
  if (!('roots' in event.data)) return false;
  const { to_move, winner, roots, removed } = event.data;
  const counts = (seat: Seat) => look.roots.filter((root) => root.seat === seat).length;
  return (
    seatOf(to_move) !== look.toMove ||
    seatOf(winner) !== look.winner ||
    Object.entries(roots).some(([seat, count]) => counts(seatOf(seat)!) !== count) ||
    // One event of a start or an undo may stand for several turns.
    ((event.type === 'move' || event.type === 'leave') &&
      removedByServer(removed) !== removedHere(look))
  );
}

function removedByServer(removed: readonly RemovedRoot[]): string {
  return removed.map(({ seat, root, points }) => `${seat} ${root} ${points.join(' ')}`).join();
}

function removedHere({ removed, geometry }: Look): string {
  const names = (points: readonly number[]) => points.map((point) => geometry.name(point));
  return removed
    .map(
      ({ seat, seed, stones }) =>
        `${seatName(seat)} ${geometry.name(seed)} ${names(stones).join(' ')}`,
    )
    .join();
}
