/** Which requests may be sent twice, and when. */

import { isPassing, type Problem } from './problem.js';

/** POSTs that carry no key: they name a ply, are answered for all that, or give out secrets. */
const unkeyed =
  /^\/api\/v1\/(me|sessions|tokens|accounts|guests|password-resets|puzzles|searches)\b|\/(moves|preview|analysis)$/;

/** Whether the server knows a repetition of this POST by its `Idempotency-Key`. */
export function takesKey(path: string): boolean {
  return path.startsWith('/api/') && !unkeyed.test(path);
}

/** A new `Idempotency-Key`. It is no secret: the server keeps the keys of accounts apart. */
export function newKey(): string {
  const parts = Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32));
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('');
}

/** Whether a command names the board that it was meant for: it is carried out once. */
export function namesBoard(fields: unknown): boolean {
  return typeof fields === 'object' && fields !== null && ('ply' in fields || 'seq' in fields);
}

/** How often, and whether, a request is sent again. */
export interface Attempt {
  /** Requests that failed so far, this one left out. */
  readonly failures: number;
  /** Sent twice, it is carried out once. */
  readonly isRepeatable: boolean;
  /** At least 0, less than 1. */
  readonly chance: number;
}

const first_ms = 500;
const longest_ms = 10_000;

/** Milliseconds until the same request may be sent again; undefined: it is refused for good. */
export function waitBefore(problem: Problem, attempt: Attempt): number | undefined {
  // A request over the limit was not carried out; of others that failed, no one knows.
  const isSafe = attempt.isRepeatable || problem.status === 429;
  if (!isPassing(problem) || !isSafe) return undefined;
  const asked_ms = (problem.retry_after_s ?? 0) * 1_000;
  const own_ms = Math.min(first_ms * 2 ** attempt.failures, longest_ms) * (0.5 + attempt.chance);
  return Math.max(asked_ms, own_ms);
}
