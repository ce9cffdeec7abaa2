/** How a game stands, in one sentence. */
import type { Game } from '../../api/types';
import { seatName, seatOf } from '../../engine/types';
import type { GameState } from '../../game/types';
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

function reasonWords(mySeat: GameState['mySeat'], { reason, seats }: Game): string {
  if (!reason) return '';
  const isMine = reason === 'last-remaining' && seats[mySeat ?? -1]?.state === 'left';
  return ` ${t(isMine ? 'game.reason.you_left' : `game.reason.${reason}`)}`;
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
