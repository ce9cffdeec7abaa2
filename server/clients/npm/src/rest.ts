/** REST, typed by its contract, with repetitions that are safe. */

import type { paths } from './generated/api.js';
import { noAnswer, Refusal, type Problem } from './problem.js';
import { namesBoard, newKey, takesKey, waitBefore } from './repeat.js';
import type { Timers } from './timers.js';

/** Methods of the API. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths of the contract that have a method, such as "/api/v1/games/{game}". */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type ParametersOf<O> = O extends { parameters: infer P }
  ? Omit<P, 'header' | 'cookie'>
  : Record<never, never>;
type Json<C> = C extends { content: { 'application/json': infer J } } ? J : never;
type Body<O> = O extends { requestBody: infer B }
  ? { body: Json<B> }
  : O extends { requestBody?: infer B }
    ? { body?: Json<NonNullable<B>> }
    : Record<never, never>;
type Good = 200 | 201 | 202;
type Told<O> = O extends { responses: infer R }
  ? { [S in keyof R & Good]: Json<R[S]> }[keyof R & Good]
  : never;

/** Parts of a request: `path`, `query` and `body` of the contract, and your own headers. */
export type Sent<M extends Method, P extends PathOf<M>> = ParametersOf<paths[P][M]> &
  Body<paths[P][M]> & {
    headers?: Record<string, string>;
    /** Ends the request, which then throws the signal's reason. */
    signal?: AbortSignal;
  };

/** The same as arguments: left out if nothing is required. */
export type Arguments<M extends Method, P extends PathOf<M>> =
  Record<never, never> extends Sent<M, P> ? [sent?: Sent<M, P>] : [sent: Sent<M, P>];

/** The body of an answer; undefined if it has none. */
export type Answer<M extends Method, P extends PathOf<M>> = [Told<paths[P][M]>] extends [never]
  ? undefined
  : Told<paths[P][M]>;

/** The needs of REST from outside. */
export interface RestOptions {
  /** The server's address, such as "https://tanbo.example". */
  readonly server: string;
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  /** How long a request may take, with its repetitions. */
  readonly patience_ms: number;
  token(): string | undefined;
  /** The epoch of the numbers that are sent, once it is known. */
  epoch(): string | undefined;
}

/** A request without its types. */
export interface PlainRequest {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

type Outcome = { readonly told: unknown } | { readonly problem: Problem };

const attempt_ms = 10_000;

/** Sends a request until it is answered for good. Throws: Refusal, or the signal's reason. */
export async function ask(
  options: RestOptions,
  method: Method,
  path: string,
  request: PlainRequest,
): Promise<unknown> {
  const { timers, patience_ms } = options;
  const headers = headersOf(options, method, path, request);
  const isKeyed = 'Idempotency-Key' in headers;
  const isRepeatable = method !== 'post' || isKeyed || namesBoard(request.body);
  const end = timers.monotonic() + patience_ms;
  for (let failures = 0; ; ++failures) {
    const outcome = await once(options, method, addressOf(options.server, path, request), {
      ...request,
      headers,
    });
    if ('told' in outcome) return outcome.told;
    const { problem } = outcome;
    const wait_ms = waitBefore(problem, { failures, isRepeatable, chance: timers.random() });
    if (wait_ms === undefined || timers.monotonic() + wait_ms > end) throw new Refusal(problem);
    await new Promise<void>((resolve) => timers.after(wait_ms, resolve));
    request.signal?.throwIfAborted();
  }
}

/** The address of a request: its path with what stands for "{game}", and its query. */
export function addressOf(server: string, path: string, { path: names, query }: PlainRequest) {
  const values = Object.entries(names ?? {});
  const filled = values.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const url = new URL(server.replace(/\/$/, '') + filled);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

function headersOf(options: RestOptions, method: Method, path: string, request: PlainRequest) {
  const token = options.token();
  const epoch = options.epoch();
  return {
    Accept: 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(epoch && method !== 'get' ? { 'Tanbo-Epoch': epoch } : {}),
    ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(method === 'post' && takesKey(path) ? { 'Idempotency-Key': newKey() } : {}),
    ...request.headers,
  };
}

/** One attempt. A line that broke is an outcome, too. */
async function once(
  options: RestOptions,
  method: Method,
  address: string,
  { body, headers, signal }: PlainRequest,
): Promise<Outcome> {
  const end = new AbortController();
  const abort = () => end.abort();
  const cancel = options.timers.after(attempt_ms, abort);
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    const response = await options.fetch(address, {
      method: method.toUpperCase(),
      signal: end.signal,
      ...(headers ? { headers } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return response.ok
      ? { told: contentOf(text, response) }
      : { problem: problemOf(text, response) };
  } catch {
    signal?.throwIfAborted();
    return { problem: noAnswer };
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
}

const isJson = ({ headers }: Response) => /[/+]json/.test(headers.get('Content-Type') ?? '');

function contentOf(text: string, response: Response): unknown {
  if (text === '') return undefined;
  return isJson(response) ? JSON.parse(text) : text;
}

/** The refusal by its own words; a proxy's, which has none, by its status. */
function problemOf(text: string, response: Response): Problem {
  const { status, headers } = response;
  const wait_s = Number(headers.get('Retry-After') ?? NaN);
  const told = isJson(response) ? (JSON.parse(text) as Partial<Problem>) : {};
  return {
    ...noAnswer,
    ...told,
    status,
    ...(Number.isFinite(wait_s) ? { retry_after_s: wait_s } : {}),
  };
}
