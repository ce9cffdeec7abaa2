/** The pages, each fetched when it is needed. */
import { learnSettings } from '../text';
import type { Route } from './routes';

/** A page's module. */
type Load = () => Promise<{ default: unknown }>;

async function settingsPage(): Promise<{ default: unknown }> {
  const texts = learnSettings(document.documentElement.lang);
  const page = import('./settings/Settings.svelte');
  await texts;
  return page;
}

export const pages: Record<Route['page'], Load> = {
  lobby: () => import('./lobby/Lobby.svelte'),
  game: () => import('./game/Game.svelte'),
  play: () => import('./play/Play.svelte'),
  board: () => import('./board/BoardRoute.svelte'),
  challenges: () => import('./challenges/Challenges.svelte'),
  challenge: () => import('./challenges/ChallengePage.svelte'),
  players: () => import('./players/Players.svelte'),
  player: () => import('./players/PlayerPage.svelte'),
  against: () => import('./players/Against.svelte'),
  standings: () => import('./standings/Standings.svelte'),
  statistics: () => import('./statistics/Statistics.svelte'),
  puzzles: () => import('./puzzles/Puzzles.svelte'),
  'sign-in': () => import('./account/SignIn.svelte'),
  'sign-up': () => import('./account/SignUp.svelte'),
  forgotten: () => import('./account/Forgotten.svelte'),
  settings: settingsPage,
  notifications: () => import('./notifications/Notifications.svelte'),
  about: () => import('./about/About.svelte'),
  missing: () => import('./missing/Missing.svelte'),
};
