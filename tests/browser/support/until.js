// How long a test waits for what has to come, however slow the machine is. No budget: what must not
// take long is counted, or measured as work of the processor.
export const patience_s = 180;

// Waits until a question is answered by something true; the answer. Nothing in the tests sleeps
// without such a condition.
export async function until(ask, what, { seconds = patience_s } = {}) {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
