/** The help that boards give: what follows from the rules, as far as viewer and game want it. */
import type { Point, Root, Seat } from '../engine/types';
import type { Look } from '../game/types';
import type { BoardSettings } from './types';

/** From everything to nothing. */
export const levels = ['full', 'some', 'none'] as const;
export type Level = (typeof levels)[number];

/** The help on one board. */
export interface Assistance {
  /** The most that the game allows. */
  readonly allowed: Level;
  /** Legal points: all, those of the root that one points at, none. */
  readonly legal: Level;
  /** Badges say the root space of roots that have no more than this. */
  readonly badges: number;
  /** Root space in figures and words, gauge and curve. */
  readonly counts: boolean;
  /** The effect of a stone in words: all of it, without figures, none. */
  readonly words: Level;
}

/** Full help: boards that explain something. */
export const everything: Assistance = {
  allowed: 'full',
  legal: 'full',
  badges: 3,
  counts: true,
  words: 'full',
};

const badgesAt: Record<Level, number> = { full: everything.badges, some: 1, none: 0 };

/** The help that a viewer gets: the lower of their setting and what the game allows. */
export function assistanceOf(settings: BoardSettings, allowed: Level = 'full'): Assistance {
  const level = (wanted: Level): Level =>
    levels[Math.max(levels.indexOf(wanted), levels.indexOf(allowed))]!;
  const { assistance } = settings;
  // Each switch of its own is all or nothing.
  const part = (isOn: boolean, off: Level = 'none'): Level =>
    level(assistance === 'custom' ? (isOn ? 'full' : off) : assistance);
  return {
    allowed,
    legal: part(settings.legal),
    badges: badgesAt[part(settings.badges)],
    counts: part(settings.gauge) === 'full',
    words: part(settings.gauge, 'some'),
  };
}

/** The switches of its own that give the same help. */
export function switchesOf({ legal, badges, counts }: Assistance): Partial<BoardSettings> {
  return {
    assistance: 'custom',
    legal: legal === 'full',
    badges: badges === everything.badges,
    gauge: counts,
  };
}

/** The legal points that a board shows a player who points at a root, or at none. */
export function legalShown(
  look: Look,
  player: Seat | undefined,
  root: Root | undefined,
  { legal }: Assistance,
): readonly Point[] {
  if (player === undefined || legal === 'none') return [];
  if (legal === 'full') return look.legal(player);
  return root?.seat === player ? root.space : [];
}

/** The roots shown with their root space: all if that is set, else the one that is pointed at. */
export function spaceShown(
  look: Look,
  root: Root | undefined,
  { space }: BoardSettings,
  { counts }: Assistance,
): readonly Root[] {
  if (!counts) return [];
  if (space) return look.roots;
  return root ? [root] : [];
}
