/** The content of an element in the page's head; empty if there is none. */
export function told(name: string): string {
  return document.querySelector(`meta[${name}]`)?.getAttribute('content') ?? '';
}

/** Of which epoch the numbers of games and events are that this page knows. */
export const epoch = told('name=epoch');

const reloaded = 'reloaded in epoch';

/**
 * The server was restored from a backup: a number that this page knows may be another game's. Loads
 * the page again, once, should some cache give out the old one.
 */
export function startAgain(): void {
  if (sessionStorage.getItem(reloaded) === epoch) return;
  sessionStorage.setItem(reloaded, epoch);
  location.reload();
}
