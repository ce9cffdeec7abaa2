/** Acts of moderators: each is asked about once, with its reason for the audit log. */
import type { AuditEntry } from '../../api/people';
import type { Problem } from '../../api/problem';
import { idempotencyKey, repeated, type Answer } from '../../api/rest';
import { ask } from '../../parts/ask.svelte';
import { rest } from '../../parts/site';
import { t } from '../../text';

/** An act, as the person who decides sees it. */
interface Act {
  readonly title: string;
  readonly text?: string;
  readonly yes: string;
  readonly isGrave?: boolean;
  /** Sends it; a repeat with the same key is the same act. */
  readonly send: (reason: string, key: string) => Promise<Answer<unknown>>;
}

/** The result of an act: done, refused, or the person has changed their mind. */
export type Result = 'done' | 'cancelled' | Problem;

/** Asks for the reason, and does it. */
export async function decide({ title, text, yes, isGrave = true, send }: Act): Promise<Result> {
  const consent = await ask({
    title,
    text: text ? [text] : [],
    yes,
    isGrave,
    wantsReason: t('admin.reason'),
  });
  if (!consent) return 'cancelled';
  const answer = await send(consent.reason, idempotencyKey());
  return answer.ok ? 'done' : answer.problem;
}

const header = (key: string) => ({ 'Idempotency-Key': key });

/** Denies an account writing, or all acting, until then or until somebody ends it. */
export function deny(
  handle: string,
  what: 'mute' | 'suspend',
  until: string | null,
  reason: string,
  key: string,
): Promise<Answer<AuditEntry>> {
  const params = { path: { handle }, header: header(key) };
  const path = `/api/v1/admin/accounts/{handle}/${what}` as const;
  return repeated(() => rest.POST(path, { params, body: { reason, until } }));
}

/** Ends a mute or a suspension. */
export function release(
  handle: string,
  what: 'unmute' | 'unsuspend',
  reason: string,
  key: string,
): Promise<Answer<AuditEntry>> {
  const params = { path: { handle }, header: header(key) };
  const path = `/api/v1/admin/accounts/{handle}/${what}` as const;
  return repeated(() => rest.POST(path, { params, body: { reason } }));
}

export function setRole(
  handle: string,
  role: 'player' | 'moderator' | 'admin',
  reason: string,
): Promise<Answer<AuditEntry>> {
  const params = { path: { handle } };
  const body = { role, reason };
  return repeated(() => rest.PUT('/api/v1/admin/accounts/{handle}/role', { params, body }));
}

export function resolve(
  report: number,
  verdict: 'upheld' | 'dismissed',
  reason: string,
  key: string,
): Promise<Answer<AuditEntry>> {
  const params = { path: { report }, header: header(key) };
  const body = { verdict, reason };
  return repeated(() => rest.POST('/api/v1/admin/reports/{report}/resolve', { params, body }));
}

export function deleteMessage(
  game: number,
  message: number,
  reason: string,
  key: string,
): Promise<Answer<AuditEntry>> {
  const params = { path: { game, message }, header: header(key) };
  const path = '/api/v1/admin/games/{game}/chat/{message}/delete';
  return repeated(() => rest.POST(path, { params, body: { reason } }));
}

/** An instant in so many days, for the end of a mute or a suspension; null for none. */
export function inDays(days: number): string | null {
  return days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString();
}
