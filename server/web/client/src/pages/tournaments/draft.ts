/** The form of a tournament, and what it sends. */
import type { ClockSettings } from '../../api/types';
import type {
  ArenaRules,
  CreateTournament,
  GroupRules,
  LadderRules,
  McMahonRules,
  LeagueRules,
  Tournament,
  TournamentStarts,
} from '../../api/tournaments';
import type { Level } from '../../board/assistance';
import { isKnockout } from './words';

/** When it starts. */
export const startings = ['by_hand', 'at', 'full'] as const;
export type Starting = (typeof startings)[number];

/** Whether a round robin has groups, and what says how many. */
export const groupings = ['none', 'size', 'count'] as const;
export interface GroupDraft {
  by: (typeof groupings)[number];
  size: number;
  count: number;
  advance: number;
  final: NonNullable<GroupRules['final']>;
}

/** The form. Numbers that are left out are null. */
export interface Draft {
  name: string;
  about: string;
  format: CreateTournament['format'];
  setup: string;
  rounds: number;
  /** The games of two players at a table. */
  games: number;
  /** Whether one more with the swap decides a level series; knockouts have it in any case. */
  hasDecider: boolean;
  isDouble: boolean;
  groups: GroupDraft;
  /** Whether ratings give points before the first round of a Swiss tournament. */
  hasMcMahon: boolean;
  mcmahon: McMahonRules;
  isQuiet: boolean;
  parallel: number;
  break_minutes: number;
  isRated: boolean;
  isSwap: boolean;
  assistance: Level;
  starting: Starting;
  /** As an input for local times writes it: "2026-12-01T18:00". */
  at: string;
  players_min: number;
  canExtend: boolean;
  full: number;
  rating_min: number | null;
  rating_max: number | null;
  players_max: number;
  bots: boolean;
  late: boolean;
  undo: boolean;
  pause: boolean;
  vacation: boolean;
  limit_days: number | null;
  ladder: Required<LadderRules>;
  league: Required<LeagueRules>;
  arena: Required<ArenaRules>;
  /** A league starts all games of a season, unless it is set otherwise. */
  league_parallel: number;
  isUnlisted: boolean;
  /** The club that it is of. */
  club: number | null;
}

/** The form at first. */
export function emptyDraft(): Draft {
  return {
    name: '',
    about: '',
    format: 'swiss',
    setup: '13x13',
    rounds: 5,
    games: 1,
    hasDecider: false,
    isDouble: false,
    hasMcMahon: false,
    mcmahon: { bar: 2000, floor: 1000, step: 100 },
    isQuiet: false,
    groups: { by: 'none', size: 4, count: 2, advance: 2, final: 'knockout' },
    parallel: 2,
    break_minutes: 10,
    isRated: true,
    isSwap: true,
    assistance: 'some',
    starting: 'by_hand',
    at: '',
    players_min: 4,
    canExtend: true,
    full: 8,
    rating_min: null,
    rating_max: null,
    players_max: 64,
    bots: false,
    late: true,
    undo: false,
    pause: false,
    vacation: true,
    limit_days: null,
    ladder: { reach: 3, slots: 1, again_days: 7, answer_days: 3, vacation_days: 30 },
    league: { size: 8, promote: 2, season_days: 60, begins: 'automatic', seasons: null },
    arena: { minutes: 60 },
    league_parallel: 50,
    isUnlisted: false,
    club: null,
  };
}

/** The numbers of seats that a table can have. */
export function seatsOf(format: Draft['format']): readonly number[] {
  return format === 'pods' ? [4] : format === 'knockout' ? [2, 4] : [2];
}

/** The numbers of games that two players at a table can play, the usual one first. */
export function gamesOf(format: Draft['format']): readonly number[] {
  return isKnockout(format) ? [2, 1, 3, 5] : [1, 2];
}

