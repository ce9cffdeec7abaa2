/** Acts that are asked about first, or begin another game: few visits need them. */
import { idempotencyKey, repeated } from '../../api/rest';
import type { Game } from '../../api/types';
import { isLive } from '../../game/clock';
import { ask } from '../../parts/ask.svelte';
import { wordsOf } from '../../parts/problem';
import { rest } from '../../parts/site';
import { language, learnBeside, t } from '../../text';
import { duration } from '../../text/format';
import { go } from '../location.svelte';

/** For how long the seat of a leaver is offered, as the contract says. */
const live_offer_ms = 120_000;
const slow_offer_ms = 3 * 86_400_000;

/** Asks whether to resign, and says what that does. */
export async function mayResign(game: Game | undefined): Promise<boolean> {
  await learnBeside(language());
  const isOffered = game?.leaver_policy === 'substitute' && game.seats.length > 2;
  const offer_ms = game && isLive(game.clock) ? live_offer_ms : slow_offer_ms;
  const question = {
    title: t('game.resign_title'),
    text: [
      isOffered ? t('game.resign_offered', { time: duration(offer_ms) }) : t('game.resign_text'),
      ...(game?.rated ? [t('game.resign_rated')] : []),
    ],
    yes: t('game.resign'),
    isGrave: true,
  };
  return (await ask(question)) !== undefined;
}

/** Asks for another game against the same players and leads there; answers why not. */
export async function rematch(id: number): Promise<string | undefined> {
  const params = { path: { game: id }, header: { 'Idempotency-Key': idempotencyKey() } };
  const answer = await repeated(() =>
    rest.POST('/api/v1/games/{game}/rematch', { params, body: {} }),
  );
  if (!answer.ok) return wordsOf(answer.problem);
  // Bots are asked and have agreed at once.
  go(answer.data.game ? `/games/${answer.data.game}` : `/challenges/${answer.data.id}`);
  return undefined;
}
