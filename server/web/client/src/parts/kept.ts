/**
 * A player's own games as this browser keeps them, to be opened without a line: one account's at a
 * time, in a database of their own, until that account signs out.
 */
import type { GameApi } from '../api/games';
import type { Game } from '../api/types';
import type { KeptGame } from '../game/session';
import { epoch } from './epoch';
import { keepsFor } from './session.svelte';

/** The games kept at most; the one read longest ago goes first. */
const games_max = 50;

const base = 'tanbo kept';
const name = /^0*$/.test(epoch) ? base : `${base} ${epoch}`;
const ownerKey = 'owner';

let database: Promise<IDBDatabase> | undefined;

function opened(): Promise<IDBDatabase> {
  return (database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games');
      request.result.createObjectStore('owner');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));
}

/** Runs in one transaction; what is answered once that is durable. */
async function run<T>(
  mode: IDBTransactionMode,
  act: (games: IDBObjectStore, owner: IDBObjectStore, give: (value: T) => void) => void,
): Promise<T | undefined> {
  const transaction = (await opened()).transaction(['games', 'owner'], mode);
  let given: T | undefined;
  act(transaction.objectStore('games'), transaction.objectStore('owner'), (value) => {
    given = value;
  });
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(given);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Acts only if the games are this player's: a tab may not know yet who has signed in elsewhere. */
function ofOwner(owner: IDBObjectStore, handle: string, act: () => void): void {
  const request = owner.get(ownerKey);
  request.onsuccess = () => {
    if (request.result === handle) act();
  };
}

/** From now on the games of this player are kept, as the server has said who it is; of no other. */
export async function own(handle: string): Promise<void> {
  await run('readwrite', (games, owner) => {
    const request = owner.get(ownerKey);
    request.onsuccess = () => {
      if (request.result === handle) return;
      games.clear();
      owner.put(handle, ownerKey);
    };
  });
  keepsFor(handle);
}

const newestFirst = (all: KeptGame[]) => all.sort((one, other) => other.at - one.at);

/** Keeps a game as it is now. */
export async function keep(handle: string, game: Game, api: GameApi): Promise<void> {
  let opening = (await keptGame(handle, game.id))?.opening;
  if (game.setup === null && !opening) {
    const answer = await api.opening(game.id);
    if (!answer.ok) return;
    opening = answer.data;
  }
  const row: KeptGame = { game, opening, at: Date.now() };
  await run('readwrite', (games, owner) =>
    ofOwner(owner, handle, () => {
      games.put(row, game.id);
      const all = games.getAll();
      all.onsuccess = () => {
        for (const one of newestFirst(all.result).slice(games_max)) games.delete(one.game.id);
      };
    }),
  );
}

/** The player's kept games, the one read last first. */
export async function keptGames(handle: string): Promise<readonly KeptGame[]> {
  const found = await run<KeptGame[]>('readonly', (games, owner, give) =>
    ofOwner(owner, handle, () => {
      const request = games.getAll();
      request.onsuccess = () => give(request.result as KeptGame[]);
    }),
  ).catch(() => undefined);
  return newestFirst(found ?? []);
}

/** A game of the player as it was kept; nothing if it was not. */
export async function keptGame(handle: string, id: number): Promise<KeptGame | undefined> {
  return run<KeptGame>('readonly', (games, owner, give) =>
    ofOwner(owner, handle, () => {
      const request = games.get(id);
      request.onsuccess = () => give(request.result as KeptGame);
    }),
  ).catch(() => undefined);
}

/** Forgets all games, and the player with them. */
export async function forgetKept(): Promise<void> {
  await run('readwrite', (games, owner) => {
    games.clear();
    owner.clear();
  }).catch(() => undefined);
  keepsFor(undefined);
}
