/** A ladder in words, and the line of a player's places. */
import type { Ladder, LadderChallenge, LadderPlayer } from '../../api/tournaments';
import { playerWord } from '../../parts/words';
import { t } from '../../text';
import { dayOfYear } from '../../text/format';

const day_ms = 86_400_000;

/** The open game or challenge of a player; those with a game first. */
export function openOf(ladder: Ladder, handle: string): LadderChallenge | undefined {
  const all = ladder.open.filter((one) => one.challenger === handle || one.challenged === handle);
  return all.find(({ state }) => state === 'playing') ?? all[0];
}

/** The other player of a challenge. */
export function otherOf({ challenger, challenged }: LadderChallenge, handle: string): string {
  return challenger === handle ? challenged : challenger;
}

/** A note about a player, in a few words. */
export function noteOf(ladder: Ladder, one: LadderPlayer, you: string | undefined): string {
  if (one.handle === you) return t('ladder.you_since', { date: dayOfYear(one.since) });
  const open = openOf(ladder, one.handle);
  if (open) {
    const handle = playerWord(otherOf(open, one.handle));
    if (open.state === 'playing') return t('ladder.plays', { handle });
    const key = open.challenger === one.handle ? 'ladder.has_challenged' : 'ladder.is_challenged';
    return t(key, { handle });
  }
  if (one.place > 1) return '';
  const days = Math.floor((Date.now() - Date.parse(one.since)) / day_ms);
  return t('ladder.on_top', { n: days });
}

/** How a challenge ended, for its challenger. */
export function endWord(one: LadderChallenge): string {
  if (one.place !== null) return t('ladder.took', { place: one.place });
  return t(`ladder.outcome.${one.outcome ?? 'level'}`);
}

/** The way of a game, if it was none that was played out: "declined". */
export function decidedWord({ decided }: LadderChallenge): string {
  return decided === 'declined' || decided === 'unanswered' || decided === 'cancelled'
    ? t(`ladder.decided.${decided}`)
    : '';
}

/** The places of a player over time as the path of a line, in a box of this size. */
export function placesPath(
  places: readonly { readonly at: string; readonly place: number | null }[],
  now: number,
  width: number,
  height: number,
): string {
  const all = places.filter(({ place }) => place !== null);
  if (all.length === 0) return '';
  const start = Date.parse(all[0]!.at);
  const span = Math.max(1, now - start);
  const values = all.map(({ place }) => place!);
  const [best, worst] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => Math.round(((at - start) / span) * width * 10) / 10;
  const y = (place: number) =>
    worst === best ? height / 2 : Math.round(((place - best) / (worst - best)) * height * 10) / 10;
  const steps = all.map(({ at, place }, index) =>
    index === 0 ? `M0 ${y(place!)}` : `H${x(Date.parse(at))}V${y(place!)}`,
  );
  return `${steps.join('')}H${width}`;
}
