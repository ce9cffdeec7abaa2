/** Tournaments in words: what they are, when they start, what a result is. */
import type {
  GroupRules,
  Tournament,
  TournamentNextGame,
  TournamentPlayer,
  TournamentResult,
  TournamentSeries,
  TieBreak,
  TournamentStarts,
  TournamentSummary,
} from '../../api/tournaments';
import { clockWord, playerWord, ratedWord, setupWord } from '../../parts/words';
import { language, t } from '../../text';
import { list, moment } from '../../text/format';

/** 2.5 as "2.5": points and sums of points, of which so many units are one. */
export function points(value: number, units = 1): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(value / units);
}

/** A figure of a tie-break: points in pods are in units, and counts are not. */
export function figure(tie: TieBreak, value: number, units = 1): string {
  return points(value, tie === 'opponents' ? units : 1);
}

/** "Group A" for 1; "Group 27" once letters run out. */
export function groupWord(number: number): string {
  const letters = 26;
  const name = number <= letters ? String.fromCharCode(64 + number) : String(number);
  return t('groups.group', { name });
}

/** The groups, who goes on and to what: "4 players each, 2 go on, final stage: Knockout". */
export function groupsWord({ count, size, advance = 2, final = 'knockout' }: GroupRules): string {
  return t(count === undefined ? 'groups.rule_size' : 'groups.rule_count', {
    ...{ n: count ?? size ?? 0, advance },
    final: t(`tournament.format.${final}`),
  });
}

/** The opponents in a game of the viewer. */
export function opponentWord({ opponent, opponents }: TournamentNextGame): string {
  const handles = opponent === null ? (opponents ?? []) : [opponent];
  return list(handles.map((handle) => playerWord(handle)));
}

/** Whether players who lose are out. */
export function isKnockout(format: TournamentSummary['format']): boolean {
  return format === 'knockout' || format === 'double-elimination';
}

/** Whether more than two players are at a table. */
export function hasSeveral({ format, series }: Tournament): boolean {
  return format === 'pods' || (isKnockout(format) && series.tie === 'shared');
}

/** "Best of 3", or "2 games"; nothing for a single game. */
export function seriesWord({ games, tie }: TournamentSeries): string {
  if (games === 1) return '';
  return tie === 'swap-game' && games === 2
    ? t('tournament.best_of', { n: 3 })
    : games % 2 === 1
      ? t('tournament.best_of', { n: games })
      : t('tournament.series_games', { n: games });
}

/** "Swiss, round 4 of 5", "League, season 1 of 3". */
export function formatWord({ format, state, round, rounds }: TournamentSummary): string {
  const name = t(`tournament.format.${format}`);
  const isLeague = format === 'league';
  if (rounds === null || format === 'arena') return name;
  if (state === 'running' && round > 0) {
    const facts = { format: name, round, rounds };
    return isLeague ? t('tournament.format_season', facts) : t('tournament.format_round', facts);
  }
  const facts = { format: name, n: rounds };
  return isLeague ? t('tournament.format_seasons', facts) : t('tournament.format_rounds', facts);
}

/** The format, the players, the board and the terms, each in a few words. */
export function summaryWords(one: TournamentSummary): string[] {
  return [
    formatWord(one),
    t('tournament.players', { n: one.players }),
    setupWord(one.setup),
    clockWord(one.clock),
    ratedWord(one),
  ];
}

/** When it starts, before its start. */
export function startWord(starts: TournamentStarts, startsAt: string | null): string {
  if (startsAt !== null) return t('tournament.starts_at', { time: moment(startsAt) });
  if (starts?.when_full) return t('tournament.starts_full', { n: starts.when_full });
  return t('tournament.starts_by_hand');
}

/** How it stands, in a word or two. */
export function stateWord(one: TournamentSummary): string {
  return one.state === 'open'
    ? startWord(one.starts, one.starts_at)
    : t(`tournament.state.${one.state}`);
}

/** The kinds of dots in a row of results. */
export type Dot = 'won' | 'lost' | 'half' | 'playing' | 'rest' | 'none';

/** The dot of a result. */
export function dotOf({ kind, points: value, place }: TournamentResult): Dot {
  if (kind === 'playing' || kind === 'waiting') return 'playing';
  if (kind === 'removed' || kind === 'absent') return 'none';
  if (kind === 'bye' || kind === 'half-bye') return 'rest';
  return value === 0 ? 'lost' : (place ?? value) === 1 ? 'won' : 'half';
}

/** A result for readers of screens and as a title: "Round 2: won against ben". */
export function resultWord(
  result: TournamentResult,
  players: ReadonlyMap<number, { readonly handle: string }>,
): string {
  const numbers = result.opponents ?? [result.opponent ?? 0];
  const handle = list(numbers.map((number) => playerWord(players.get(number)?.handle ?? '')));
  const { round, place } = result;
  switch (result.kind) {
    case 'bye':
    case 'half-bye':
    case 'absent':
      return t(`tournament.result.${result.kind}`, { round });
    case 'playing':
    case 'waiting':
    case 'removed':
      return t(`tournament.result.${result.kind}`, { round, handle });
    case 'game':
    case 'forfeit': {
      const end = result.points === 1 ? 'won' : result.points === 0 ? 'lost' : 'half';
      const words = place
        ? t('tournament.result.place', { round, handle, place })
        : t(`tournament.result.${end}`, { round, handle });
      return result.kind === 'forfeit' ? t('tournament.result.forfeit', { words }) : words;
    }
  }
}

/** Players by their number. */
export function byNumber<Numbered extends { readonly number: number }>(
  players: readonly Numbered[],
): ReadonlyMap<number, Numbered> {
  return new Map(players.map((one) => [one.number, one]));
}

/** The same list by rating, those without one last, and by handle among equals. */
export function byRating(players: readonly TournamentPlayer[]): TournamentPlayer[] {
  return [...players].sort(
    (one, other) =>
      (other.rating ?? -1) - (one.rating ?? -1) || one.handle.localeCompare(other.handle),
  );
}
