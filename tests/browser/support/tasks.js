// How long pages are busy at a time, as Chromium traces it: in the processor's time, whatever else
// the machine does.

// Reads how long a page's thread has been busy with what a metric of Chromium counts, in ms.
export async function threadTime(page, metric) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * metrics.find(({ name }) => name === metric).value;
  };
}

const mark = 'a page of the test';

// Traces a browser from now on. `end()` yields the milliseconds of every task of these pages.
export async function tasksOf(browser, pages) {
  // Chromium has pages of its own, which make no mark.
  await browser.startTracing(undefined, { categories: ['toplevel', 'blink.user_timing'] });
  for (const page of pages) await page.evaluate((name) => void performance.mark(name), mark);
  return {
    async end() {
      const { traceEvents } = JSON.parse(await browser.stopTracing());
      const thread = ({ pid, tid }) => `${pid} ${tid}`;
      const threads = new Set(traceEvents.filter(({ name }) => name === mark).map(thread));
      return traceEvents
        .filter((event) => event.tdur !== undefined && threads.has(thread(event)))
        .map(({ tdur }) => tdur / 1_000);
    },
  };
}
