/** Who uses this browser. The secret of it is a cookie that no script reads. */
import type { Account } from '../api/people';
import type { Problem } from '../api/problem';
import { settled } from '../api/rest';
import { endPushes } from './worker';
import { forgetSettings } from './settings.svelte';
import { rest, store } from './site';

let account = $state.raw<Account>();
let isKnown = $state(false);
let failure = $state.raw<Problem>();
// Derived: an effect that waits for it runs again only when it changes.
const isSettled = $derived(isKnown || failure !== undefined);
/** Kept: not who it was, only that there was somebody. */
const kept = 'tanbo.here';
const wasHere = read();

function read(): boolean {
  try {
    return localStorage.getItem(kept) !== null;
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    if (account) localStorage.setItem(kept, '1');
    else localStorage.removeItem(kept);
  } catch {
    // Storage is blocked: a page may jump once.
  }
}
const listeners: (() => void)[] = [];

export const session = {
  /** Who is signed in, guests among them; nothing for somebody who only looks. */
  get account(): Account | undefined {
    return account;
  },
  get handle(): string | undefined {
    return account?.handle;
  },
  get isMember(): boolean {
    return account !== undefined && account.kind !== 'guest';
  },
  /** Whether the server has been asked yet. */
  get isKnown(): boolean {
    return isKnown;
  },
  /** Whether the server has answered, or can't be asked: what depends on the viewer can be read. */
  get isSettled(): boolean {
    return isSettled;
  },
  /** Whether somebody is signed in, or was when this browser last asked: nothing jumps. */
  get isLikelyHere(): boolean {
    return isKnown ? account !== undefined : wasHere;
  },
  /** Why it is not known. */
  get failure(): Problem | undefined {
    return failure;
  },
};

/** Asks who is signed in. A line that is broken leaves what was known. */
export async function whoAmI(): Promise<void> {
  const answer = await settled(rest.GET('/api/v1/sessions/current'));
  if (!answer.ok && answer.problem.status !== 401) {
    failure = answer.problem;
    return;
  }
  const found = (answer.ok && answer.data.account) || undefined;
  // Players told that they are signed out can leave: nothing of theirs is here any more.
  if (account && account.handle !== found?.handle) await forget();
  account = found;
  failure = undefined;
  isKnown = true;
  remember();
}

/** Another person must not find what was kept for this one. */
async function forget(): Promise<void> {
  await endPushes();
  await store.clear();
  forgetSettings();
}

/** Calls whenever this page has signed somebody in or out. */
export function onIdentity(run: () => void): void {
  listeners.push(run);
}

/** After the cookie has changed. */
async function changed(): Promise<void> {
  await whoAmI();
  for (const run of listeners) run();
}

/** Makes a guest of a visitor without an account. */
export async function becomeSomebody(): Promise<Problem | undefined> {
  if (account) return undefined;
  const answer = await settled(rest.POST('/api/v1/sessions', { body: { guest: true } }));
  if (!answer.ok) return answer.problem;
  await changed();
  return undefined;
}

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
  if (account?.kind === 'guest') {
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

/** Ends the session and forgets what this browser kept for it. Who calls leads away at once. */
export async function signOut(): Promise<Problem | undefined> {
  const answer = await settled(rest.DELETE('/api/v1/sessions/current'));
  if (!answer.ok && answer.problem.status !== 401) return answer.problem;
  await forget();
  account = undefined;
  remember();
  for (const run of listeners) run();
  return undefined;
}

/** Follows the settings of the account that this page has changed itself. */
export function accountIs(changedAccount: Account): void {
  account = changedAccount;
}
