import createClient, { type Client } from 'openapi-fetch';
import type { paths } from 'tanbo-client';
import { isPassing, noAnswer, Refusal, type Problem } from './problem';

/** The server's answer to a request. */
export type Answer<T> =
  | { readonly ok: true; readonly data: T; readonly status: number }
  | { readonly ok: false; readonly problem: Problem };

/** How long an answer is waited for. */
const patience_ms = 10_000;

/** Waits before a command without an answer is sent again. */
const retries_ms = [500, 2_000, 5_000];

/** The API, typed by its contract: `settled(rest.GET('/api/v1/setups'))`. Browsers send the cookie. */
export type Rest = Client<paths>;

/** The API's needs from outside. */
export interface RestOptions {
  /** Another origin than the page's, for tests. */
  readonly origin?: string;
  readonly fetcher?: typeof fetch;
  /** Of which epoch the numbers are that are sent. */
  readonly epoch?: string;
  /** They are of an epoch that is over: nothing was done. */
  restored?(): void;
  /** Something was refused: what is needed to say so, before the answer is handed on. */
  refused?(): Promise<unknown>;
}

/** The API of this origin, or of another. */
export function createRest(options: RestOptions = {}): Rest {
  const { origin = '', fetcher = fetch, epoch, restored, refused } = options;
  const timed = async (request: Request) => {
    const sent = new Request(request, { signal: AbortSignal.timeout(patience_ms) });
    if (epoch && sent.method !== 'GET') sent.headers.set('Tanbo-Epoch', epoch);
    const response = await fetcher(sent);
    if (response.status === 412 && (await codeOf(response)) === 'server-restored') restored?.();
    // Strangers are told who they are: that is not shown to them.
    const isStranger = response.status === 401 && sent.method === 'GET';
    if (!response.ok && !isStranger) await refused?.();
    return response;
  };
  return createClient<paths>({ baseUrl: origin, fetch: timed });
}

/** The code of a refusal; its body can still be read. */
async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

/** The answer of `openapi-fetch`, as far as it matters here. */
interface Fetched<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer to a request; a line that broke is an answer, too. */
export async function settled<T>(request: Promise<Fetched<T>>): Promise<Answer<T>> {
  let fetched: Fetched<T>;
  try {
    fetched = await request;
  } catch {
    return { ok: false, problem: noAnswer };
  }
  const { data, error, response } = fetched;
  if (response.ok) return { ok: true, data: data as T, status: response.status };
  return { ok: false, problem: problemOf(error, response) };
}

/** The data of an answer. Throws: a Refusal. */
export async function wanted<T>(request: Promise<Fetched<T>>): Promise<T> {
  const answer = await settled(request);
  if (!answer.ok) throw new Refusal(answer.problem);
  return answer.data;
}

/** A key by which the server knows a request that it gets twice. */
export function idempotencyKey(): string {
  // Not randomUUID, which a page has only over TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a command that carries an idempotency key or a seq, and sends it again if no answer came
 * or the server could not take it: it is carried out once.
 */
export async function repeated<T>(send: () => Promise<Fetched<T>>): Promise<Answer<T>> {
  for (const wait_ms of retries_ms) {
    const answer = await settled(send());
    if (answer.ok || !isPassing(answer.problem) || answer.problem.status === 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
  return settled(send());
}

function problemOf(error: unknown, response: Response): Problem {
  if (typeof error === 'object' && error !== null && 'code' in error) {
    return { ...(error as Problem), status: response.status };
  }
  return { ...noAnswer, status: response.status };
}
