/** Parts beside a game that only some see: they come with their texts when they are needed. */
import { language, learnBeside } from '../../text';

/** A part, once its texts are there too. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, learnBeside(language())]);
  return loaded;
}
