/** The pages, each fetched when it is needed. */
import {
  learnAccount,
  learnBeside,
  learnClubs,
  learnFront,
  learnHome,
  learnLessons,
  learnNews,
  learnPages,
  learnPlay,
  learnSettings,
  learnTournaments,
} from '../text';
import { session } from '../parts/session.svelte';
import type { Route } from './routes';

/** A page's module. */
type Load = () => Promise<{ default: unknown }>;

/** A page that brings its texts. */
const withTexts =
  (load: Load, ...learn: readonly ((language: string) => Promise<void>)[]): Load =>
  async () => {
    const texts = learn.map((one) => one(document.documentElement.lang));
    const [page] = await Promise.all([load(), ...texts]);
    return page;
  };

const games = withTexts(() => import('./games/Games.svelte'), learnPages, learnHome);

const tournamentForm = withTexts(
  () => import('./tournaments/TournamentForm.svelte'),
  learnTournaments,
  learnPlay,
);

const clubs = withTexts(() => import('./clubs/ClubRoute.svelte'), learnClubs, learnTournaments);

export const pages: Record<Route['page'], Load> = {
  watch: withTexts(() => import('./watch/Watch.svelte'), learnPages, learnPlay),
  games,
  archive: games,
  lobby: async () => {
    if (session.isLikelyHere) return import('./lobby/Lobby.svelte');
    // The page for strangers comes with it, and not after it.
    const [page] = await Promise.all([
      import('./lobby/Lobby.svelte'),
      import('./lobby/Front.svelte'),
      learnFront(document.documentElement.lang),
    ]);
    return page;
  },
  game: () => import('./game/Game.svelte'),
  play: withTexts(() => import('./play/Play.svelte'), learnPlay),
  learn: withTexts(() => import('./learn/Learn.svelte'), learnLessons),
  board: withTexts(() => import('./board/BoardRoute.svelte'), learnBeside),
  challenges: withTexts(() => import('./challenges/Challenges.svelte'), learnPlay),
  challenge: withTexts(() => import('./challenges/ChallengePage.svelte'), learnPlay, learnBeside),
  join: withTexts(() => import('./challenges/Join.svelte'), learnPlay),
  tournaments: withTexts(
    () => import('./tournaments/Tournaments.svelte'),
    learnTournaments,
    learnPages,
  ),
  tournament: withTexts(
    () => import('./tournaments/TournamentPage.svelte'),
    learnTournaments,
    learnPages,
  ),
  'tournament-new': tournamentForm,
  'tournament-edit': tournamentForm,
  clubs,
  'club-new': clubs,
  club: clubs,
  players: withTexts(() => import('./players/Players.svelte'), learnPages),
  player: withTexts(() => import('./players/PlayerPage.svelte'), learnPages),
  against: withTexts(() => import('./players/Against.svelte'), learnPages),
  standings: withTexts(() => import('./standings/Standings.svelte'), learnPages),
  statistics: withTexts(() => import('./statistics/Statistics.svelte'), learnPages),
  puzzles: withTexts(() => import('./puzzles/Puzzles.svelte'), learnPages),
  'sign-in': withTexts(() => import('./account/SignIn.svelte'), learnAccount),
  'sign-up': withTexts(() => import('./account/SignUp.svelte'), learnAccount),
  forgotten: withTexts(() => import('./account/Forgotten.svelte'), learnAccount),
  settings: withTexts(() => import('./settings/Settings.svelte'), learnSettings),
  notifications: withTexts(
    () => import('./notifications/Notifications.svelte'),
    learnPages,
    learnNews,
  ),
  about: withTexts(() => import('./about/About.svelte'), learnSettings),
  admin: () => import('./admin/Admin.svelte'),
  missing: () => import('./missing/Missing.svelte'),
};
