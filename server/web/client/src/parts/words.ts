/** Names of seats and setups and the terms of games, in the page's language. */
import type { ClockSettings } from '../api/types';
import type { Level } from '../board/assistance';
import { seatName, type Seat, type SeatName } from '../engine/types';
import { isKey, t } from '../text';
import { duration, until } from '../text/format';
import { botLevel, setupOfFamily } from './bots';

/** "Black". */
export function seatWord(seat: SeatName | Seat): string {
  return t(`seat.${typeof seat === 'number' ? seatName(seat) : seat}`);
}

/** A leaving in words: "White ran out of time". */
export function goneWords({ seat, why }: { readonly seat: Seat; readonly why: string }): string {
  return t('game.gone', { who: seatWord(seat), why });
}

/** The name of a setup; a board of somebody's own has none. */
export function setupWord(setup: string | null): string {
  if (setup === null) return t('common.custom');
  const key = `setup.${setup}`;
  return isKey(key) ? t(key as 'setup.9x9') : setup;
}

/** A player's name as it is shown: house bots are called so, with their level. */
export function playerWord(handle: string): string {
  const level = botLevel(handle);
  return level === undefined ? handle : t('bots.name', { level });
}

/** The name of a family of ratings: a setup, among people or with house bots. */
export function familyWord(family: string): string {
  const setup = setupOfFamily(family);
  return setup === family ? setupWord(family) : t('bots.family', { setup: setupWord(setup) });
}

/** How a game is timed. */
export function clockWord(clock: ClockSettings): string {
  const time = (seconds: number | undefined) => duration((seconds ?? 0) * 1000);
  switch (clock.kind) {
    case 'none':
      return t('terms.none');
    case 'per-move':
      return t('terms.per_move', { time: time(clock.per_move_s) });
    case 'fischer':
      return t('terms.fischer', {
        initial: time(clock.initial_s),
        increment: time(clock.increment_s),
        max: time(clock.max_s),
      });
    case 'total':
      return t('terms.total', { time: time(clock.total_s) });
  }
}

/**
 * When a flag falls. What is left until then says less: weekends, nights and vacations may lie
 * between, and do not count.
 */
export function flagWord(flagAt: number, now: number): string {
  return t('clock.deadline', { time: until(flagAt, now) });
}

/** The times that do not count, each in a few words. */
function pauseWords(clock: ClockSettings): string[] {
  return [
    clock.weekends_off && t('terms.weekends_off'),
    clock.sleep_off && t('terms.sleep_off'),
    clock.vacations && t('terms.vacations'),
  ].filter((word) => typeof word === 'string');
}

/** How a game is timed, and what does not count; each in a few words. */
export function clockWords(clock: ClockSettings): string[] {
  return [clockWord(clock), ...pauseWords(clock)];
}

/** Whether a game is rated. */
export function ratedWord({ rated }: { readonly rated: boolean }): string {
  return rated ? t('terms.rated') : t('terms.unrated');
}

/** The terms of a game, as far as lists and the game's page tell it. */
export interface Terms {
  readonly clock: ClockSettings;
  readonly rated: boolean;
  readonly swap: boolean;
  readonly leaver_policy: 'remove' | 'substitute';
  readonly assistance: Level;
  readonly visibility: 'public' | 'private';
}

/** The rules that differ from the usual ones, each in a few words. */
function unusualWords({ swap, leaver_policy, assistance, visibility }: Terms): string[] {
  return [
    swap && t('terms.swap'),
    leaver_policy === 'substitute' && t('terms.substitute'),
    assistance !== 'full' && t(`terms.assistance.${assistance}`),
    visibility === 'private' && t('terms.private'),
  ].filter((word) => typeof word === 'string');
}

/** The terms, each in a few words. */
export function termWords(terms: Terms): string[] {
  return [...clockWords(terms.clock), ratedWord(terms), ...unusualWords(terms)];
}

/** The same without `clockWord` and `ratedWord`. */
export function otherTermWords(terms: Terms): string[] {
  return [...pauseWords(terms.clock), ...unusualWords(terms)];
}
