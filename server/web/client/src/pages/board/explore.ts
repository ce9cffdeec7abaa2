/** Variations on a practice board: they come with their texts when they are wanted. */
import { language, learnExploring } from '../../text';

export async function exploreBoard() {
  const part = import('../explore/Explore.svelte');
  const [{ default: Explore }] = await Promise.all([part, learnExploring(language())]);
  return Explore;
}
