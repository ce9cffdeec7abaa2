// Notifications by Web Push: what the settings ask for, what the service worker shows and where a
// click leads, and that it answers nothing of the API.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { webcrypto } from 'node:crypto';
import { after, before, test } from 'node:test';
import { launchChromium, pageOf } from './support/browsers.js';
import { Player } from './support/player.js';
import { Server } from './support/server.js';
import { member } from './support/tour.js';
import { until } from './support/until.js';
import { desk, visitAt } from './support/visit.js';

const allowing = { ...desk, permissions: ['notifications'] };

// The push service of the browser, as the server sees it: it keeps the paths that it is sent.
const pushed = [];
const service = createServer((request, response) => {
  request.resume().on('end', () => {
    pushed.push(request.url);
    response.writeHead(201).end();
  });
});
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${service.address().port}/push`;

const server = await Server.start(['--webhooks-private-ranges', '127.0.0.1']);
// The one without windows knows no permission for notifications.
const browser = await launchChromium({ executablePath: '/usr/bin/chromium' });

after(async () => {
  await browser.close();
  await server.stop();
  service.close();
});

let anna;
let ben;
let p256dh;

before(async () => {
  [anna, ben] = [await member(server, 'anna'), await member(server, 'ben')];
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const { publicKey } = await webcrypto.subtle.generateKey(curve, true, ['deriveBits']);
  const raw = await webcrypto.subtle.exportKey('raw', publicKey);
  p256dh = Buffer.from(raw).toString('base64url');
});

// A Chromium without Google's service has no push service: its place takes one that yields a
// subscription as browsers do. The service worker is the real one.
function fakePushes({ endpoint: base, p256dh: key }) {
  let count = 0;
  let present = null;
  globalThis.ended = [];
  Object.defineProperty(PushManager.prototype, 'getSubscription', {
    value: () => Promise.resolve(present),
  });
  Object.defineProperty(PushManager.prototype, 'subscribe', {
    value: ({ userVisibleOnly, applicationServerKey }) => {
      const own = `${base}/${++count}-${Math.random()}`;
      globalThis.asked = { userVisibleOnly, applicationServerKey };
      present = {
        endpoint: own,
        toJSON: () => ({ endpoint: own, keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
        unsubscribe: () => {
          globalThis.ended.push(own);
          present = null;
          return Promise.resolve(true);
        },
      };
      return Promise.resolve(present);
    },
  });
}

const visit = (t, path, player, options = allowing) =>
  visitAt(t, browser, server.url + path, player, {
    ...options,
    prepare: (page) => page.addInitScript(fakePushes, { endpoint, p256dh }),
  });

// Allows notifications on the page of the settings.
async function allow(page) {
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByRole('switch', { name: 'Your turn' }).waitFor();
}

// A member with a session of this test's own.
async function signedIn(handle) {
  const player = new Player(server);
  await player.ask('POST', '/sessions', { handle, password: 'four roots and a stone' });
  return player;
}

test('one button allows notifications, and each kind can be left out', async (t) => {
  const session = await signedIn('anna');
  const page = await visit(t, '/settings/notifications', session);
  await allow(page);
  const { key, subscription } = await session.ask('GET', '/me/push');

  assert.deepEqual(await page.evaluate(() => globalThis.asked), {
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  assert.equal(subscription.language, 'en');
  assert.equal(subscription.kinds.length, 4);

  const answer = page.waitForResponse((one) => one.request().method() === 'PUT');
  await page.getByRole('switch', { name: 'Chat mentions' }).click();
  await answer;
  const left = await session.ask('GET', '/me/push');

  assert.deepEqual(left.subscription.kinds, ['your-turn', 'deadline-warning', 'challenge']);
  assert.equal(left.subscription.endpoint, subscription.endpoint);
  await page.getByRole('button', { name: 'Turn off notifications' }).click();
  await page.getByRole('button', { name: 'Allow notifications' }).waitFor();
  assert.equal((await session.ask('GET', '/me/push')).subscription, null);
  assert.deepEqual(await page.evaluate(() => globalThis.ended), [subscription.endpoint]);
});

test('a browser that blocks notifications says what to do', async (t) => {
  const page = await visit(t, '/settings/notifications', await signedIn('anna'), {
    viewport: allowing.viewport,
  });
  const offer = page.getByRole('button', { name: 'Allow notifications' });
  const blocked = page.getByText('Your browser blocks notifications from this site.');
  await offer.or(blocked).first().waitFor();
  if (await offer.isVisible()) await offer.click();

  await blocked.waitFor();
});

test('signing out ends the subscription, here and on the server', async (t) => {
  const page = await visit(t, '/settings/notifications', await signedIn('anna'));
  await allow(page);
  const before = pushed.length;
  await ben.ask('POST', '/challenges', { setup: '9x9', seats: ['me', 'anna'] });
  await until(() => pushed.length > before, 'the challenge is pushed');
  await page.getByRole('button', { name: 'Account: anna' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Account: anna' }).waitFor({ state: 'detached' });

  await until(() => page.evaluate(() => globalThis.ended.length === 1), 'the browser has ended it');
  const other = await signedIn('anna');
  const again = await visit(t, '/settings/notifications', other);
  await allow(again);
  const paths = new Set(pushed);
  await ben.ask('POST', '/challenges', { setup: '9x9', seats: ['me', 'anna'] });
  await until(() => pushed.some((path) => !paths.has(path)), 'the other session is pushed');
  assert.equal(pushed.filter((path) => paths.has(path)).length, before + 1);
});

// --- the service worker ---

// A page with the worker in charge, the worker, and how messages reach it.
async function withWorker(t, path, origin = server.url) {
  const page = await pageOf(browser, origin, undefined, allowing);
  t.after(() => page.context().close());
  await page.goto(origin + path);
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  let registrationId;
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { registrationId: id, controlledClients } of versions) {
      if (controlledClients?.includes(targetInfo.targetId)) registrationId = id;
    }
  });
  await session.send('ServiceWorker.enable');
  // As the page does it, which trusts no other address.
  await page.evaluate(async () => {
    const policy = trustedTypes.createPolicy('tanbo-worker', { createScriptURL: (url) => url });
    await navigator.serviceWorker.register(policy.createScriptURL('/service-worker.js'));
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    }
  });
  await until(() => registrationId, 'the registration is told of');
  const [worker] = page.context().serviceWorkers();
  // Delivers a message until it has an effect: a busy browser may drop one without a word. The tag
  // makes the same message twice one notification.
  const push = (text, isShown, what) =>
    until(async () => {
      const data = JSON.stringify(text);
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      return until(isShown, what, { seconds: 20 }).catch(() => false);
    }, what);
  return { page, worker, push };
}

const shown = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      url: data.url,
    }));
  });

const turn = { title: 'Your turn', body: 'Game 7', url: '/games/7', tag: 'game-7', lang: 'en' };

test('a push is shown under the tag of its game, and a newer one replaces it', async (t) => {
  const { page, push } = await withWorker(t, '/about');
  await push(turn, async () => (await shown(page)).length === 1, 'it is shown');
  const nearer = { ...turn, title: 'Deadline near' };
  await push(nearer, async () => (await shown(page))[0].title === nearer.title, 'it is replaced');
  const other = { ...turn, url: '/games/8', tag: 'game-8' };
  await push(other, async () => (await shown(page)).length === 2, 'another game is beside it');

  assert.deepEqual((await shown(page)).map(({ tag, url }) => `${tag} ${url}`).sort(), [
    'game-7 /games/7',
    'game-8 /games/8',
  ]);
});

// The event of a click, which only the system may make: what the worker asks the tabs is kept.
const click = (worker, url) =>
  worker.evaluate(async (target) => {
    const asked = [];
    WindowClient.prototype.focus = async function focus() {
      asked.push(`focus ${new URL(this.url).pathname}`);
      return this;
    };
    Clients.prototype.openWindow = async (opened) => {
      asked.push(`open ${opened}`);
      return null;
    };
    const event = new Event('notificationclick');
    let done;
    event.notification = { close: () => asked.push('close'), data: { url: target } };
    event.waitUntil = (promise) => {
      done = promise;
    };
    self.dispatchEvent(event);
    await done;
    return asked;
  }, url);

test('a click leads to the tab of the game, else to any tab, else to a new one', async (t) => {
  const { page, worker } = await withWorker(t, '/about');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/players`);

  assert.deepEqual(await click(worker, '/players'), ['close', 'focus /players']);
  assert.match((await click(worker, '/standings')).join(), /^close,focus \/(about|players)$/);
  await until(
    () => [page, other].some((tab) => new URL(tab.url()).pathname === '/standings'),
    'a tab goes there',
  );
  await Promise.all([page.goto('about:blank'), other.goto('about:blank')]);
  const tabs = () =>
    worker.evaluate(
      async () =>
        (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length,
    );
  await until(async () => (await tabs()) === 0, 'the worker has no tab');
  assert.deepEqual(await click(worker, '/players'), ['close', 'open /players']);
});

