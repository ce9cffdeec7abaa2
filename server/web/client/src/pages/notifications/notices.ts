/** Notifications in words, and where they lead. */
import type { Notification } from '../../api/people';
import type { GameSummary } from '../../api/types';
import { session } from '../../parts/session.svelte';
import { isKey, t } from '../../text';

/** The challenge that a notification is about, as it was pushed. */
export function challengeOf({ type, data }: Notification) {
  return type.startsWith('challenge') ? (data as { id?: number; creator?: string }) : undefined;
}

/** The tournament that a notification is about. */
function tournamentOf({ type, data }: Notification) {
  return /^(tournament|ladder|league)/.test(type)
    ? (data as {
        tournament?: number;
        name?: string;
        round?: number;
        arena?: true;
        season?: number;
        opponents?: string[];
      })
    : undefined;
}

/** The player who is out, if a notification tells of another than the reader. */
function otherOut({ type, data }: Notification): string | undefined {
  if ((type as string) !== 'eliminated') return undefined;
  const { seat, seats } = data as Pick<GameSummary, 'seats'> & { seat?: string };
  const handle = seats?.find((one) => one.seat === seat)?.handle;
  return handle && handle !== session.handle ? handle : undefined;
}

/** A notification in a sentence. Requires: the texts of notifications. */
export function noticeWords(entry: Notification): string {
  const { what } = entry.data as { what?: string };
  const about = tournamentOf(entry) ?? {};
  const key = `notifications.kind.${about.arena ? 'arena' : entry.type}`;
  const { name = '', season = 0, round = season, opponents = [] } = about;
  const handle = challengeOf(entry)?.creator ?? opponents[0] ?? '';
  const values = { id: entry.game ?? 0, handle, why: what ?? '', what: what ?? '', name, round };
  const other = otherOut(entry);
  if (other) return t('notifications.other_out', { id: values.id, handle: other });
  // A kind that came after this page was built.
  if (!isKey(key)) return t('notifications.other', { id: values.id });
  return t(key as 'notifications.kind.your-turn', values);
}

/** The page that a notification is about; nothing if there is none. */
export function noticeLink(entry: Notification): string | undefined {
  if (entry.game !== null) return `/games/${entry.game}`;
  const tournament = tournamentOf(entry)?.tournament;
  if (tournament) return `/tournaments/${tournament}`;
  const id = challengeOf(entry)?.id;
  return id ? `/challenges/${id}` : undefined;
}
