// The npm package for programs, as it is built, against a running server.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchChromium, pageOf } from './support/browsers.js';
import { chanceOf } from './support/chance.js';
import { required } from './support/client.js';
import { Network } from './support/network.js';
import { Server } from './support/server.js';
import { Refusal, Tanbo } from '../../build/web/tanbo-client/dist/index.js';
import { systemTimers } from '../../build/web/tanbo-client/dist/timers.js';
import { takesKey } from '../../build/web/tanbo-client/dist/repeat.js';

const { WebSocket } = required('ws');
const built = new URL('../../build/web/tanbo-client/dist/', import.meta.url);

let server;
let network;

before(async () => {
  server = await Server.start(['--limits-sign-ups-per-minute', '100000']);
  network = await Network.to(server);
});

after(async () => {
  await network.close();
  await server.stop();
});

// A client of a new guest, closed when the test ends.
async function guest(t, options = {}, url = server.url) {
  const { token, handle } = await new Tanbo(server.url).post('/api/v1/guests');
  const tanbo = new Tanbo(url, { WebSocket, token, ...options });
  t.after(() => tanbo.close());
  return Object.assign(tanbo, { handle });
}

// A game of two of them, which has begun.
async function begun(black, white, setup = '9x9') {
  const { id } = await black.post('/api/v1/games', { body: { setup } });
  return white.post('/api/v1/games/{game}/join', { path: { game: id }, body: {} });
}

// The refusal that something ends with.
async function refusalOf(promise) {
  try {
    await promise;
  } catch (refusal) {
    assert.ok(refusal instanceof Refusal, refusal);
    return refusal;
  }
  return assert.fail('it was not refused');
}

// Time of which only the order counts, with the waits that were asked for.
function hurried(waits_ms) {
  return {
    ...systemTimers,
    after(ms, run) {
      if (ms >= 10_000) return systemTimers.after(ms, run);
      waits_ms.push(ms);
      return systemTimers.after(0, run);
    },
  };
}

// A fetch that loses the answers of the first requests that match.
function losing(count, strip = () => {}) {
  return async (address, init) => {
    strip(init.headers);
    const answer = await fetch(address, init);
    if (init.method === 'POST' && count-- > 0) throw new TypeError('the line broke');
    return answer;
  };
}

const gamesOf = async (tanbo) =>
  (await tanbo.get('/api/v1/games', { query: { player: tanbo.handle } })).games;

test('REST answers by path, query and body', async (t) => {
  const [black, white] = [await guest(t), await guest(t)];
  const { id, status } = await begun(black, white);
  const path = { game: id };

  const legal = await black.get('/api/v1/games/{game}/legal-moves', { path });
  const body = { point: legal.points[0], ply: legal.ply };
  const event = await black.post('/api/v1/games/{game}/moves', { path, body });
  const { events } = await black.get('/api/v1/games/{game}/events', { path, query: { after: 3 } });

  assert.equal(status, 'active');
  assert.deepEqual(events, [event]);
  assert.equal(await black.delete('/api/v1/tokens/current'), undefined);
});

test('a refusal has the code of the server, and what else it says', async (t) => {
  const [black, white] = [await guest(t), await guest(t)];
  const { id } = await begun(black, white);
  const body = { point: 'E5', ply: 0 };
  const move = (game, sent = body) =>
    black.post('/api/v1/games/{game}/moves', { path: { game }, body: sent });

  const illegal = await refusalOf(move(id));
  assert.equal(illegal.code, 'illegal-move');
  assert.deepEqual([illegal.problem.status, illegal.problem.reason], [422, 'no-friend']);
  assert.equal((await refusalOf(move(id, { point: 'C2', ply: 7 }))).code, 'stale-ply');
  assert.equal((await refusalOf(move(999_999))).code, 'no-such-game');
  const live = await refusalOf(black.do('move', { game: id, ...body }));
  const { instance, ...rest } = illegal.problem;
  assert.deepEqual(live.problem, rest);
  assert.equal(instance, `/api/v1/games/${id}/moves`);
});

