/** The page's one socket: it speaks for the account that is signed in. */
import { type Line, Live, systemTimers } from 'tanbo-client';
import { choosing } from '../live/choice';
import { watchSleep } from '../live/wake';
import { epoch, startAgain } from './epoch';
import { askAgain, onIdentity, whoAmI } from './session.svelte';

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

/** Comes only to browsers that need it: sockets reach almost everybody. */
const http = async () => {
  const { openHttpLine } = await import('./http_line');
  return () => openHttpLine(greet);
};

export const live = new Live({
  timers: systemTimers,
  open: choosing({ socket, http, greet }),
  epoch,
  restored: startAgain,
  signedOut: () => whoAmI(),
});

watchSleep(live, systemTimers);
onIdentity(() => live.reopen());
live.connection.subscribe(({ state }) => {
  if (state === 'online') askAgain();
});
