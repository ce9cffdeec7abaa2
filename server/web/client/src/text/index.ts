/** Everything that is said to people, in the language that the page was sent in. */
import type { Messages, Values } from '../../generated/text/keys';

/** The name of a text. */
export type Key = keyof Values;

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Each language's name for itself. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const messages: Partial<Messages> = {};
let current: Language = 'en';

/** The language that is spoken. */
export function language(): Language {
  return current;
}

/** The language with the reader's country, if the browser tells one: en-GB has 24 hours. */
export function locale(): string {
  const { languages = [] } = globalThis.navigator ?? {};
  return languages.find((one) => one.split('-')[0] === current) ?? current;
}

/** The language of a name as browsers write it. Anything unknown is English. */
function languageOf(name: string): Language {
  return name.split('-')[0] === 'de' ? 'de' : 'en';
}

type Texts = Promise<{ readonly default: object }>;

/** A function that fetches texts in the wanted language, and adds them to the messages. */
export const learning =
  (texts: Record<Language, () => Texts>) =>
  async (wanted: string): Promise<void> => {
    Object.assign(messages, (await texts[languageOf(wanted)]()).default);
  };

const learnAll = learning({
  de: () => import('../../generated/text/de.js'),
  en: () => import('../../generated/text/en.js'),
});

/** Fetches a language and speaks it from then on. */
export async function speak(wanted: string): Promise<void> {
  await learnAll(wanted);
  current = languageOf(wanted);
}

/** Fetches the texts that only the settings and the page about the game need. */
export const learnSettings = learning({
  de: () => import('../../generated/text/settings.de.js'),
  en: () => import('../../generated/text/settings.en.js'),
});

/** Fetches the texts of notifications. */
export const learnNews = learning({
  de: () => import('../../generated/text/news.de.js'),
  en: () => import('../../generated/text/news.en.js'),
});

/** Fetches the texts of refusals. */
export const learnProblems = learning({
  de: () => import('../../generated/text/problems.de.js'),
  en: () => import('../../generated/text/problems.en.js'),
});

/** Fetches the texts of what only some see beside a game: acts, chat, analysis, clock details. */
export const learnBeside = learning({
  de: () => import('../../generated/text/beside.de.js'),
  en: () => import('../../generated/text/beside.en.js'),
});

/** Fetches the texts of home, and of the tiles there and in lists of one's own games. */
export const learnHome = learning({
  de: () => import('../../generated/text/home.de.js'),
  en: () => import('../../generated/text/home.en.js'),
});

/** Fetches the texts of the first page for strangers, and for those without a line. */
export const learnFront = learning({
  de: () => import('../../generated/text/front.de.js'),
  en: () => import('../../generated/text/front.en.js'),
});

/** Fetches the texts of the settings of notifications. */
export const learnPush = learning({
  de: () => import('../../generated/text/push.de.js'),
  en: () => import('../../generated/text/push.en.js'),
});

/** Fetches the texts of signing in and up, and of passwords. */
export const learnAccount = learning({
  de: () => import('../../generated/text/account.de.js'),
  en: () => import('../../generated/text/account.en.js'),
});

/** Fetches the texts of the pages beside games: Watch, players, puzzles. */
export const learnPages = learning({
  de: () => import('../../generated/text/pages.de.js'),
  en: () => import('../../generated/text/pages.en.js'),
});

/** Fetches the texts of clubs. */
export const learnClubs = learning({
  de: () => import('../../generated/text/clubs.de.js'),
  en: () => import('../../generated/text/clubs.en.js'),
});

/** Fetches the texts of new games, challenges and invitations. */
export const learnPlay = learning({
  de: () => import('../../generated/text/play.de.js'),
  en: () => import('../../generated/text/play.en.js'),
});

/** Fetches the texts of tournaments. */
export const learnTournaments = learning({
  de: () => import('../../generated/text/tournaments.de.js'),
  en: () => import('../../generated/text/tournaments.en.js'),
});

/** Fetches the texts of the lessons. */
export const learnLessons = learning({
  de: () => import('../../generated/text/learn.de.js'),
  en: () => import('../../generated/text/learn.en.js'),
});

/** Fetches the texts of trees of variations. */
export const learnExploring = learning({
  de: () => import('../../generated/text/explore.de.js'),
  en: () => import('../../generated/text/explore.en.js'),
});

/** Fetches the texts of the command palette. */
export const learnPalette = learning({
  de: () => import('../../generated/text/palette.de.js'),
  en: () => import('../../generated/text/palette.en.js'),
});

/**
 * The text of a key with its placeholders filled in. If the placeholders are several, they are
 * named: t('game.move', { seat: 'black', point: 'K10' }).
 *
 * Requires: `speak` has finished, and for texts of settings.*.json `learnSettings` too, for those of
 * pages.*.json `learnPages`, and so on.
 */
export function t<K extends Key>(
  key: K,
  ...[values]: Values[K] extends undefined ? [] : [Values[K]]
): string {
  const say = messages[key] as (values: unknown) => string;
  return say(values ?? {});
}

/** Whether there is a text of that name. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(messages, key);
}
