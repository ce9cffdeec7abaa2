/** Steps that were done in this browser. */
import type { Store } from '../../game/store';
import { steps, type StepName } from './steps';

const key = 'learn';

/** Those that are done; somebody may have edited what is kept. */
export async function doneIn(store: Store): Promise<ReadonlySet<StepName>> {
  const kept = await store.get<unknown>(key);
  const all = Array.isArray(kept) ? kept : [];
  return new Set(steps.map(({ name }) => name).filter((name) => all.includes(name)));
}

/** Keeps that one more is done; answers all of them. */
export async function keepDone(store: Store, step: StepName): Promise<ReadonlySet<StepName>> {
  const done = new Set([...(await doneIn(store)), step]);
  await store.set(key, [...done]);
  return done;
}
