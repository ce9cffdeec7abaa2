// A game on a page of another site: follows its events without cookies, and asks for the page again
// after each. The server says everything else, in the reader's language.

const quiet = { credentials: 'omit', cache: 'no-store' };
const pauseMin = 1_000;
const pauseMax = 60_000;

const shown = () => document.querySelector('main');
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const changed = () =>
  new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));

async function seen() {
  while (document.hidden) await changed();
}

// The old board stays until the new one is there. A game that is not there any more is not followed.
async function refresh() {
  const answer = await fetch(location.href, quiet);
  if (answer.status === 404) delete shown().dataset.events;
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = document.adoptNode(page.querySelector('main'));
  await next
    .querySelector('img')
    ?.decode()
    .catch(() => undefined);
  shown().replaceWith(next);
  document.title = page.title;
}

// Ends with the stream, with the game, and when the frame is out of sight.
async function follow(address) {
  const end = new AbortController();
  void changed().then(() => end.abort());
  const headers = { Accept: 'text/event-stream' };
  const stream = await fetch(address, { ...quiet, headers, signal: end.signal });
  if (!stream.ok) throw new Error(String(stream.status));
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let heard = '';
    while (shown().dataset.events) {
      const { done, value } = await reader.read();
      if (done) return;
      heard += value;
      const complete = heard.lastIndexOf('\n') + 1;
      if (/^data:/m.test(heard.slice(0, complete))) await refresh();
      heard = heard.slice(complete);
    }
  } finally {
    end.abort();
  }
}

let pause = pauseMin;
while (shown().dataset.events) {
  await seen();
  try {
    await follow(shown().dataset.events);
    pause = pauseMin;
  } catch {
    if (!document.hidden) pause = Math.min(2 * pause, pauseMax);
  }
  if (!shown().dataset.events) break;
  await wait(pause * (0.5 + Math.random()));
  await seen();
  await refresh().catch(() => undefined);
}
