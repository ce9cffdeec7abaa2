/** An analysis as the page shows it: curves and one sentence. Pure. */
import type { Analysis, Grade } from '../../api/people';
import type { Game } from '../../api/types';
import type { SeatName } from '../../engine/types';
import { seatWord } from '../../parts/words';
import { t } from '../../text';
import { percent } from '../../text/format';

/** A seat's chances as points of a polyline, and on it, after each graded move, its grade. */
export interface Curve {
  readonly seat: SeatName;
  readonly points: string;
  readonly marks: readonly { readonly x: number; readonly y: number; readonly grade: Grade }[];
}

/** In a box of that size; a certain win is at its top. */
export function curvesOf(analysis: Analysis, width: number, height: number): readonly Curve[] {
  const { seats, turns, end } = analysis;
  const all = [...turns.map(({ chances }) => chances), end];
  const x = (stones: number) => Math.round((stones * width) / Math.max(1, turns.length));
  return seats.map((seat, index) => {
    const y = (stones: number) => Math.round((1 - (all[stones]?.[index] ?? 0)) * height);
    return {
      seat,
      points: all.map((_, stones) => `${x(stones)},${y(stones)}`).join(' '),
      marks: turns.flatMap((turn, stone) =>
        turn.seat === seat && turn.grade !== 'none'
          ? [{ x: x(stone + 1), y: y(stone + 1), grade: turn.grade }]
          : [],
      ),
    };
  });
}

/** The turning point on the winner's curve, in a box of that size; nothing if no move turned it. */
export function turnOnCurve(
  { turning_point: one, seats, turns }: Analysis,
  width: number,
  height: number,
): { readonly x: number; readonly y: number; readonly seat: SeatName } | undefined {
  if (one.winner === null || one.ply === null || one.to === null) return undefined;
  if (!seats.includes(one.winner)) return undefined;
  const x = Math.round(((one.ply + 1) * width) / Math.max(1, turns.length));
  return { x, y: Math.round((1 - one.to) * height), seat: one.winner };
}

/** The turning point, in one sentence. */
export function turningWords(
  { turning_point: one, seats, end }: Analysis,
  leavers: Game['leavers'],
): string {
  if (one.winner === null) return t('analysis.none');
  const seat = seatWord(one.winner);
  if (one.kind === 'never') return t('analysis.never', { seat });
  if (one.kind === 'gradual') return t('analysis.gradual', { seat });
  if (one.ply === null || one.point === null) {
    const [leaver, another] = seats.filter((other) => other !== one.winner);
    const gone = (name: SeatName) => {
      const why = leavers.find((another) => another.seat === name)?.reason ?? '';
      return t('game.gone', { who: seatWord(name), why });
    };
    const own = end[seats.indexOf(one.winner)] ?? 0;
    const lead = end.filter((chance) => chance >= own).length === 1 ? 'small' : 'none';
    return leaver && !another
      ? t('analysis.left', { seat, lead, gone: gone(leaver) })
      : t('analysis.leaving', { seat, lead });
  }
  const words = {
    n: one.ply + 1,
    point: one.point,
    seat,
    from: percent(one.from ?? 0),
    to: percent(one.to ?? 0),
  };
  return one.kind === 'own-move' ? t('analysis.own_move', words) : t('analysis.turn', words);
}
