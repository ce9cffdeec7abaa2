/** The server's time for clocks on the page, which tick together. */
import { live } from './line';

const tick_ms = 200;

let now = $state(live.now());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time as it was at the last tick, ms since 1970. */
export function ticking(): number {
  return now;
}

/** Ticks until the answer is called. */
export function tick(): () => void {
  now = live.now();
  if (users++ === 0) timer = setInterval(() => (now = live.now()), tick_ms);
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}
