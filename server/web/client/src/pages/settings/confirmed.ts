/** Commands that the account's password has to be given for again if that was long ago. */
import type { Problem } from '../../api/problem';
import type { Answer } from '../../api/rest';
import { t } from '../../text';
import { ask } from '../../parts/ask.svelte';

/** Does it; asks for the password first if the server wants it. Nothing if that was declined. */
export async function confirmed<T>(
  title: string,
  send: (password: { password?: string }) => Promise<Answer<T>>,
): Promise<Answer<T> | undefined> {
  const answer = await send({});
  if (answer.ok || answer.problem.code !== ('password-required' satisfies Problem['code'])) {
    return answer;
  }
  const consent = await ask({
    title,
    text: [t('problem.password-required')],
    yes: t('common.continue'),
    wantsPassword: true,
  });
  return consent && send({ password: consent.password });
}
