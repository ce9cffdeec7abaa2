/** Looks at games in passing: no watcher, no chat, and only while their boards can be seen. */
import type { GameEvent } from '../api/types';
import { live } from './line';

type Take = (event: GameEvent) => void;

/** A game that is looked at, by one or several boards of the page. */
interface Glance {
  readonly takers: Set<Take>;
  readonly leave: () => void;
}

const glances_max = 24;
const open = new Map<number, Glance>();

/** Follows a game for one board more; nothing if as many are followed as may be. */
function join(game: number, seq: number, take: Take): (() => void) | undefined {
  let glance = open.get(game);
  if (!glance) {
    if (open.size >= glances_max) return undefined;
    glance = begin(game, seq);
    open.set(game, glance);
  }
  const { takers, leave } = glance;
  takers.add(take);
  return () => {
    takers.delete(take);
    if (takers.size > 0) return;
    open.delete(game);
    leave();
  };
}

function begin(game: number, seq: number): Glance {
  const takers = new Set<Take>();
  let last = seq;
  const leave = live.follow(`game:${game}`, {
    glance: true,
    after: () => last,
    take(message) {
      const event = message as GameEvent;
      if (typeof event.seq !== 'number' || event.seq <= last) return;
      last = event.seq;
      for (const take of takers) take(event);
    },
  });
  return { takers, leave };
}

/** Follows a game from a seq while the element is in view, until the answer is called. */
export function glance(element: Element, game: number, seq: number, take: Take): () => void {
  let last = seq;
  let leave: (() => void) | undefined;
  const takeNew: Take = (event) => {
    if (event.seq <= last) return;
    last = event.seq;
    take(event);
  };
  const end = (): void => {
    leave?.();
    leave = undefined;
  };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.at(-1)?.isIntersecting) end();
    else leave ??= join(game, last, takeNew);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    end();
  };
}
