/** Leads players who wish so from a game in which they have moved to their next waiting one. */
import { untrack } from 'svelte';
import type { Game } from '../../api/types';
import { isLive } from '../../game/clock';
import type { Draft } from '../../game/types';
import { settings } from '../../parts/settings.svelte';
import { nextGame } from '../../parts/waiting.svelte';
import { go } from '../location.svelte';

/** A game as far as it decides whether one goes on from it. */
interface Moved {
  readonly id: number;
  readonly game: Game | undefined;
  readonly draft: Draft;
  /** Whether a move is on its way. */
  readonly isBusy: boolean;
  readonly mayMove: boolean;
  /** Whether the answer comes at once, as from bots. */
  readonly isAtOnce: boolean;
}

/** Goes on once a move is confirmed, but not from live games. To be called while a page begins. */
export function leadOn(seen: () => Moved): void {
  let placed: { readonly id: number; readonly ply: number } | undefined;
  $effect(() => {
    const { id, game, draft, isBusy, mayMove, isAtOnce } = seen();
    if (draft.state === 'sending' && game) placed = { id, ply: game.ply };
    if (!settings.all.advance || placed?.id !== id || !game || isBusy) return;
    const isTaken = game.ply > placed.ply && !mayMove;
    if (draft.state === 'refused' || isTaken) placed = undefined;
    if (!isTaken || isLive(game.clock) || isAtOnce) return;
    const next = untrack(() => nextGame(id));
    if (next !== undefined) go(`/games/${next}`);
  });
}
