/** Parts beside a game that only some see: they come with their texts when they are needed. */
import { language, learnBeside, learnExploring } from '../../text';

/** A part, once its texts are there too. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, learnBeside(language())]);
  return loaded;
}

/** The variations of a game, once their texts are there too. */
export async function exploreGame() {
  const part = withTexts(import('../explore/ExploreGame.svelte'));
  const [{ default: Explore }] = await Promise.all([part, learnExploring(language())]);
  return Explore;
}
