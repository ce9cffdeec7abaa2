/** A hint in words. Pure. */
import type { Hint } from '../../api/people';
import { seatWord } from '../../parts/words';
import { t } from '../../text';
import { percent } from '../../text/format';

/** The move to play and why, in sentences. */
export function hintWords(hint: Hint): string {
  const { point, root, seat } = hint;
  const spaces = { point, root, before: hint.space_before, after: hint.space_after };
  const lifted = hint.bounds.map((one) => {
    const words = { root: one.root, n: one.stones };
    return one.seat === seat
      ? t('hint.bounds_own', words)
      : t('hint.bounds', { ...words, seat: seatWord(one.seat) });
  });
  const chance =
    hint.proven === seat
      ? t('hint.won')
      : hint.proven
        ? t('hint.lost')
        : t('hint.chance', { chance: percent(hint.chance) });
  return [t('hint.extends', spaces), ...lifted, chance].join(' ');
}
