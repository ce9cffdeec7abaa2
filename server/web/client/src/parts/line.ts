/** The page's one socket, which speaks for whoever is signed in. */
import { Live } from '../live/live';
import { browserTimers } from '../live/timers';
import { watchSleep } from '../live/wake';
import { onIdentity, whoAmI } from './session.svelte';

export const live = new Live({
  timers: browserTimers,
  open() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(`${scheme}//${location.host}/api/v1/live`, 'tanbo.v1+json');
  },
  signedOut: () => whoAmI(),
});

watchSleep(live, browserTimers);
onIdentity(() => live.reopen());
