/** How the service worker starts, and the subscription to notifications that it has. */
import { workers } from './worker';

const address = '/service-worker.js';

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