test('without a line the shell is there, and nothing of the API', async (t) => {
  const own = await Server.start();
  t.after(() => own.stop());
  const { page } = await withWorker(t, '/about', own.url);
  const plain = await pageOf(browser, own.url, undefined, allowing);
  t.after(() => plain.context().close());
  await plain.goto(`${own.url}/about`);
  const ask = (tab) => tab.evaluate(() => fetch('/api/v1/games').then(({ status }) => status));
  assert.equal(await ask(page), 200);
  assert.equal(await ask(page), 200);
  const kept = await page.evaluate(async () => {
    const paths = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(new URL(url).pathname);
    }
    return paths;
  });
  assert.ok(kept.includes('/') && kept.some((path) => path.startsWith('/assets/')));
  assert.ok(kept.every((path) => !path.startsWith('/api/')));

  await own.kill();
  await assert.rejects(ask(page));
  await page.goto(`${own.url}/play`);
  await page.getByRole('heading').first().waitFor();
  await assert.rejects(plain.goto(`${own.url}/play`));
  await own.launch();
  assert.equal(await ask(page), 200);
});

// The server through a proxy; the worker has other bytes from the second time on.
async function throughProxy(t) {
  let builds = 0;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(server.url + request.url, { redirect: 'manual' });
    let body = Buffer.from(await answer.arrayBuffer());
    if (request.url === '/service-worker.js') body = `${body}\n// build ${++builds}`;
    const passed = ['content-type', 'content-security-policy', 'cache-control'];
    const headers = passed.map((name) => [name, answer.headers.get(name)]).filter(([, one]) => one);
    response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  return `http://127.0.0.1:${proxy.address().port}`;
}

