/** Which line is taken: a socket, or plain HTTP if sockets are kept away. */
import type { Line } from './live';

/** The choices. */
export interface Lines {
  socket(): Line & Pick<WebSocket, 'addEventListener'>;
  http(): Line;
  /** Whether the server answers at all: something when it does. */
  greet(): Promise<number | undefined>;
}

const refusals_max = 2;

/** Opens sockets; and HTTP, once two in a row did not open while the server was there. */
export function choosing({ socket, http, greet }: Lines): () => Line {
  let refusals = 0;
  return () => {
    if (refusals >= refusals_max) {
      // Whatever becomes of this line, the next one is a socket again.
      refusals = 0;
      return http();
    }
    const line = socket();
    let isOpened = false;
    line.addEventListener('open', () => {
      isOpened = true;
      refusals = 0;
    });
    line.addEventListener('close', () => {
      if (isOpened) return;
      void greet().then((now) => (refusals = now === undefined ? 0 : refusals + 1));
    });
    return line;
  };
}
