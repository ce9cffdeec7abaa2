/** The board of a setup, for those who draw it. */
import type { Board } from '../engine/board';
import { loadEngine } from '../engine/load';

/**
 * The engine's board of a setup, as it changes; undefined without the rules, and for a board of
 * somebody's own. To be called while a part begins.
 */
export function boardOf(setup: () => string | null): { readonly board: Board | undefined } {
  let board = $state.raw<Board>();
  $effect(() => {
    const wanted = setup();
    void loadEngine().then(
      (engine) => {
        if (wanted === setup()) board = wanted === null ? undefined : engine.setup(wanted);
      },
      () => (board = undefined),
    );
  });
  return {
    get board() {
      return board;
    },
  };
}
