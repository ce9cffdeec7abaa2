import { Engine } from './board';
import { Module } from './module';

let loading: Promise<Engine> | undefined;

/** The rules, loaded once a page. Throws: what `fetch` does; asked again, it is tried again. */
export function loadEngine(): Promise<Engine> {
  loading ??= Module.fetched().then((module) => new Engine(module));
  loading.catch(() => (loading = undefined));
  return loading;
}
