/** The account of a clock, line by line. */
import type { ClockExplanation } from '../../api/people';

type Term = ClockExplanation['seats'][string]['terms'][number];

/** A term with what there was after it. */
export interface Line extends Term {
  readonly after_ms: number;
  /** The how many-th turn of the seat this one is, or belongs to. */
  readonly turn: number;
  /** Whether the turn goes on. */
  readonly isOn: boolean;
  /** Gives back what did not count of the turn before it. */
  readonly isBack: boolean;
}

const back = new Set<Term['kind']>(['weekend', 'sleep', 'vacation', 'paused', 'downtime', 'lag']);

/** The lines of a seat, the latest first, as on an account. */
export function linesOf(terms: readonly Term[]): readonly Line[] {
  let after_ms = 0;
  let turn = 0;
  const lines = terms.map((term) => {
    after_ms += term.amount_ms;
    if (term.kind === 'turn') turn += 1;
    const isOn = term.kind === 'turn' && term.seq === null;
    return { ...term, after_ms, turn, isOn, isBack: back.has(term.kind) };
  });
  return lines.reverse();
}
