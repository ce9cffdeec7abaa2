/** The words of the server (or of the line to it) when something can't be done. */

import type { components } from './generated/api.js';

/** The server's codes, which are never renamed, and ours: no answer came, or no one took pushes. */
export type Code = components['schemas']['Code'] | 'no-answer' | 'too-slow';

/** An error by RFC 9457, as far as the client uses it. */
export interface Problem {
  readonly code: Code;
  /** One sentence in English; shown only for codes that have no text of their own. */
  readonly detail: string;
  readonly status: number;
  readonly reason?: components['schemas']['Problem']['reason'];
  /** The game's present ply and seq. */
  readonly ply?: number;
  readonly seq?: number;
  /** JSON pointer of the culprit in what was sent. */
  readonly pointer?: string;
  /** Seconds to wait before trying again. */
  readonly retry_after_s?: number;
}

/** No answer came: whether the request was carried out is not known. */
export const noAnswer: Problem = { code: 'no-answer', detail: 'No answer came.', status: 0 };

/** Whether the same request may be sent again as it was, later. */
export function isPassing(problem: Problem): boolean {
  return problem.status === 0 || problem.status === 429 || problem.status >= 500;
}

/** A problem as an exception, for those who have no use for a refusal as a value. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
  }

  get code(): Code {
    return this.problem.code;
  }
}
