/** Things that wait for the player signed in: their moves, answers, seats and challenges. */
import type { Push } from 'tanbo-client';
import type { Turn } from '../api/types';
import { settled } from '../api/rest';
import { live } from './line';
import { rest } from './site';
import { session } from './session.svelte';

let turns = $state.raw<readonly Turn[]>([]);
let unread = $state(0);
let isLoaded = $state(false);
let timer: ReturnType<typeof setTimeout> | undefined;

export const waiting = {
  get turns(): readonly Turn[] {
    return turns;
  },
  /** Notifications that have not been read. */
  get unread(): number {
    return unread;
  },
  get isLoaded(): boolean {
    return isLoaded;
  },
};

async function load(): Promise<void> {
  const whose = session.handle;
  if (whose === undefined) return;
  const query = { limit: 50, include: 'position' } as const;
  const [list, notices] = await Promise.all([
    settled(rest.GET('/api/v1/me/turns', { params: { query } })),
    settled(rest.GET('/api/v1/me/notifications', { params: { query: { limit: 1 } } })),
  ]);
  if (session.handle !== whose) return;
  if (list.ok) {
    turns = list.data.turns;
    isLoaded = true;
  }
  if (notices.ok) unread = notices.data.unread;
}

/** Without a line by then, it is read all the same. */
const line_ms = 400;

/** Reads again soon; several calls at once lead to one reading. */
export function lookAgain(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void load(), 150);
}

/** Everything told has been read. */
export function allRead(): void {
  unread = 0;
}

/**
 * Keeps the list right until the answer is called, and hands on what it is told. To be called for
 * one account at a time.
 */
export function follow(take: (message: Push) => void): () => void {
  turns = [];
  isLoaded = false;
  // Read once the line is there, it misses nothing.
  timer = setTimeout(() => void load(), line_ms);
  // The turns that wait come first, up to "ready": they are in the list that is read here.
  let isBeginning = true;
  const joined = () => {
    isBeginning = true;
    if (isLoaded) return lookAgain();
    clearTimeout(timer);
    void load();
  };
  const heard = (message: Push) => {
    if (isBeginning && /^(your-turn|ready)$/.test(message.type)) {
      isBeginning = message.type !== 'ready';
      return;
    }
    lookAgain();
    take(message);
  };
  const leave = live.follow('me', { take: heard, joined });
  return () => {
    leave();
    clearTimeout(timer);
    turns = [];
    unread = 0;
  };
}

/** Whether somebody sits in a live game among people that is on their page. */
export const table = { isTaken: false };

/** The game in which time is shortest, other than the one that is looked at. */
export function nextGame(but: number | undefined): number | undefined {
  const games = turns.filter(({ kind, game }) => kind === 'move' && game && game.id !== but);
  const end = (turn: Turn) => (turn.deadline ? Date.parse(turn.deadline) : Infinity);
  return games.sort((a, b) => end(a) - end(b))[0]?.game?.id;
}
