/** The page's one socket, which speaks for whoever is signed in. */
import { choosing } from '../live/choice';
import { HttpLine } from '../live/http_line';
import { Live, type Line } from '../live/live';
import { browserTimers } from '../live/timers';
import { watchSleep } from '../live/wake';
import { onIdentity, whoAmI } from './session.svelte';

const patience_ms = 5_000;

function socket(): Line & WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/api/v1/live`, 'tanbo.v1+json') as Line &
    WebSocket;
}

/** Whether the server answers; the time that it says, ms since 1970, if it does. */
async function greet(): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(patience_ms);
    const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal });
    return answer.ok ? Date.parse(answer.headers.get('Date') ?? '') || Date.now() : undefined;
  } catch {
    return undefined;
  }
}

const http = () =>
  new HttpLine({
    timers: browserTimers,
    source: (game, after) => new EventSource(`/api/v1/games/${game}/events?after=${after}`),
    greet,
  });

export const live = new Live({
  timers: browserTimers,
  open: choosing({ socket, http, greet }),
  signedOut: () => whoAmI(),
});

watchSleep(live, browserTimers);
onIdentity(() => live.reopen());
