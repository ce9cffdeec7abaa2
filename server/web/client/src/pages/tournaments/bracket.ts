/** The places and names of the matches of a bracket. */
import type { BracketMatch } from '../../api/tournaments';
import { t } from '../../text';

/** A match at its column, and its middle in rows of matches from the top. */
export interface Placed {
  readonly match: BracketMatch;
  readonly column: number;
  readonly y: number;
  /** The matches from which its players come. */
  readonly from: readonly Line[];
}

/** The way of a winner into the next match. */
export interface Line {
  readonly from: BracketMatch;
  /** The number of the player who went it; undefined while it is open. */
  readonly player: number | undefined;
}

/** A round of the bracket. */
export interface Column {
  readonly title: string;
  readonly matches: readonly Placed[];
}

/** Between the brackets of winners and of losers, in rows. */
const gap = 0.75;

/** The matches that are played, in their places; `rows` is the height. */
export function placed(matches: readonly BracketMatch[]): { all: Placed[]; rows: number } {
  const shown = matches.filter(({ needed }) => needed);
  const byNumber = new Map(shown.map((match) => [match.match, match]));
  const heights = new Map<number, number>();
  let rows = 0;
  // From the last matches of a part on: those without others before them get the next row.
  function place(match: BracketMatch): number {
    const ys = feeders(match, byNumber).map((one) => heights.get(one.match) ?? place(one));
    const y = ys.length > 0 ? ys.reduce((sum, one) => sum + one, 0) / ys.length : rows++ + 0.5;
    heights.set(match.match, y);
    return y;
  }
  for (const part of ['winners', 'losers', 'final', 'second-final'] as const) {
    const some = shown.filter((one) => one.part === part);
    if (part === 'losers' && some.length > 0) rows += gap;
    const inside = new Set(some.flatMap((one) => one.players.map(({ winner_of }) => winner_of)));
    for (const match of some) if (!inside.has(match.match)) place(match);
  }
  const columns = columnsOf(shown);
  const all = shown.map((match) => ({
    match,
    column: columns.get(match.match) ?? 0,
    y: heights.get(match.match) ?? 0.5,
    from: feeders(match, byNumber).map((from) => ({ from, player: from.winner ?? undefined })),
  }));
  return { all, rows };
}

/** The matches with winners who play in this one. */
function feeders(
  match: BracketMatch,
  byNumber: ReadonlyMap<number, BracketMatch>,
): readonly BracketMatch[] {
  return match.players.flatMap(({ winner_of }) => {
    const before = winner_of === null ? undefined : byNumber.get(winner_of);
    return before ? [before] : [];
  });
}

/** The column of each match: a round of a part, and the finals after all of them. */
function columnsOf(shown: readonly BracketMatch[]): ReadonlyMap<number, number> {
  const rounds = shown
    .filter(({ part }) => part === 'winners' || part === 'losers')
    .map((match) => match.part_round);
  const last = Math.max(0, ...rounds);
  return new Map(
    shown.map(({ match, part, part_round }) => {
      const column = part === 'final' ? last : part === 'second-final' ? last + 1 : part_round - 1;
      return [match, column];
    }),
  );
}

/** The rounds of one part in order, for a list: those of the winners end with the finals. */
export function roundsOf(all: readonly Placed[], part: 'winners' | 'losers'): Column[] {
  const isIn = ({ match }: Placed) => (match.part === 'losers') === (part === 'losers');
  const columns = new Map<number, Placed[]>();
  for (const one of all.filter(isIn)) {
    columns.set(one.column, [...(columns.get(one.column) ?? []), one]);
  }
  const ordered = [...columns].sort(([one], [other]) => one - other);
  const isDouble = hasLosers(all.map(({ match }) => match));
  return ordered.map(([, matches], index) => ({
    title: titleOf(matches[0]?.match, isDouble ? undefined : ordered.length - index),
    matches: matches.sort((one, other) => one.y - other.y),
  }));
}

/** Whether somebody who has lost plays on. */
function hasLosers(matches: readonly BracketMatch[]): boolean {
  return matches.some(({ players }) => players.some(({ loser_of }) => loser_of !== null));
}

/** "Quarter-finals": by how many rounds are left in a bracket without losers. */
function titleOf(match: BracketMatch | undefined, left: number | undefined): string {
  if (!match) return '';
  if (match.part === 'losers') return t('tournament.bracket.losers', { n: match.part_round });
  if (match.part === 'final') return t('tournament.bracket.final');
  if (match.part === 'second-final') return t('tournament.bracket.second-final');
  if (left === 2) return t('tournament.bracket.semi-finals');
  if (left === 3) return t('tournament.bracket.quarter-finals');
  return t('tournament.round', { n: match.part_round });
}

/** "Winner of semi-final 1", for a player who is not known yet. */
export function awaitedWord(
  side: BracketMatch['players'][number],
  matches: readonly BracketMatch[],
): string {
  const number = side.winner_of ?? side.loser_of;
  const before = matches.find(({ match }) => match === number);
  if (!before) return '';
  const words = matchWord(before, matches);
  return side.winner_of === null
    ? t('tournament.bracket.loser_of', { match: words })
    : t('tournament.bracket.winner_of', { match: words });
}

function matchWord(match: BracketMatch, matches: readonly BracketMatch[]): string {
  const { part, part_round: round } = match;
  const rest = matches.filter((one) => one.part === part);
  const n = rest.filter((one) => one.part_round === round).indexOf(match) + 1;
  if (part === 'final') return t('tournament.bracket.the_final');
  if (part === 'losers') return t('tournament.bracket.losers_match', { round, n });
  const isDouble = hasLosers(matches);
  const last = Math.max(...rest.map((one) => one.part_round));
  if (!isDouble && round === last) return t('tournament.bracket.semi-final', { n });
  if (!isDouble && round === last - 1) return t('tournament.bracket.quarter-final', { n });
  return t('tournament.bracket.match', { round, n });
}
