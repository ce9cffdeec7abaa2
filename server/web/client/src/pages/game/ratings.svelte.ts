/** Ratings of the players of a rated game while it runs. */
import type { Game } from '../../api/types';

/** Belongs to one page; made while that begins. */
export class Ratings {
  /** By username; of newcomers there is none. */
  all = $state.raw<ReadonlyMap<string, number | undefined>>();

  constructor(game: () => Game | undefined, family: () => string) {
    // Derived: an event of the game alone asks for nothing.
    const rated = $derived.by(() => {
      const one = game();
      if (!one?.rated || one.status === 'finished') return '';
      return one.seats.flatMap(({ handle }) => handle ?? []).join();
    });
    const boards = $derived(family());
    $effect(() => {
      this.all = undefined;
      if (!rated) return;
      const [handles, wanted] = [rated.split(','), boards];
      void import('../../parts/seeks').then(async ({ hostsOf, ratingIn }) => {
        const players = await hostsOf(handles);
        this.all = new Map(handles.map((one) => [one, ratingIn(players.get(one), wanted)]));
      });
    });
  }
}
