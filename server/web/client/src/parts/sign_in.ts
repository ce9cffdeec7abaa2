/** Signing in and up. */
import type { Problem } from '../api/problem';
import { settled } from '../api/rest';
import { changed, session } from './session.svelte';
import { rest } from './site';

/** Signs in with name and password. */
export async function signIn(handle: string, password: string): Promise<Problem | undefined> {
  const answer = await settled(rest.POST('/api/v1/sessions', { body: { handle, password } }));
  if (!answer.ok) return answer.problem;
  await changed();
  return undefined;
}

/** The details of somebody who registers. */
export interface Registration {
  readonly handle: string;
  readonly password: string;
  readonly email: string;
}

/**
 * A new account, or a guest's own games under a name that stays; signed in afterwards, by one
 * session: a guest's ends, and so does the token that a new account comes with.
 */
export async function register({
  handle,
  password,
  email,
}: Registration): Promise<Problem | undefined> {
  const body = { handle, password, ...(email ? { email } : {}) };
  if (session.account?.kind === 'guest') {
    const upgraded = await settled(rest.POST('/api/v1/me/upgrade', { body }));
    if (!upgraded.ok) return upgraded.problem;
    await settled(rest.DELETE('/api/v1/sessions/current'));
  } else {
    const made = await settled(rest.POST('/api/v1/accounts', { body }));
    if (!made.ok) return made.problem;
    const headers = { Authorization: `Bearer ${made.data.token}` };
    await settled(rest.DELETE('/api/v1/tokens/current', { headers }));
  }
  return signIn(handle, password);
}
