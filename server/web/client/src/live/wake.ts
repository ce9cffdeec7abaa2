import type { Live, Timers } from 'tanbo-client';

const watch_ms = 10_000;
const jump_ms = 5_000;

/** Tells the socket when the page is hidden, seen, back from a cache, online, or awake again. */
export function watchSleep(live: Live, timers: Timers): () => void {
  const events = new AbortController();
  const { signal } = events;
  const seen = () => (document.visibilityState === 'hidden' ? live.hide() : live.wake());
  document.addEventListener('visibilitychange', seen, { signal });
  document.addEventListener('resume', seen, { signal });
  window.addEventListener('online', seen, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && seen(), { signal });

  // A machine that slept: its clock went on while the monotonic one, or the timer, stood still.
  let cancel = () => {};
  let wall = timers.now();
  let monotonic = timers.monotonic();
  const look = () => {
    const slept = timers.now() - wall - (timers.monotonic() - monotonic);
    const late = timers.monotonic() - monotonic - watch_ms;
    if (slept > jump_ms || (late > jump_ms && document.visibilityState !== 'hidden')) seen();
    wall = timers.now();
    monotonic = timers.monotonic();
    cancel = timers.after(watch_ms, look);
  };
  cancel = timers.after(watch_ms, look);
  return () => {
    events.abort();
    cancel();
  };
}
