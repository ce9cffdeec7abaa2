/** The face of a username: a root that grew from it on a small field, always the same. */
import { plane } from '../board/plane';

const side = 5;

/** The field of a face. */
export const faceGeometry = plane(side, side);

const stonesWanted = 9;

/** Numbers that follow from a text alone. Source: FNV-1a, then xorshift. */
function numbersOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/** The stones of a face, each of which touched exactly one of those before; and its colours, by number. */
export function faceOf(username: string): { stones: readonly number[]; colour: number } {
  const next = numbersOf(username);
  const colour = next() % 4;
  const stones = new Set([6 + (next() % 3) + side * (next() % 3)]);
  while (stones.size < stonesWanted) {
    const open = Array.from({ length: side * side }, (_, point) => point).filter(
      (point) =>
        !stones.has(point) &&
        faceGeometry.neighbours(point).filter((one) => stones.has(one)).length === 1,
    );
    if (open.length === 0) break;
    stones.add(open[next() % open.length]!);
  }
  return { stones: [...stones].sort((a, b) => a - b), colour };
}
