/** The clocks that are offered for a new game. */
import type { ClockSettings } from '../../api/types';

/** The choices, by name; `own` takes what is typed. */
export const choices = ['live', 'fast', 'day', 'three', 'none', 'own'] as const;
export type Choice = (typeof choices)[number];

/** The kinds of a clock of one's own. */
export const kinds = ['fischer', 'per_move', 'total'] as const;

/** The figures that are typed for a clock of one's own; minutes, but for the increment. */
export interface Own {
  kind: (typeof kinds)[number];
  initial_min: number;
  increment_s: number;
  max_min: number;
  per_move_min: number;
  total_min: number;
}

/** Something that does not count. */
export interface Off {
  weekends: boolean;
  sleep: boolean;
  vacations: boolean;
}

const day_s = 86_400;

function fixed(choice: Exclude<Choice, 'own'>): ClockSettings {
  switch (choice) {
    case 'live':
      return { kind: 'fischer', initial_s: 600, increment_s: 10, max_s: 1200 };
    case 'fast':
      return { kind: 'fischer', initial_s: 180, increment_s: 5, max_s: 360 };
    case 'day':
      return { kind: 'per-move', per_move_s: day_s };
    case 'three':
      return { kind: 'per-move', per_move_s: 3 * day_s };
    case 'none':
      return { kind: 'none' };
  }
}

function typed(own: Own): ClockSettings {
  const seconds = (minutes: number) => Math.round(minutes * 60);
  switch (own.kind) {
    case 'fischer': {
      const initial_s = seconds(own.initial_min);
      const max_s = Math.max(seconds(own.max_min), initial_s, own.increment_s);
      return { kind: 'fischer', initial_s, increment_s: own.increment_s, max_s };
    }
    case 'per_move':
      return { kind: 'per-move', per_move_s: seconds(own.per_move_min) };
    case 'total':
      return { kind: 'total', total_s: seconds(own.total_min) };
  }
}

/** The figures of a clock as they are typed; those at first without one. */
export function ownOf(clock: ClockSettings | undefined): Own {
  const minutes = (seconds: number | undefined, usual: number) =>
    seconds === undefined ? usual : seconds / 60;
  return {
    kind: clock?.kind === 'per-move' ? 'per_move' : clock?.kind === 'total' ? 'total' : 'fischer',
    initial_min: minutes(clock?.initial_s, 30),
    increment_s: clock?.increment_s ?? 30,
    max_min: minutes(clock?.max_s, 60),
    per_move_min: minutes(clock?.per_move_s, 1440),
    total_min: minutes(clock?.total_s, 60),
  };
}

/** The times that do not count in a clock. */
export function offOf({ weekends_off, sleep_off, vacations }: ClockSettings): Off {
  return {
    weekends: weekends_off ?? false,
    sleep: sleep_off ?? false,
    vacations: vacations ?? false,
  };
}

/** The clock as the server takes it. */
export function clockOf(choice: Choice, own: Own, off: Off): ClockSettings {
  const clock = choice === 'own' ? typed(own) : fixed(choice);
  if (clock.kind === 'none') return clock;
  return {
    ...clock,
    ...(off.weekends ? { weekends_off: true } : {}),
    ...(off.sleep ? { sleep_off: true } : {}),
    ...(off.vacations ? { vacations: true } : {}),
  };
}
