/** Keeps what a player opens, and with the first game what is needed to show it without a line. */
import type { GameApi } from '../api/games';
import type { Game } from '../api/types';
import { keep, own } from './kept';
import { onIdentity } from './session.svelte';
import { startWorker } from './start_worker';

/** After the board is drawn, and whatever it still loads. */
const leisure_ms = 2_000;

let owner: string | undefined;
onIdentity(() => {
  owner = undefined;
});

/** Keeps one game of the player who is signed in. */
export async function keepGame(handle: string, game: Game, api: GameApi): Promise<void> {
  try {
    if (owner !== handle) {
      await own(handle);
      owner = handle;
      setTimeout(() => void startWorker().catch(() => undefined), leisure_ms);
    }
    await keep(handle, game, api);
  } catch {
    // The browser keeps nothing: the game is there as long as the line is.
  }
}