test('a newer worker waits until the reader agrees', async (t) => {
  const { page } = await withWorker(t, '/about', await throughProxy(t));
  const isWaiting = () =>
    page.evaluate(() => navigator.serviceWorker.ready.then((one) => one.waiting !== null));
  await page.evaluate(() => navigator.serviceWorker.ready.then((one) => one.update()));
  await until(isWaiting, 'the newer one waits');

  await page.evaluate(() =>
    navigator.serviceWorker.ready.then((one) => one.waiting.postMessage('take-over')),
  );
  await until(async () => !(await isWaiting()), 'it has taken over');
});

test('the manifest names icons and shortcuts that are there', async () => {
  for (const [language, name] of [
    ['en', 'New game'],
    ['de', 'Neue Partie'],
  ]) {
    const answer = await fetch(`${server.url}/manifest.webmanifest`, {
      headers: { 'Accept-Language': language },
    });
    const manifest = await answer.json();

    assert.equal(answer.headers.get('content-type'), 'application/manifest+json');
    assert.equal(manifest.lang, language);
    assert.equal(manifest.shortcuts[0].name, name);
    for (const { src } of manifest.icons) assert.ok((await fetch(server.url + src)).ok, src);
    for (const { url } of manifest.shortcuts) assert.ok((await fetch(server.url + url)).ok, url);
  }
  assert.match(await (await fetch(server.url)).text(), /<link rel="manifest"/);
});