test('a write without an answer is sent again with its key, and done once', async (t) => {
  const tanbo = await guest(t, { timers: hurried([]), fetch: losing(2) });

  const game = await tanbo.post('/api/v1/games', { body: { setup: '9x9' } });

  assert.deepEqual(
    (await gamesOf(tanbo)).map(({ id }) => id),
    [game.id],
  );
});

test('without its key, it would be done twice', async (t) => {
  const strip = (headers) => delete headers['Idempotency-Key'];
  const tanbo = await guest(t, { timers: hurried([]), fetch: losing(2, strip) });

  await tanbo.post('/api/v1/games', { body: { setup: '9x9' } });

  assert.equal((await gamesOf(tanbo)).length, 3);
});

test('a write that the server would not recognise is not sent again', async (t) => {
  const tanbo = await guest(t, { timers: hurried([]), fetch: losing(1) });

  const refusal = await refusalOf(tanbo.post('/api/v1/guests'));

  assert.deepEqual([refusal.code, refusal.problem.status], ['no-answer', 0]);
});

// A fetch by which the server is busy at first.
function busy(status, headers, count) {
  const told = JSON.stringify({ title: '', detail: '', status, code: 'rate-limited' });
  const type = { 'Content-Type': 'application/problem+json' };
  return async (address, init) =>
    count-- > 0
      ? new Response(told, { status, headers: { ...type, ...headers } })
      : fetch(address, init);
}

test('a request waits as long as Retry-After says', async (t) => {
  const waits_ms = [];
  const timers = hurried(waits_ms);
  const tanbo = await guest(t, { timers, fetch: busy(429, { 'Retry-After': '7' }, 1) });

  const me = await tanbo.get('/api/v1/me');

  assert.equal(me.handle, tanbo.handle);
  assert.deepEqual(waits_ms, [7_000]);
});

test('a wait beyond the patience is refused at once', async (t) => {
  const tanbo = await guest(t, { fetch: busy(429, { 'Retry-After': '3600' }, 1) });

  const { problem } = await refusalOf(tanbo.get('/api/v1/me'));

  assert.deepEqual([problem.code, problem.retry_after_s], ['rate-limited', 3_600]);
});

test('waits without a Retry-After grow', async (t) => {
  const waits_ms = [];
  const timers = { ...hurried(waits_ms), random: () => 0.5 };
  const tanbo = await guest(t, { timers, fetch: busy(503, {}, 4) });

  await tanbo.get('/api/v1/me');

  assert.deepEqual(waits_ms, [500, 1_000, 2_000, 4_000]);
});

test('POSTs carry a key where the contract has one', async (t) => {
  const tanbo = await guest(t);
  const { paths } = await (await fetch(`${server.url}/api/v1/openapi.json`)).json();
  // Their repetitions are known by a cookie, too, which programs don't keep.
  const secrets = ['/api/v1/accounts', '/api/v1/guests', '/api/v1/tokens'];
  const posts = Object.entries(paths).filter(([path, { post }]) => post && path.startsWith('/api'));
  const isKeyed = ({ parameters = [] }) =>
    parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));

  const keyed = posts.filter(([, { post }]) => isKeyed(post)).map(([path]) => path);

  assert.ok(keyed.length > 30);
  assert.deepEqual(
    posts.map(([path]) => path).filter(takesKey),
    keyed.filter((path) => !secrets.includes(path)),
  );
  assert.equal(tanbo.live.knownEpoch, undefined);
});

// Plays a whole game of two over their sockets. The network of others is down during each move.
async function played(players, game, network = { cut() {}, heal() {} }) {
  const chance = chanceOf(game);
  const path = { game };
  for (;;) {
    const now = await players[0].get('/api/v1/games/{game}', { path });
    if (now.status === 'finished') return now;
    network.cut();
    const { points } = await players[0].get('/api/v1/games/{game}/legal-moves', { path });
    const player = players[now.to_move === 'black' ? 0 : 1];
    await player.do('move', { game, point: chance.one(points), ply: now.ply });
    network.heal();
  }
}

