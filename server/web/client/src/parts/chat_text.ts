/** Parts of a message: text, links, and names of points. Pure. */

export type Part =
  | { readonly kind: 'text' | 'link'; readonly text: string }
  | { readonly kind: 'point'; readonly text: string; readonly point: number };

/** A web address, without what ends a sentence, or a word that may name a point. */
const found = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]|\b[A-Za-z]\d{1,2}(?:z\d{1,2})?\b/g;

/** The parts of a message, in their order; together they are the message as it was. */
export function partsOf(
  message: string,
  parse: (name: string) => number | undefined,
): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of message.matchAll(found)) {
    const [text] = match;
    const point = text.includes('://') ? undefined : parse(text.toUpperCase());
    if (point === undefined && !text.includes('://')) continue;
    if (match.index > from) parts.push({ kind: 'text', text: message.slice(from, match.index) });
    parts.push(point === undefined ? { kind: 'link', text } : { kind: 'point', text, point });
    from = match.index + text.length;
  }
  if (from < message.length) parts.push({ kind: 'text', text: message.slice(from) });
  return parts;
}
