/** The service worker, which shows notifications and is there without a line. */

const address = '/service-worker.js';

/** The workers of this site; nothing if the browser, or a page without TLS, has none. */
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** The page that a clicked notification leads to is shown in this tab. To be called once. */
export function followNotifications(go: (path: string) => void): void {
  workers()?.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    const path = data?.open;
    if (typeof path === 'string' && /^\/(?![/\\])/.test(path)) go(path);
  });
}

/** The subscription of this browser, if it has one. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await workers()?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ends the subscription of this browser; the server's part of it ends with the session. */
export async function endPushes(): Promise<void> {
  try {
    await (await subscriptionHere())?.unsubscribe();
  } catch {
    // Without its session it is sent nothing any more.
  }
}

/** Starts the worker. Throws: what the browser says against it. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(trusted());
  return navigator.serviceWorker.ready;
}

/** In an app on a home screen, the worker is there without notifications, too. To be called once. */
export function keepShellOfApp(): void {
  if (!workers() || !matchMedia('(display-mode: standalone)').matches) return;
  void startWorker().catch(() => undefined);
}

/** Loads the page again, with the worker of the newer build if one waits. */
export async function loadNewBuild(): Promise<void> {
  (await workers()?.getRegistration())?.waiting?.postMessage('take-over');
  location.reload();
}

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}
let policy: ReturnType<Policies['createPolicy']> | undefined;

/** The worker's address, as browsers want it that let no other script in. */
function trusted(): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  policy ??= policies?.createPolicy('tanbo-worker', { createScriptURL: () => address });
  return policy?.createScriptURL(address) ?? address;
}
