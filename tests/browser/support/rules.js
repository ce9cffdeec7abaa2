// The client's engine in this process, to know what a game is about.

import { bundled, engineBytes } from './client.js';

export const code = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { fold } from 'client/game/log';
  export { lookAt, parseTurns } from 'client/game/look';
`);

export const engine = new code.Engine(await code.Module.from(await engineBytes()));

// How the board of a game of a setup looks now.
export function lookOf({ setup, turns }) {
  const board = engine.setup(setup);
  return code.lookAt(board, code.parseTurns(board.geometry, turns));
}

// The name of a legal point, of one that does not lift the mover's own root if there is one.
export function choice(look, chance) {
  const points = look.legal(look.toMove);
  const harmless = points.filter((point) => !look.preview(look.toMove, point).own);
  return look.geometry.name(chance.one(harmless.length > 0 ? harmless : points));
}

// Whether each event of a game's log is what the engine makes of the events before it.
export function differences(setup, events) {
  const board = engine.setup(setup);
  let log = { board, turns: [], seq: 0, look: code.lookAt(board, []) };
  const found = [];
  for (const event of events) {
    const folded = code.fold(log, event);
    if (folded.differs) found.push(event);
    log = folded.log;
  }
  return found;
}
