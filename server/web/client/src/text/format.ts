/** Dates, durations, numbers and lists, as the language writes them. */
import { locale } from './index';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** 1500 as "1,500". */
export function number(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** 1514.6 as "1515": ratings, which are written alike in every language. */
export function plain(value: number): string {
  return String(Math.round(value));
}

/** 0.69 as "69%"; with a digit 0.275 as "27.5%". */
export function percent(value: number, digits = 0): string {
  const options = { style: 'percent', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale(), options).format(value);
}

/** "K10, L9 and M2". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items);
}

type Instant = string | number | Date;

/** "22 Nov 2026". */
export function date(instant: Instant): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(instant));
}

/** "14:02", and with the seconds if they matter. */
export function time(instant: Instant, style: 'short' | 'medium' = 'short'): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: style }).format(new Date(instant));
}

const dayAndTime = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** "Mon, 23 Nov, 08:00". */
export function moment(instant: Instant): string {
  return new Intl.DateTimeFormat(locale(), dayAndTime).format(new Date(instant));
}

/** Midnight before an instant, here. */
const midnight = (instant: Instant): number => new Date(instant).setHours(0, 0, 0, 0);

/** When something ends: today its time alone, else with the day: "tomorrow 01:55", "Mon, 23 Nov, 08:00". */
export function until(instant: Instant, now: Instant): string {
  // Days with a change of clocks have an hour more or less.
  const days = Math.round((midnight(instant) - midnight(now)) / day);
  if (days === 0) return time(instant);
  if (days !== 1) return moment(instant);
  const tomorrow = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(1, 'day');
  return `${tomorrow} ${time(instant)}`;
}

function unit(
  value: number,
  name: 'day' | 'hour' | 'minute' | 'second',
  unitDisplay: 'long' | 'short' = 'long',
): string {
  const style = { style: 'unit', unit: name, unitDisplay } as const;
  return new Intl.NumberFormat(locale(), style).format(value);
}

/**
 * A length of time in at most two units: "2 days, 4 hours", "90 minutes" as "1 hour, 30 minutes"; in
 * short "1 hr, 30 min".
 */
export function duration(ms: number, display: 'long' | 'short' = 'long'): string {
  const units = [
    ['day', day],
    ['hour', hour],
    ['minute', minute],
    ['second', second],
  ] as const;
  const first = units.findIndex(([, size]) => ms >= size);
  if (first < 0) return unit(0, 'second', display);
  const [name, size] = units[first]!;
  const whole = Math.floor(ms / size);
  const next = units[first + 1];
  const rest = next ? Math.floor((ms - whole * size) / next[1]) : 0;
  const parts = [unit(whole, name, display)];
  if (next && rest > 0) parts.push(unit(rest, next[0], display));
  return parts.join(', ');
}

/** A length of time to the tenth of a second, as clocks write it: "3 days, 0:00:02.2", "+ 0:10". */
export function exact(ms: number, isSigned = false): string {
  const tenths = Math.round(Math.abs(ms) / 100);
  const days = Math.floor(tenths / (day / 100));
  const [hours, minutes, rest] = [
    Math.floor(tenths / 36_000) % 24,
    Math.floor(tenths / 600) % 60,
    tenths % 600,
  ];
  const digits = (value: number, atLeast: number) =>
    new Intl.NumberFormat(locale(), { minimumIntegerDigits: atLeast }).format(value);
  const isLong = days > 0 || hours > 0;
  const clock = [
    ...(isLong ? [digits(hours, 1), digits(minutes, 2)] : [digits(minutes, 1)]),
    digits(rest / 10, 2),
  ].join(':');
  const isWhole = days > 0 && tenths % (day / 100) === 0;
  const text = [days > 0 ? unit(days, 'day') : '', isWhole ? '' : clock].filter(Boolean).join(', ');
  if (!isSigned || tenths === 0) return text;
  return `${ms < 0 ? '−' : '+'}\u00a0${text}`;
}

/** When something lasted, with the seconds if it was short: "Mon, 23 Nov, 08:00:03 – 08:00:09". */
export function span(from: Instant, until: Instant): string {
  const [begin, end] = [new Date(from), new Date(until)];
  const isShort = end.getTime() - begin.getTime() < hour;
  return new Intl.DateTimeFormat(locale(), {
    ...dayAndTime,
    ...(isShort ? { second: '2-digit' } : {}),
  }).formatRange(begin, end);
}

/** How long ago, or how long until: "3 hours ago", "in 2 days". */
export function ago(instant: Instant, now = Date.now()): string {
  const away = new Date(instant).getTime() - now;
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const length = Math.abs(away);
  if (length < minute) return format.format(0, 'minute');
  if (length < hour) return format.format(Math.round(away / minute), 'minute');
  if (length < day) return format.format(Math.round(away / hour), 'hour');
  return format.format(Math.round(away / day), 'day');
}

/** Time left on a clock. Under a day in digits, under ten seconds with tenths; else in words. */
export function countdown(ms: number): string {
  if (ms >= day) return duration(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  // Rounds up: 0:00 is shown when the time is over and not before.
  if (ms < 10 * second)
    return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`.replace('0:010', '0:10');
  const all = Math.ceil(ms / second);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** A length of time as briefly as tiles and clocks write it: "1 d 4 h", "11 h", "12 min". */
export function brief(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.ceil(ms / minute))} min`;
  const [days, hours] = [Math.floor(ms / day), Math.floor(ms / hour) % 24];
  if (days === 0) return `${hours} h`;
  // Hours stop to matter on the third day.
  return days > 2 || hours === 0 ? `${days} d` : `${days} d ${hours} h`;
}

/** "22 Nov". */
export function dayOfYear(instant: Instant): string {
  const style = { day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(locale(), style).format(new Date(instant));
}
