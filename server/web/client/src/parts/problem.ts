/** The fault, in words. */
import type { Problem } from '../api/problem';
import { isKey, t } from '../text';
import { duration } from '../text/format';

/**
 * A sentence in the page's language; the server's own only for codes without a text of ours, or if
 * that could not be fetched.
 */
export function wordsOf(problem: Problem): string {
  const reason = problem.reason && `reason.${problem.reason}`;
  if (problem.code === 'illegal-move' && reason && isKey(reason))
    return t(reason as 'reason.occupied');
  const key = `problem.${problem.code}`;
  const words = isKey(key) ? t(key as 'problem.forbidden') : problem.detail;
  if (!problem.retry_after_s) return words;
  return `${words} ${t('problem.retry_after', { time: duration(problem.retry_after_s * 1000) })}`;
}
