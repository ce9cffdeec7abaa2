/** The pages, each fetched when it is needed. */
import type { Route } from './routes';

/** A page's module. */
type Load = () => Promise<{ default: unknown }>;

export const pages: any = {
  lobby: () => import('./lobby/Lobby.svelte'),
  game: () => import('./game/Game.svelte'),
  board: () => import('./board/BoardRoute.svelte'),
  missing: () => import('./missing/Missing.svelte'),
};
