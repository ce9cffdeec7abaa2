/** Looks at games in passing: no watcher, no chat, and only while their boards can be seen. */
import type { GameEvent } from '../api/types';
import { live } from './line';

const glances_max = 24;
let open = 0;

/** Follows a game from a seq while the element is in view, until the answer is called. */
export function glance(
  element: Element,
  game: number,
  seq: number,
  take: (event: GameEvent) => void,
): () => void {
  let last = seq;
  let leave: (() => void) | undefined;

  function end(): void {
    if (!leave) return;
    leave();
    leave = undefined;
    open -= 1;
  }

  function begin(): void {
    if (leave || open >= glances_max) return;
    open += 1;
    leave = live.follow(`game:${game}`, {
      glance: true,
      after: () => last,
      take(message) {
        const event = message as GameEvent;
        if (typeof event.seq !== 'number' || event.seq <= last) return;
        last = event.seq;
        take(event);
      },
    });
  }

  const observer = new IntersectionObserver((entries) =>
    entries.at(-1)?.isIntersecting ? begin() : end(),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    end();
  };
}
