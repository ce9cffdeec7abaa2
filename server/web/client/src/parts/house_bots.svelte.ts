/** The server's own opponents as it last told of them: one list for all pages. */
import type { Bot } from '../api/people';
import type { Problem } from '../api/problem';
import { settled } from '../api/rest';
import { rest } from './site';

/** For how long who has time is taken to be the same. */
const fresh_ms = 10_000;

let all = $state.raw<readonly Bot[]>();
let problem = $state.raw<Problem>();
let read_at = -Infinity;
let reading: Promise<void> | undefined;

export const houseBots = {
  /** A bot a level, the weakest first, none if the server has none; nothing before it has told. */
  get all(): readonly Bot[] | undefined {
    return all;
  },
  /** Why it is not known which there are; nothing before it has been asked, or once it has told. */
  get problem(): Problem | undefined {
    return all ? undefined : problem;
  },
  /** Handles of those that would begin a game now, the weakest first. */
  get able(): readonly string[] {
    return (all ?? []).filter(({ free }) => free).map(({ handle }) => handle);
  },
  /** Whether the server has said that somebody plays for one at least. */
  get isAnyHere(): boolean {
    return (all ?? []).some(({ plays }) => plays);
  },
};

async function read(): Promise<void> {
  const answer = await settled(rest.GET('/api/v1/bots', {}));
  reading = undefined;
  if (!answer.ok) {
    problem = answer.problem;
    return;
  }
  all = answer.data.bots;
  read_at = Date.now();
}

/** Reads them, as one of them may have begun a game. */
export function readBots(): Promise<void> {
  if (!reading) problem = undefined;
  return (reading ??= read());
}

/** Reads them unless that was done just now: for pages that are about to show them. */
export function lookAtBots(): void {
  if (Date.now() - read_at >= fresh_ms) void readBots();
}