// The events of a game as a follower gets them, up to its end, and when the first is there. A
// snapshot was not asked for: the line has forgotten the events that were seen.
function followed(tanbo, game) {
  const pushes = tanbo.follow(`game:${game}`, { after: 0 });
  const first = pushes.next();
  const read = async () => {
    const events = [(await first).value];
    for await (const push of pushes) {
      events.push(push);
      if (push.type === 'end' || push.type === 'snapshot') break;
    }
    return events;
  };
  return { begun: first, seen: read() };
}

const logOf = async (tanbo, game) =>
  (await tanbo.get('/api/v1/games/{game}/events', { path: { game }, query: { limit: 1_000 } }))
    .events;

test('a whole game is played and followed over the socket', async (t) => {
  const players = [await guest(t), await guest(t)];
  const { id } = await begun(...players, 'line31');
  const { seen } = followed(await guest(t), id);

  await played(players, id);

  assert.deepEqual(await seen, await logOf(players[0], id));
});

// Time in which lines are tried again at once: 15 s is the longest wait if chance is 0.
const eager = {
  ...systemTimers,
  random: () => 0,
  after: (ms, run) => systemTimers.after(ms < 10_000 || ms === 15_000 ? 5 : ms, run),
};

// A follower through a network that is cut again and again while others play.
async function followedThroughCuts(t, Line = WebSocket) {
  const players = [await guest(t), await guest(t)];
  const { id } = await begun(...players, 'line31');
  const reader = await guest(t, { WebSocket: Line, timers: eager }, network.url);
  const { begun: first, seen } = followed(reader, id);
  await first;
  const known = network.requests.length;
  await played(players, id, network);
  const events = await seen;
  const lines = network.requests.slice(known).filter((one) => one === 'GET /api/v1/live').length;
  return { seen: events, log: await logOf(players[0], id), lines };
}

test('no event is lost and none comes twice while the line is cut', async (t) => {
  const { seen, log, lines } = await followedThroughCuts(t);

  assert.ok(lines > 0);
  assert.deepEqual(seen, log);
});

// A line that forgets what was seen once it was cut.
let lines = 0;
class Forgetful extends WebSocket {
  number = ++lines;

  send(text) {
    const { after, ...request } = JSON.parse(text);
    super.send(JSON.stringify(this.number === 1 || !after ? { ...request, after } : request));
  }
}

test('a line that does not resume is noticed', async (t) => {
  const { seen, log } = await followedThroughCuts(t, Forgetful);

  assert.notDeepEqual(seen, log);
});

// A line that is cut before its first answer to an operation.
function cutBefore(op) {
  let isCut = false;
  return class extends WebSocket {
    send(text) {
      super.send(text);
      const { op: sent, id } = JSON.parse(text);
      if (sent !== op || isCut) return;
      isCut = true;
      const { onmessage } = this;
      this.onmessage = ({ data }) => {
        if (JSON.parse(data).re === id) this.terminate();
        else onmessage({ data });
      };
    }
  };
}

test('a move without an answer is sent again, and placed once', async (t) => {
  const black = await guest(t, { WebSocket: cutBefore('move') });
  const { id } = await begun(black, await guest(t));

  const { event } = await black.do('move', { game: id, point: 'C2', ply: 0 });

  assert.equal(event.data.point, 'C2');
  assert.deepEqual((await logOf(black, id)).slice(3), [event]);
});

test('an operation that names no board is not sent again', async (t) => {
  const black = await guest(t, { WebSocket: cutBefore('leave') });
  const { id } = await begun(black, await guest(t));

  assert.equal((await refusalOf(black.do('leave', { game: id }))).code, 'no-answer');
  assert.equal((await refusalOf(black.do('leave', { game: id }))).code, 'game-over');
});

