/** The one server that this page talks to, and what this browser keeps. */
import { createRest } from '../api/rest';
import { browserStore } from '../game/store';
import { learnProblems } from '../text';
import { epoch, startAgain, told } from './epoch';

/** Fetches the words of refusals with the first one: most visits see none. */
const refused = () => learnProblems(document.documentElement.lang).catch(() => undefined);

export const rest = createRest({ epoch, restored: startAgain, refused });

// A draft of a move is for the game of its epoch alone.
export const store = browserStore(/^0*$/.test(epoch) ? 'tanbo' : `tanbo ${epoch}`);

/** The site's own name, as an administrator chose it. */
export const siteName = told('property="og:site_name"');

/** The pages on which the operator says something, each with its label, for the footer. */
export const siteTexts = told('name=pages')
  .split(',')
  .filter(Boolean)
  .map((one) => one.split('='));

/** Whether the server sends mails by itself, as its pages say. */
export function sendsMail(): boolean {
  return told('name=mail') !== 'no';
}