/** An instant as an input for local times writes it. */
function local(instant: string): string {
  const time = new Date(instant);
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function groupDraftOf(rules: GroupRules | undefined): GroupDraft {
  const empty = emptyDraft().groups;
  if (!rules) return empty;
  return { ...empty, ...rules, by: rules.count === undefined ? 'size' : 'count' };
}

function groupsOf({ by, size, count, advance, final }: GroupDraft): GroupRules | null {
  if (by === 'none') return null;
  return { ...(by === 'size' ? { size } : { count }), advance, final };
}

/** The form of a tournament that exists. */
export function draftOf(one: Tournament): Draft {
  const { starts, entry, terms } = one;
  const isDouble = one.double;
  return {
    ...emptyDraft(),
    ...{ name: one.name, about: one.about, format: one.format, setup: one.setup, isDouble },
    rounds: one.format === 'swiss' || one.format === 'pods' ? (one.rounds ?? 5) : 5,
    groups: groupDraftOf(one.groups),
    hasMcMahon: one.mcmahon !== undefined,
    mcmahon: { ...(one.mcmahon ?? emptyDraft().mcmahon) },
    isQuiet: one.quiet ?? false,
    club: one.club ?? null,
    games: one.series.games,
    hasDecider: one.series.tie === 'swap-game',
    parallel: one.parallel ?? 2,
    break_minutes: one.break_minutes,
    ...{ isRated: one.rated, isSwap: one.swap, assistance: one.assistance },
    starting: starts?.at ? 'at' : starts?.when_full ? 'full' : 'by_hand',
    at: starts?.at ? local(starts.at) : '',
    players_min: starts?.min ?? 2,
    canExtend: typeof starts?.else === 'object',
    full: starts?.when_full ?? 8,
    rating_min: entry.rating?.min ?? null,
    rating_max: entry.rating?.max ?? null,
    players_max: entry.players_max ?? 1024,
    ...{ bots: entry.bots ?? false, late: entry.late ?? true },
    ...{ undo: terms.undo ?? false, pause: terms.pause ?? false, vacation: terms.vacation ?? true },
    limit_days: terms.round_limit_days ?? null,
    ladder: { ...emptyDraft().ladder, ...one.ladder },
    league: { ...emptyDraft().league, ...one.league },
    arena: { ...emptyDraft().arena, ...one.arena },
    league_parallel: one.parallel ?? emptyDraft().league_parallel,
    isUnlisted: one.visibility === 'unlisted',
  };
}

const extension_days = 7;

function startsOf(draft: Draft): TournamentStarts {
  switch (draft.starting) {
    case 'by_hand':
      return null;
    case 'full':
      return { when_full: draft.full };
    case 'at':
      return {
        at: new Date(draft.at).toISOString(),
        min: draft.players_min,
        else: draft.canExtend ? { extend_days: extension_days } : 'cancel',
      };
  }
}

/**
 * The request of the form, with the clock that was chosen and the seats of its board. It shares
 * nothing with the form, which may change later.
 */
export function bodyOf(draft: Draft, clock: ClockSettings, seats: number): CreateTournament {
  const isRobin = draft.format === 'round-robin';
  const isLadder = draft.format === 'ladder';
  const isLeague = draft.format === 'league';
  const isArena = draft.format === 'arena';
  const isOut = isKnockout(draft.format) || isLadder || isArena;
  const tie =
    isKnockout(draft.format) || draft.hasDecider ? ('swap-game' as const) : ('shared' as const);
  return {
    name: draft.name.trim(),
    about: draft.about.trim(),
    ...{ format: draft.format, setup: draft.setup, clock },
    ...{ rated: draft.isRated, swap: draft.isSwap, assistance: draft.assistance },
    ...(isOut ? {} : { rounds: isRobin || isLeague ? (draft.isDouble ? 2 : 1) : draft.rounds }),
    ...(seats === 2 && !isArena ? { series: { games: draft.games, tie } } : {}),
    ...(isRobin
      ? {
          parallel: draft.parallel,
          groups: groupsOf(draft.groups),
          ...(draft.groups.by === 'none' ? {} : { break_minutes: draft.break_minutes }),
        }
      : isLadder
        ? { ladder: { ...draft.ladder } }
        : isArena
          ? { arena: { ...draft.arena } }
          : { break_minutes: draft.break_minutes }),
    ...(draft.format === 'swiss'
      ? { mcmahon: draft.hasMcMahon ? { ...draft.mcmahon } : null }
      : {}),
    quiet: draft.isQuiet,
    ...(draft.club === null ? {} : { club: draft.club }),
    ...(isLeague ? { league: { ...draft.league }, parallel: draft.league_parallel } : {}),
    ...(isLadder ? {} : { starts: startsOf(draft) }),
    entry: {
      rating: { min: draft.rating_min, max: draft.rating_max },
      ...{ players_max: draft.players_max, bots: draft.bots, late: draft.late },
    },
    terms: {
      ...{ undo: draft.undo, pause: draft.pause, vacation: draft.vacation },
      ...(isRobin || isLeague || isOut ? {} : { round_limit_days: draft.limit_days }),
    },
    visibility: draft.isUnlisted ? 'unlisted' : 'public',
  };
}

/** The fields of a request that differ from an earlier one: the others stay as they are. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const fields = Object.entries(after) as [keyof Body, unknown][];
  const changed = fields.filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return Object.fromEntries(changed) as Partial<Body>;
}
