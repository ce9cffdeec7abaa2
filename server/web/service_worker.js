// Shows the notifications that the server pushes, and keeps the shell of one build for when no line
// is there. Its bytes change with the build, so a browser finds a newer one; that waits until no tab
// of the build before is open, or until the reader agrees to it in a tab.

const build = 'BUILD';
// Files that a page needs before it shows anything, and those that show games which a browser keeps,
// under names that change with their bytes.
const files = FILES;
const shell = `shell-${build}`;
const page = '/';

// --- the shell ---

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll([page, ...files])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith('shell-') && name !== shell))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The page as the server has it now, or the shell if there is no line. */
async function pageOrShell(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(page, { cacheName: shell });
    if (!kept) throw error;
    return kept;
  }
}

/** A file of the build, kept under its name. */
async function fileOf(request) {
  const kept = await caches.match(request.url, { cacheName: shell });
  return kept ?? fetch(request);
}

// Whatever else is asked, and all of the API, goes to the server as if this were not here.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (files.includes(url.pathname)) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate' && isPage(url.pathname)) {
    event.respondWith(pageOrShell(request));
  }
});

/** Whether the client shows what is at a path: the rest are answers of the server itself. */
function isPage(path) {
  return !/^\/(help$|metrics$|healthz$|readyz$|(api|assets|icons|account|help|mail)\/)/.test(path);
}

// The reader agrees to the newer build.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting();
});

// --- notifications ---

const tabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const pathOf = (tab) => new URL(tab.url).pathname;

/** Shows a notification, unless its page is being looked at. */
async function show({ title, body, url, tag, lang }) {
  const isSeen = (await tabs()).some(
    (tab) => tab.visibilityState === 'visible' && tab.focused && pathOf(tab) === url,
  );
  if (isSeen) return;
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    // A newer one of the same tag rings again.
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { url },
  });
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

/** Leads to an open tab: that of the page, or else any, which goes there; or to a new one. */
async function open(url) {
  const all = await tabs();
  const there = all.find((tab) => pathOf(tab) === url);
  const tab = there ?? all[0];
  if (!tab) {
    await self.clients.openWindow(url);
    return;
  }
  if (!there) tab.postMessage({ open: url });
  await tab.focus();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
