import type { ClockSettings, ClockState, Game, GameEvent } from '../api/types';
import type { SeatName } from '../engine/types';

type OffReason = ClockState['off'][number]['why'];

/** The clock of a seat. */
export interface TimeLeft {
  readonly ms: number;
  /** Whether it runs at this moment. */
  readonly runs: boolean;
  /** If time stands still though it is this seat's turn: until when, and why. */
  readonly off: { readonly until: number; readonly why: OffReason } | undefined;
  /** When the flag falls, ms since 1970. */
  readonly flagAt: number | undefined;
}

/** A seat's clock at an instant of the server's time; nothing without a clock. */
export function timeLeft(
  state: ClockState | null | undefined,
  seat: SeatName,
  now: number,
): TimeLeft | undefined {
  const kept = state?.remaining_ms[seat];
  if (!state || kept === undefined) return undefined;
  if (state.running !== seat || state.paused || state.deadline === null) {
    return { ms: kept, runs: false, off: undefined, flagAt: undefined };
  }
  const flagAt = Date.parse(state.deadline);
  let ms = flagAt - now;
  let off: TimeLeft['off'];
  for (const span of state.off) {
    const from = Date.parse(span.from);
    const until = Date.parse(span.until);
    ms -= Math.max(0, Math.min(until, flagAt) - Math.max(from, now));
    if (from <= now && now < until) off = { until, why: span.why };
  }
  return { ms: Math.max(0, ms), runs: off === undefined, off, flagAt };
}

/** With so little left of their time players are warned, ms; from the first to the last. */
const warnings_ms = [3_600_000, 300_000];

/** Warns of a clock that runs out: once a turn for each warning, as it is reached. */
export class TimeWarnings {
  private turn: number | undefined;
  private last_ms = 0;

  /** The time to warn of, ms; nothing until a warning is due. */
  due(turn: number, ms: number): number | undefined {
    const before_ms = this.turn === turn ? this.last_ms : ms;
    this.turn = turn;
    this.last_ms = ms;
    return warnings_ms.filter((warning_ms) => ms <= warning_ms && warning_ms < before_ms).at(-1);
  }
}

/** Less is given for any move of a live game, s. */
const liveBelow_s = 3600;

/** Whether a game is played in one sitting, as the server has it. */
export function isLive(clock: ClockSettings): boolean {
  const { kind, initial_s = 0, increment_s = 0, per_move_s = 0, total_s = 0 } = clock;
  return kind !== 'none' && Math.max(initial_s, increment_s, per_move_s, total_s) < liveBelow_s;
}

/** Whether off-times, which only the server computes, count in this game. */
export function hasOffTimes({ clock }: Game): boolean {
  return Boolean(clock.weekends_off || clock.sleep_off || clock.vacations);
}

/** The game as a move leaves it, without reading it again. */
export function afterMove(game: Game, event: Extract<GameEvent, { type: 'move' }>): Game {
  const { ply, point, to_move, winner, roots, clock } = event.data;
  return {
    ...game,
    seq: event.seq,
    ply: ply + 1,
    to_move,
    winner,
    roots,
    last_point: point,
    // A proposal lapses with the next stone.
    proposals: [],
    updated_at: event.at,
    clock_state:
      clock && game.clock_state
        ? { ...game.clock_state, ...clock, running: to_move, paused: false, off: [] }
        : game.clock_state,
  };
}
