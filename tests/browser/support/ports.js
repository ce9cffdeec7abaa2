// Ports for what has to know its own before it listens, or listens there once more.

import { createServer } from 'node:net';
import { readFile } from 'node:fs/promises';

// The kernel gives these to connections that are made: one of them may be somebody's by the time.
const givenAway = '/proc/sys/net/ipv4/ip_local_port_range';
const choices = 12_000;

const isFree = (port) =>
  new Promise((resolve) => {
    const socket = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });

// A free port that no program is given by chance.
export async function lastingPort() {
  const first = Number((await readFile(givenAway, 'utf8')).split(/\s/)[0]);
  for (;;) {
    const port = first - 1 - Math.floor(Math.random() * choices);
    if (await isFree(port)) return port;
  }
}
