/** Time and chance, passed in: tests decide about both. */
export interface Timers {
  /** The local clock, ms since 1970; it may be wrong, and it may jump. */
  now(): number;
  /** Milliseconds that never go back; they may stand still while the machine sleeps. */
  monotonic(): number;
  /** At least 0, less than 1. */
  random(): number;
  /** Calls once after so many ms, until the answer is called. */
  after(ms: number, run: () => void): () => void;
}

/** Those of the machine. */
export const systemTimers: Timers = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
