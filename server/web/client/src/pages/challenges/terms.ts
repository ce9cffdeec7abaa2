/** The terms of a challenge: what everybody asks first, and the rest. */
import type { Challenge } from '../../api/types';
import { clockWord, setupWord, termWords } from '../../parts/words';
import { t } from '../../text';

const ratedWord = ({ rated }: Challenge): string => t(rated ? 'terms.rated' : 'terms.unrated');

/** "9x9, 3 days per move, unrated". */
export function gameWord(challenge: Challenge): string {
  const { setup, clock } = challenge;
  return [setupWord(setup), clockWord(clock), ratedWord(challenge)].join(', ');
}

/** The terms that `gameWord` doesn't tell, each in a few words. */
export function otherTerms(challenge: Challenge): string[] {
  const told = [clockWord(challenge.clock), ratedWord(challenge)];
  return termWords(challenge).filter((word) => !told.includes(word));
}