test('a server that restarts is met again', async (t) => {
  const own = await Server.start();
  t.after(() => own.stop());
  const tanbo = new Tanbo(own.url, { WebSocket });
  t.after(() => tanbo.close());
  tanbo.token = (await tanbo.post('/api/v1/guests')).token;
  const { id } = await tanbo.post('/api/v1/games', { body: { setup: '9x9' } });
  const pushes = tanbo.follow(`game:${id}`, { after: 0 });
  assert.equal((await pushes.next()).value.type, 'open');

  await own.kill();
  const left = tanbo.post('/api/v1/games/{game}/leave', { path: { game: id }, body: { seq: 1 } });
  await own.launch();

  assert.deepEqual((await pushes.next()).value, await left);
});

test('a token that is no good refuses all that waits', async (t) => {
  const tanbo = new Tanbo(server.url, { WebSocket, token: `tbo_${'x'.repeat(43)}` });
  t.after(() => tanbo.close());

  const [asked, read] = await Promise.all([
    refusalOf(tanbo.do('ping', {})),
    refusalOf(tanbo.follow('me').next()),
  ]);

  assert.deepEqual([asked.code, read.code], ['bad-token', 'bad-token']);
});

test('a topic that is not there is refused with the whole problem', async (t) => {
  const tanbo = await guest(t);

  const { problem } = await refusalOf(tanbo.follow('game:999999').next());

  assert.deepEqual([problem.code, problem.status], ['no-such-game', 404]);
  assert.equal((await tanbo.do('ping', {})).ok, true);
});

test('a topic is followed again after a break', async (t) => {
  const tanbo = await guest(t);
  const { id } = await begun(tanbo, await guest(t));
  const first = async () => {
    for await (const { seq } of tanbo.follow(`game:${id}`, { after: 0 })) return seq;
    return undefined;
  };

  assert.deepEqual([await first(), await first(), await first()], [1, 1, 1]);
  const snapshots = tanbo.follow(`game:${id}`);
  assert.equal((await snapshots.next()).value.type, 'snapshot');
  await snapshots.return();
});

test('notices come, and each subscription is told', async (t) => {
  const [black, white] = [await guest(t, {}, network.url), await guest(t)];
  const notices = black.follow('me');
  const next = async () => (await notices.next()).value;
  assert.equal((await next()).type, 'joined');

  await begun(black, white);
  assert.equal((await next()).topic, 'me');
  network.cut();
  network.heal();

  let notice = await next();
  while (notice.type !== 'joined') notice = await next();
  assert.equal((await black.do('ping', {})).ok, true);
});

// A line to a server that tells more events at once than anyone reads.
class Flood {
  readyState = 0;

  constructor() {
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen();
    });
  }

  send(text) {
    const { op, id } = JSON.parse(text);
    queueMicrotask(() => {
      this.onmessage?.({ data: JSON.stringify({ re: id, ok: true, seq: 10_001 }) });
      for (let seq = 1; op === 'subscribe' && seq <= 10_001; ++seq) {
        this.onmessage?.({ data: JSON.stringify({ topic: 'game:1', type: 'move', seq }) });
      }
    });
  }

  close() {
    this.readyState = 3;
  }
}

test('more pushes than may wait end the iteration, after those that came before', async (t) => {
  const tanbo = new Tanbo(server.url, { WebSocket: Flood });
  t.after(() => tanbo.close());
  let read = 0;
  const readAll = async () => {
    for await (const { seq } of tanbo.follow('game:1', { after: 0 })) assert.equal(seq, ++read);
  };

  const refusal = await refusalOf(readAll());

  assert.deepEqual([refusal.code, read], ['too-slow', 10_000]);
});

// Faults that TypeScript finds in a program, by line.
function faultsOf(program) {
  const ts = required('typescript');
  const file = fileURLToPath(new URL('program.ts', import.meta.url));
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  const isIt = (name) => name === file;
  host.fileExists = (name) => isIt(name) || fileExists(name);
  host.readFile = (name) => (isIt(name) ? program : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    isIt(name) ? ts.createSourceFile(name, program, ...rest) : getSourceFile(name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ file: at, start }) => at && at.getLineAndCharacterOfPosition(start).line);
}

