// Moderators and administrators of a running server.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Player } from './player.js';
import { program } from './server.js';

const password = 'four roots and a stone';

// A member with a role, signed in since they have it.
export async function staff(server, handle, role) {
  const player = new Player(server);
  await player.ask('POST', '/accounts', { handle, password });
  const database = join(server.folder, 'tanbo.db');
  await promisify(execFile)(program, ['admin', 'role', handle, role, '--database', database]);
  await player.ask('POST', '/sessions', { handle, password });
  return player;
}

// A game of two guests. One of them writes beside it, the other reports a line; or two who watch.
export async function reported(server, text, room = 'players') {
  const [black, white] = [await Player.guest(server), await Player.guest(server)];
  const { id } = await black.open({ setup: '9x9', seats: ['me', 'open'] });
  await white.join(id);
  const watches = room === 'spectators';
  const one = watches ? await Player.guest(server) : black;
  const other = watches ? await Player.guest(server) : white;
  const chat = `/games/${id}/chat`;
  await one.ask('POST', `${chat}?room=${room}`, { text: 'Good luck.' });
  const message = await one.ask('POST', `${chat}?room=${room}`, { text });
  await other.ask('POST', `${chat}?room=${room}`, { text: 'That is rude.' });
  const report = await other.ask('POST', `${chat}/${message.id}/report`, { reason: 'An insult' });
  return { game: id, message, report, author: message.author };
}
