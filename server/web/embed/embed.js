// A game on a page of another site: follows its events without cookies, and asks for the page again
// after each. The server says everything else, in the reader's language.

const quiet = { credentials: 'omit', cache: 'no-store' };
const pauseMin = 1_000;
const pauseMax = 60_000;

const shown = () => document.querySelector('main');
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const seen = () =>
  document.hidden
    ? new Promise((resolve) =>
        document.addEventListener('visibilitychange', resolve, { once: true }),
      )
    : Promise.resolve();

// The old board stays until the new one is there.
async function refresh() {
  const answer = await fetch(location.href, quiet);
  if (!answer.ok) return answer.status !== 404;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = document.adoptNode(page.querySelector('main'));
  await next
    .querySelector('img')
    ?.decode()
    .catch(() => undefined);
  shown().replaceWith(next);
  document.title = page.title;
  return true;
}

// Ends when the stream does. Yields whether anything was heard.
async function follow(address) {
  const stream = await fetch(address, { ...quiet, headers: { Accept: 'text/event-stream' } });
  if (!stream.ok) throw new Error(String(stream.status));
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || document.hidden) {
      await reader.cancel();
      return;
    }
    if (value.includes('data:') && !(await refresh())) return;
  }
}

let pause = pauseMin;
while (shown().dataset.events) {
  await seen();
  try {
    await follow(shown().dataset.events);
    pause = pauseMin;
  } catch {
    pause = Math.min(2 * pause, pauseMax);
  }
  await wait(pause * (0.5 + Math.random()));
  await seen();
  if (!(await refresh().catch(() => true))) break;
}