test('the types know paths, bodies, answers, operations and pushes', () => {
  const lines = `import { Tanbo } from '../../build/web/tanbo-client/dist/index.js';
    const tanbo = new Tanbo('http://localhost:8080');
    const game: number = (await tanbo.post('/api/v1/games', { body: { setup: '9x9' } })).id;
    const path = { game };
    const left: undefined = await tanbo.delete('/api/v1/tokens/current');
    const point: string = (await tanbo.do('move', { game, point: 'C2', ply: 0 })).event.data.point;
    for await (const push of tanbo.follow('game:1')) if (push.type === 'move') push.data.ply + 1;
    for await (const push of tanbo.follow('me')) if (push.type === 'joined') break;
    await tanbo.get('/api/v1/no-such-path');
    await tanbo.get('/api/v1/guests');
    await tanbo.post('/api/v1/games/{game}/moves', { body: { point: 'C2', ply: 0 } });
    await tanbo.post('/api/v1/games/{game}/moves', { path, body: { point: 3, ply: 0 } });
    await tanbo.do('no-such-operation', {});
    await tanbo.do('move', { game, ply: 0 });
    tanbo.follow('chess:1');
    export { left, point };
  `;

  assert.deepEqual(
    faultsOf(lines).map((line) => lines.split('\n')[line].trim()),
    lines
      .split('\n')
      .slice(8, 15)
      .map((line) => line.trim()),
  );
});

test('every operation of the AsyncAPI document has its types', async () => {
  const { components, operations } = await (
    await fetch(`${server.url}/api/v1/asyncapi.json`)
  ).json();
  const opOf = ({ messages: [{ $ref }] }) => {
    const { payload } = components.messages[$ref.split('/').at(-1)];
    return components.schemas[payload.$ref.split('/').at(-1)].properties.op.const;
  };
  const types = await readFile(new URL('generated/live.d.ts', built), 'utf8');
  const received = Object.values(operations).filter(({ action }) => action === 'receive');

  assert.ok(received.length >= 14);
  for (const one of received) {
    assert.match(types, new RegExp(`^    ['"]?${opOf(one)}['"]?: \\{`, 'm'));
  }
});

test('the package needs no other one', async () => {
  const told = JSON.parse(await readFile(new URL('../package.json', built), 'utf8'));
  const files = (await readdir(built)).filter((name) => name.endsWith('.js'));

  assert.deepEqual([told.dependencies, told.peerDependencies], [undefined, undefined]);
  assert.ok(files.includes('index.js'));
  for (const file of files) {
    const text = await readFile(new URL(file, built), 'utf8');
    for (const [, from] of text.matchAll(/\bfrom '([^']+)'|\bimport '/g))
      assert.match(from, /^\.\//);
  }
});

test('it works in a page', async (t) => {
  const [black, white] = [await guest(t), await guest(t)];
  const { id } = await begun(black, white);
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await pageOf(browser, server.url);
  await page.goto(`${server.url}/games/${id}`);
  const { build } = required('esbuild');
  const entryPoints = [fileURLToPath(new URL('index.js', built))];
  const { outputFiles } = await build({
    ...{ entryPoints, bundle: true, write: false, format: 'iife', globalName: 'tanboClient' },
    footer: { js: 'globalThis.tanboClient = tanboClient' },
  });
  await page.evaluate(outputFiles[0].text);

  const seen = await page.evaluate(
    async ([token, game]) => {
      const tanbo = new tanboClient.Tanbo(location.origin, { token });
      const { event } = await tanbo.do('move', { game, point: 'C2', ply: 0 });
      const types = [];
      for await (const { type } of tanbo.follow(`game:${game}`, { after: 0 })) {
        types.push(type);
        if (type === 'move') break;
      }
      const code = await tanbo.do('move', { game, point: 'C3', ply: 1 }).catch((one) => one.code);
      return { event, types, code };
    },
    [black.token, id],
  );

  assert.deepEqual(seen.types, ['open', 'join', 'start', 'move']);
  assert.deepEqual([seen.event.data.point, seen.code], ['C2', 'not-your-turn']);
});
