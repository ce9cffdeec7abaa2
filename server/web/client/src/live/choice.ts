/** Which line is taken: a socket, or plain HTTP if sockets are kept away. */
import type { Line } from 'tanbo-client';

/** The choices. */
export interface Lines {
  socket(): Line & Pick<WebSocket, 'addEventListener'>;
  /** Fetches the way to open a line without a socket. */
  http(): Promise<() => Line>;
  /** Whether the server answers at all: something when it does. */
  greet(): Promise<number | undefined>;
}

const refusals_max = 2;

/** Opens sockets; and HTTP, once two in a row did not open while the server was there. */
export function choosing({ socket, http, greet }: Lines): () => Line {
  let refusals = 0;
  let other: (() => Line) | undefined;

  async function refused(): Promise<void> {
    refusals = (await greet()) === undefined ? 0 : refusals + 1;
    if (refusals >= refusals_max) other = await http().catch(() => undefined);
  }

  return () => {
    if (other) {
      const open = other;
      // Whatever becomes of this line, the next one is a socket again.
      other = undefined;
      refusals = 0;
      return open();
    }
    const line = socket();
    let isOpened = false;
    line.addEventListener('open', () => {
      isOpened = true;
      refusals = 0;
      other = undefined;
    });
    line.addEventListener('close', () => {
      if (!isOpened) void refused();
    });
    return line;
  };
}
