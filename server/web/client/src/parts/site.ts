/** The one server that this page talks to, and what this browser keeps. */
import { createRest } from '../api/rest';
import { browserStore } from '../game/store';
import { learnProblems } from '../text';
import { epoch, startAgain } from './epoch';

/** Fetches the words of refusals with the first one: most visits see none. */
const refused = () => learnProblems(document.documentElement.lang).catch(() => undefined);

export const rest = createRest({ epoch, restored: startAgain, refused });

// A draft of a move is for the game of its epoch alone.
export const store = browserStore(/^0*$/.test(epoch) ? 'tanbo' : `tanbo ${epoch}`);

/** The site's own name, as an administrator chose it. */
export const siteName =
  document.querySelector('meta[property="og:site_name"]')?.getAttribute('content') || 'Tanbo';

const texts = ['imprint', 'privacy', 'contact', 'conduct'] as const;
const given = document.querySelector('meta[name="pages"]')?.getAttribute('content')?.split(' ');

/** The pages on which the operator says something, in the order of the footer. */
export const siteTexts = texts.filter((text) => given?.includes(text));

/** Whether the server sends mails by itself, as its pages say. */
export function sendsMail(): boolean {
  return document.querySelector('meta[name="mail"]')?.getAttribute('content') !== 'no';
}
