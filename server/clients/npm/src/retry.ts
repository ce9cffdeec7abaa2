/** When to connect again, by how the last line ended and how many attempts have failed since. */

/** A server that restarts is back within a minute: players then wait at most 5 s for it. */
const soon_count = 24;

/** The demand of a close code on a client. */
export type Ending =
  /** Our own mistake: trying again would repeat it. */
  | 'broken'
  /** The session is no good any more: ask who one is before the next attempt. */
  | 'signed-out'
  /** The server restarts, and so do all its clients: not all at once. */
  | 'restart'
  | 'lost';

/** The ending that a close code stands for. */
export function endingOf(code: number): Ending {
  if ([1002, 1003, 1007, 1009].includes(code)) return 'broken';
  if (code === 1008) return 'signed-out';
  return code === 1001 || code === 1012 ? 'restart' : 'lost';
}

/** Milliseconds until the next attempt; `chance` is at least 0 and less than 1. */
export function retryAfter(ending: Ending, failures: number, chance: number): number {
  if (ending === 'restart' && failures === 0) return 200 + chance * 2_800;
  const wait = failures < 2 ? failures * 300 : failures < soon_count ? 3_000 : 30_000;
  return wait * (0.5 + chance);
}
