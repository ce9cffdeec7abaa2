/** The page's line without a socket. */
import { type Line, systemTimers } from 'tanbo-client';
import { HttpLine } from '../live/http_line';
import { SharedSource } from '../live/shared_source';
import { epoch } from './epoch';

const patience_ms = 5_000;

const eventsAfter = (game: string, after: number) =>
  `/api/v1/games/${game}/events?after=${after}${epoch && `&epoch=${epoch}`}`;

/** Why the events of a game are refused; nothing if they are not. */
async function whyNot(game: string, after: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(patience_ms);
    const answer = await fetch(eventsAfter(game, after), { cache: 'no-store', signal });
    const { code } = (await answer.json()) as { code?: string };
    return answer.ok ? undefined : code;
  } catch {
    return undefined;
  }
}

/** Opens a line; `greet` asks whether the server is there, and for its time. */
export function openHttpLine(greet: () => Promise<number | undefined>): Line {
  return new HttpLine({
    timers: systemTimers,
    source: (game, after) =>
      new SharedSource(
        {
          timers: systemTimers,
          path: (seen) => eventsAfter(game, seen),
          stream: (path) => new EventSource(path),
        },
        after,
      ),
    whyNot,
    greet,
  });
}
