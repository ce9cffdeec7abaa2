/** The words of a game's tile: who plays, and what there is to know first. */
import type { GameSummary, Turn } from '../../api/types';
import { assistanceOf } from '../../board/assistance';
import type { Engine } from '../../engine/board';
import { seatOf } from '../../engine/types';
import type { Miniature } from '../../parts/listed';
import { settings } from '../../parts/settings.svelte';
import { playerWord } from '../../parts/words';
import { t } from '../../text';
import { paths as icons } from '../../../generated/icons';
import { paths as more } from '../../../generated/tile_icons';

/** The signs of news. */
export const signs = {
  fresh: icons.learn,
  players: icons.people,
  ...more,
};

/** A sign and a few words; `isAlarm`: it has cost something, or is about to. */
export interface News {
  readonly icon: keyof typeof signs;
  readonly words: string;
  readonly isAlarm?: boolean;
}

/** The names of the others. */
export function opponents({ seats }: GameSummary, me: string | undefined): string {
  const others = seats.filter(({ handle }) => handle !== me || me === undefined);
  return others
    .map(({ handle, state }) =>
      state === 'open' ? t('seats.open') : handle ? playerWord(handle) : '–',
    )
    .join(', ');
}

/** The least root space among a seat's roots, if the viewer may see it. */
function leastSpace(
  engine: Engine,
  { setup, to_move, status, assistance }: GameSummary,
  { stones }: Miniature,
  seat: number,
): number | undefined {
  const toMove = seatOf(to_move);
  const { badges } = assistanceOf(settings.all, status === 'active' ? assistance : undefined);
  if (setup === null || toMove === undefined || badges === 0) return undefined;
  const board = engine.arranged(setup, { stones: [...stones], toMove });
  if (!board) return undefined;
  const position = board.start();
  const { roots } = position.standing();
  const space = new Map<number, number>();
  roots.forEach((root, point) => stones[point] === seat && space.set(root, 0));
  for (const point of position.legal(seat)) {
    const friend = board.geometry.neighbours(point).find((near) => stones[near] === seat)!;
    space.set(roots[friend]!, space.get(roots[friend]!)! + 1);
  }
  position.free();
  return Math.min(...space.values());
}

/** The news of a game in which something waits for the viewer, or for others. */
export function newsOf(
  game: GameSummary,
  me: string | undefined,
  proposal: Turn['proposal'],
  engine: Engine | undefined,
  miniature: Miniature | undefined,
): News {
  if (proposal) {
    return { icon: 'proposal', words: t(`tile.proposal.${proposal.kind as 'undo'}`) };
  }
  const mine = game.seats.find(({ handle }) => handle === me);
  if (mine?.state === 'open') return { icon: 'proposal', words: t('tile.seat') };
  const seat = seatOf(mine?.seat ?? null);
  const isActive = game.status === 'active';
  if (isActive && engine && miniature && seat !== undefined) {
    const least = leastSpace(engine, game, miniature, seat);
    if (least === 1) return { icon: 'space', words: t('tile.space', { n: 1 }), isAlarm: true };
  }
  const last = miniature?.last;
  if (last === undefined) return { icon: 'fresh', words: t('lobby.stones', { n: game.ply }) };
  if (game.seats.length > 2) {
    return { icon: 'players', words: t('tile.players', { n: game.seats.length }) };
  }
  return {
    icon: 'fresh',
    words: t('tile.played', { point: miniature!.geometry.name(last) }),
  };
}
