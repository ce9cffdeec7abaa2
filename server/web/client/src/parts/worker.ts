/** The service worker, which shows notifications and is there without a line. */

/** The workers of this site; nothing if the browser, or a page without TLS, has none. */
export const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** The page that a clicked notification leads to is shown in this tab. To be called once. */
export function followNotifications(go: (path: string) => void): void {
  workers()?.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    const path = data?.open;
    if (typeof path === 'string' && /^\/(?![/\\])/.test(path)) go(path);
  });
}

/** In an app on a home screen, the worker is there without notifications, too. To be called once. */
export function keepShellOfApp(): void {
  if (!workers() || !matchMedia('(display-mode: standalone)').matches) return;
  void import('./start_worker').then(({ startWorker }) => startWorker()).catch(() => undefined);
}

/** Loads the page again, with the worker of the newer build if one waits. */
export async function loadNewBuild(): Promise<void> {
  (await workers()?.getRegistration())?.waiting?.postMessage('take-over');
  location.reload();
}
