/** The terms of a challenge that everybody asks about first. */
import type { Challenge } from '../../api/types';
import { clockWord, ratedWord, setupWord } from '../../parts/words';

/** "9x9, 3 days per move, unrated"; `otherTermWords` are the rest. */
export function gameWord(challenge: Challenge): string {
  const { setup, clock } = challenge;
  return [setupWord(setup), clockWord(clock), ratedWord(challenge)].join(', ');
}
