/** Who uses this browser. The secret of it is a cookie that no script reads. */
import type { Account } from '../api/people';
import type { Problem } from '../api/problem';
import { settled } from '../api/rest';
import { forgetSettings } from './settings.svelte';
import { rest, store } from './site';

let account = $state.raw<Account>();
let isKnown = $state(false);
let failure = $state.raw<Problem>();
let keeper = $state<string>();
// Derived: an effect that waits for one of these runs again only when it changes.
const isSettled = $derived(isKnown || failure !== undefined);
const viewer = $derived(account?.handle ?? keeper);
/** Kept: not who it was, only that there was somebody. */
const here = 'tanbo.here';
/** Kept while a move may wait to be sent in some game. */
const queued = 'tanbo.queued';
/** Kept: the player with games that this browser keeps. */
const keeping = 'tanbo.kept';
/** Until the server is asked again: longer each time, as it may be down for hours. */
const again_ms = 3_000;
const again_max_ms = 60_000;
const wasHere = read(here) !== undefined;

function read(flag: string): string | undefined {
  try {
    return localStorage.getItem(flag) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(flag: string, value: string | undefined): void {
  try {
    if (value) localStorage.setItem(flag, value);
    else localStorage.removeItem(flag);
  } catch {
    // Storage is blocked: a page may jump once.
  }
}

const remember = () => write(here, account && '1');

/** Notes the player with games that are kept here. */
export const keepsFor = (handle: string | undefined): void => write(keeping, handle);

let isQueued = $state(read(queued) !== undefined);

/** Notes whether a move waits to be sent; what became of one is still told on this page. */
export function noteQueued(isSo: boolean): void {
  isQueued ||= isSo;
  write(queued, isSo ? '1' : undefined);
}

let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;

const listeners: (() => void)[] = [];

export const session = {
  /** Who is signed in, guests among them; nothing for somebody who only looks. */
  get account(): Account | undefined {
    return account;
  },
  get handle(): string | undefined {
    return account?.handle;
  },
  /**
   * Somebody signed in; while the server can't be asked, the player with games that this browser
   * keeps.
   */
  get viewer(): string | undefined {
    return viewer;
  },
  /** Whether a move may wait to be sent in some game. */
  get hasQueued(): boolean {
    return isQueued;
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
  clearTimeout(again);
  if (!answer.ok && answer.problem.status !== 401) {
    keeper = isKnown ? undefined : read(keeping);
    const wait_ms = Math.min(again_ms * 2 ** failures++, again_max_ms);
    if (keeper) again = setTimeout(() => void whoAmI(), wait_ms);
    failure = answer.problem;
    return;
  }
  failures = 0;
  const found = (answer.ok && answer.data.account) || undefined;
  // Players told that they are signed out can leave: nothing of theirs is here any more.
  if (account && account.handle !== found?.handle) await forget();
  else if ((read(keeping) ?? found?.handle) !== found?.handle) await forgetKept();
  account = found;
  keeper = undefined;
  failure = undefined;
  isKnown = true;
  remember();
}

async function forgetKept(): Promise<void> {
  await import('./kept').then((kept) => kept.forgetKept()).catch(() => undefined);
}

/** Another person must not find what was kept for this one. */
async function forget(): Promise<void> {
  await import('./start_worker').then(({ endPushes }) => endPushes()).catch(() => undefined);
  await forgetKept();
  noteQueued(false);
  isQueued = false;
  await store.clear();
  forgetSettings();
}

/** The line is back: a viewer who is not known yet is asked for at once. */
export function askAgain(): void {
  if (failure) void whoAmI();
}

/** Calls whenever this page has signed somebody in or out. */
export function onIdentity(run: () => void): void {
  listeners.push(run);
}

/** Finds out who it is after the cookie has changed. */
export async function changed(): Promise<void> {
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
