/** How a game stands, in one sentence. */
import type { Game } from '../../api/types';
import { seatName, seatOf } from '../../engine/types';
import { leavingOf } from '../../game/look';
import type { GameState, Look } from '../../game/types';
import { playerWord, seatWord } from '../../parts/words';
import { t } from '../../text';
import { isMyTurn } from './turn';

export function stateWords(state: GameState, game: Game): string {
  switch (game.status) {
    case 'open':
      return t('game.waiting', { n: game.seats.filter(({ state }) => state === 'open').length });
    case 'finished':
      return endWords(state, game);
    case 'active':
      return turnWords(state, game);
  }
}

function endWords({ mySeat }: GameState, game: Game): string {
  const why = reasonWords(mySeat, game);
  if (!game.winner) return `${t('game.no_winner')}.${why}`;
  if (seatOf(game.winner) === mySeat) return `${t('game.you_won')}${why}`;
  const seat = seatWord(game.winner);
  const winner = game.seats.find((holder) => holder.seat === game.winner)?.handle ?? '';
  const handle = playerWord(winner);
  const place = mySeat === undefined ? undefined : game.places?.[seatName(mySeat)];
  if (place) return `${t('game.you_lost', { seat, handle, place })}${why}`;
  return `${t('game.won', { seat, handle })}.${why}`;
}

function reasonWords(mySeat: GameState['mySeat'], { reason, leavers }: Game): string {
  if (!reason) return '';
  if (reason !== 'last-remaining') return ` ${t(`game.reason.${reason}`)}`;
  const isMine = (leaver: Game['leavers'][0]) => seatOf(leaver.seat) === mySeat;
  const last = leavers.filter(isMine).at(-1) ?? leavers.at(-1);
  if (!last) return '';
  return ` ${t('game.gone', { who: seatWord(last.seat), why: last.reason })}.`;
}

function turnWords(state: GameState, game: Game): string {
  const toMove = state.head?.toMove;
  if (toMove === undefined) return '';
  const seat = seatWord(toMove);
  const isPaused = game.clock_state?.paused === true && game.offers.length === 0;
  const pause = isPaused ? ` ${t('game.paused')}` : '';
  if (isMyTurn(state, game)) return t('game.your_turn', { seat }) + pause;
  const handle = game.seats[toMove]?.handle;
  const words = handle
    ? t('game.to_move_named', { seat, handle: playerWord(handle) })
    : t('game.to_move', { seat });
  return words + pause;
}

/** Removals of the last turn, in one sentence or two; nothing if it removed nothing. */
export function storyWords(look: Look, game: Game, mySeat: GameState['mySeat']): string {
  const turn = look.turns.at(-1);
  if (turn === undefined || look.removed.length === 0) return '';
  const who = (seat: number): string => {
    const handle = game.seats[seat]?.handle;
    return handle ? playerWord(handle) : seatWord(seat);
  };
  const gone = leavingOf(turn);
  if (gone) {
    const n = look.removed.reduce((sum, { stones }) => sum + stones.length, 0);
    const words = t('game.gone', { who: who(gone.seat), why: gone.why });
    return t('game.story_left', { gone: words, n });
  }
  const mover = moverOf(look);
  return look.removed
    .map(({ seat, seed, stones }) => {
      const n = stones.length;
      const values = { by: who(mover), point: turn, seed: look.geometry.name(seed), n };
      if (seat === mover) return t('game.story_own', values);
      if (seat === mySeat) return t('game.story_mine', values);
      return t('game.story', { ...values, whose: who(seat) });
    })
    .join(' ');
}

/** The seat of the last stone, even if that went with its root. */
function moverOf(look: Look): number {
  const standing = look.last === undefined ? -1 : look.stones[look.last]!;
  if (standing >= 0) return standing;
  return look.removed.find(({ stones }) => stones.includes(look.last!))?.seat ?? 0;
}
