import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf } from '../support/chance.js';
import { bundled } from '../support/client.js';
import { SimulatedNetwork, Simulation } from '../support/simulation.js';

const { createRest, HttpLine, Live, timeLeft, TimeWarnings } = await bundled(`
  export { createRest } from 'client/api/rest';
  export { HttpLine } from 'client/live/http_line';
  export { Live } from 'tanbo-client';
  export { timeLeft, TimeWarnings } from 'client/game/clock';
`);

// A server that answers pings and takes every subscription.
const patient = (now) => ({
  links: new Set(),
  receive: (link, { id }) => link.push({ re: id, ok: true, now: now?.() }),
});

const networkOf = (simulation, server = patient()) =>
  new SimulatedNetwork(simulation, server, { loss: 0, latency_ms: 20 });

// A socket with one topic, open.
async function following(simulation, network, options = {}) {
  const live = new Live({ timers: simulation.timers, open: () => network.open(), ...options });
  live.follow('game:1', { take: () => {} });
  await simulation.run(1_000);
  assert.deepEqual(live.connection.get(), { state: 'online' });
  return live;
}

test('200 clients of a server that restarts come back over two seconds or more', async () => {
  const simulation = new Simulation(chanceOf(1));
  const network = networkOf(simulation);
  for (let client = 0; client < 200; ++client) await following(simulation, network);
  const times = [];
  const { open } = network;
  network.open = () => (times.push(simulation.time), open.call(network));
  const begin = simulation.time;

  network.cut(1001);
  await simulation.run(10_000);

  assert.equal(times.length, 200);
  times.sort((a, b) => a - b);
  assert.ok(times[0] >= begin + 200, `the first after ${times[0] - begin} ms`);
  assert.ok(times.at(-1) - times[0] >= 2_000, `within ${times.at(-1) - times[0]} ms`);
});

test('after a restart of 40 seconds everybody is back within five', async () => {
  const simulation = new Simulation(chanceOf(5));
  const networks = [];
  for (let count = 0; count < 50; ++count) {
    const network = networkOf(simulation);
    await following(simulation, network);
    networks.push(network);
  }
  const back = [];
  for (const network of networks) {
    const { open } = network;
    network.open = () => {
      if (!network.isDown) back.push(simulation.time);
      return open.call(network);
    };
    network.isDown = true;
    network.cut(1012);
  }
  await simulation.run(40_000);
  assert.equal(back.length, 0);
  const begin = simulation.time;

  for (const network of networks) network.isDown = false;
  await simulation.run(5_000);

  assert.equal(back.length, networks.length);
  assert.ok(back.every((time) => time - begin <= 5_000));
});

test('attempts come at once, then more and more rarely', async () => {
  const simulation = new Simulation(chanceOf(2));
  const network = networkOf(simulation);
  await following(simulation, network);
  const times = [];
  const { open } = network;
  network.open = () => (times.push(simulation.time), open.call(network));
  network.isDown = true;

  network.cut();
  await simulation.run(600_000);

  const waits = times.slice(1).map((time, index) => time - times[index]);
  assert.ok(waits[0] < 600, `the second after ${waits[0]} ms`);
  const last = waits.slice(26);
  assert.ok(last.length > 5);
  assert.ok(
    last.every((wait) => wait >= 15_000 && wait <= 46_000),
    String(last),
  );
});

test('a broken line is said after a second, and not before', async () => {
  const simulation = new Simulation(chanceOf(3));
  const network = networkOf(simulation);
  const live = await following(simulation, network);
  const { timers } = simulation;
  network.isDown = true;
  const since = timers.now();

  network.cut();
  await simulation.run(900);
  assert.deepEqual(live.connection.get(), { state: 'online' });
  await simulation.run(200);
  assert.deepEqual(live.connection.get(), { state: 'offline', since });

  network.isDown = false;
  live.wake();
  await simulation.run(100);
  assert.deepEqual(live.connection.get(), { state: 'online' });
});

test('a line that went silent in the sleep is given up within two seconds', async () => {
  const simulation = new Simulation(chanceOf(4));
  const network = networkOf(simulation);
  const live = await following(simulation, network);
  const [silent] = network.links;
  silent.push = () => {};

  live.wake();
  await simulation.run(2_200);

  assert.equal(network.lines, 2);
  assert.deepEqual(live.connection.get(), { state: 'online' });
});

test('a hidden page is silent, after five minutes without a line, and comes back', async () => {
  const simulation = new Simulation(chanceOf(5));
  const network = networkOf(simulation);
  const live = await following(simulation, network);
  const { messages } = network;

  live.hide();
  await simulation.run(299_000);
  assert.equal(network.links.size, 1);
  await simulation.run(3_301_000);

  assert.equal(network.messages, messages);
  assert.equal(network.links.size, 0);
  assert.equal(network.lines, 1);
  live.wake();
  await simulation.run(1_000);
  assert.equal(network.links.size, 1);
});

test('a visible page asks every 25 s whether the line is there', async () => {
  const simulation = new Simulation(chanceOf(6));
  const network = networkOf(simulation);
  await following(simulation, network);
  const { messages } = network;

  await simulation.run(101_000);

  assert.equal(network.messages - messages, 8);
});

test('a mistake of ours ends in words, not in a loop', async () => {
  for (const code of [1002, 1003, 1007, 1009]) {
    const simulation = new Simulation(chanceOf(code));
    const network = networkOf(simulation);
    const live = await following(simulation, network);

    network.cut(code);
    await simulation.run(3_600_000);
    live.wake();
    await simulation.run(1_000);

    assert.deepEqual(live.connection.get(), { state: 'broken' });
    assert.equal(network.lines, 1);
  }
});

test('a session that ended is asked about before the next line', async () => {
  const simulation = new Simulation(chanceOf(8));
  const network = networkOf(simulation);
  const order = [];
  const signedOut = async () => {
    await simulation.sleep(500);
    order.push('asked');
  };
  await following(simulation, network, { signedOut });
  const { open } = network;
  network.open = () => (order.push('opened'), open.call(network));

  network.cut(1008);
  await simulation.run(5_000);

  assert.deepEqual(order, ['asked', 'opened']);
});

test('a local clock that is a day off shows the time that is left', async () => {
  const simulation = new Simulation(chanceOf(9));
  const day_ms = 86_400_000;
  const serverNow = () => Date.parse('2026-03-01T12:00:00.000Z') + simulation.time;
  const server = patient(() => new Date(serverNow()).toISOString());
  simulation.timers.now = () => serverNow() - day_ms;
  const live = await following(simulation, networkOf(simulation, server));
  const state = {
    running: 'black',
    paused: false,
    deadline: new Date(serverNow() + 60_000).toISOString(),
    remaining_ms: { black: 60_000, white: 30_000 },
    off: [],
  };

  const { ms, runs } = timeLeft(state, 'black', live.now());

  assert.ok(runs);
  assert.ok(Math.abs(ms - 60_000) <= 50, `${ms} ms`);
  assert.equal(timeLeft(state, 'white', live.now()).ms, 30_000);
});

test('of an hour and of five minutes that are left of a turn is warned once', () => {
  const minute_ms = 60_000;
  const warnings = new TimeWarnings();
  const due = (turn, minutes) => warnings.due(turn, minutes * minute_ms);

  assert.deepEqual(
    [70, 60, 59, 6, 5, 4].map((minutes) => due(3, minutes) / minute_ms),
    [NaN, 60, NaN, NaN, 5, NaN],
  );
  // A turn that begins with less than an hour is warned of five minutes alone, also after a sleep.
  assert.equal(due(5, 50), undefined);
  assert.equal(due(5, 3), 5 * minute_ms);
  // Both at once are one.
  assert.equal(due(7, 90), undefined);
  assert.equal(due(7, 1), 5 * minute_ms);
  // Time that is given back can run out again.
  assert.equal(due(7, 10), undefined);
  assert.equal(due(7, 5), 5 * minute_ms);
});

test('off-times are not counted, and while one lasts time stands still', () => {
  const at = (hour) => `2026-03-01T${hour}:00:00.000Z`;
  const state = {
    running: 'white',
    paused: false,
    deadline: at('20'),
    remaining_ms: { white: 0 },
    off: [
      { from: at('10'), until: at('12'), why: 'sleep' },
      { from: at('15'), until: at('16'), why: 'vacation' },
    ],
  };
  const hour_ms = 3_600_000;
  const left = (hour) => timeLeft(state, 'white', Date.parse(at(hour)));

  assert.deepEqual(left('11'), {
    ms: 7 * hour_ms,
    runs: false,
    off: { until: Date.parse(at('12')), why: 'sleep' },
    flagAt: Date.parse(at('20')),
  });
  assert.equal(left('13').ms, 6 * hour_ms);
  assert.equal(left('13').runs, true);
  assert.equal(left('21').ms, 0);
  assert.equal(timeLeft({ ...state, paused: true }, 'white', 0).runs, false);
  assert.equal(timeLeft(null, 'white', 0), undefined);
});

// --- a server that was restored ---

// It is in epoch "b", and refuses what is known of another.
const restored = {
  links: new Set(),
  receive(link, { id, op, epoch }) {
    const isOld = op === 'subscribe' && epoch !== 'b';
    link.push(
      isOld
        ? { re: id, ok: false, error: { code: 'server-restored' } }
        : { re: id, ok: true, seq: 9 },
    );
  },
};

test('who knows numbers of another epoch is told to start again, and takes none of this one', async () => {
  for (const [epoch, told] of [
    ['a', 1],
    ['b', 0],
  ]) {
    const simulation = new Simulation(chanceOf(7));
    const network = networkOf(simulation, restored);
    let restarts = 0;
    let refused = 0;
    const live = new Live({
      timers: simulation.timers,
      open: () => network.open(),
      epoch,
      restored: () => ++restarts,
    });
    live.follow('game:1', { after: () => 7, take: () => {}, refused: () => ++refused });
    await simulation.run(1_000);

    assert.deepEqual([restarts, refused], [told, 0], epoch);
    live.close();
  }
});

// Plain HTTP; its event sources end for good when they are refused.
async function overHttp(simulation, whyNot) {
  const sources = [];
  const line = new HttpLine({
    timers: simulation.timers,
    greet: () => Promise.resolve(1_700_000_000_000),
    whyNot: () => Promise.resolve(whyNot),
    source() {
      const source = { readyState: 0, heard: {}, close() {} };
      source.addEventListener = (type, hear) => (source.heard[type] = hear);
      sources.push(source);
      return source;
    },
  });
  const codes = [];
  let restarts = 0;
  const live = new Live({
    timers: simulation.timers,
    open: () => line,
    epoch: 'a',
    restored: () => ++restarts,
  });
  live.follow('game:1', { after: () => 7, take: () => {}, refused: (code) => codes.push(code) });
  await simulation.run(1_000);
  return { sources, codes, restarts: () => restarts };
}

test('over plain HTTP a place that is refused is told, and a line that broke is not', async () => {
  for (const [readyState, whyNot, refused, restarts] of [
    [2, 'bad-parameter', ['bad-parameter'], 0],
    [2, 'server-restored', [], 1],
    [0, 'bad-parameter', [], 0],
  ]) {
    const simulation = new Simulation(chanceOf(8));
    const line = await overHttp(simulation, whyNot);
    assert.equal(line.sources.length, 1);

    line.sources[0].readyState = readyState;
    line.sources[0].heard.error();
    await simulation.run(1_000);

    assert.deepEqual([line.codes, line.restarts()], [refused, restarts], `${readyState} ${whyNot}`);
  }
});

test('requests that change something say of which epoch they are', async () => {
  const sent = [];
  const answers = [
    new Response('{"seq":1}', { status: 201, headers: { 'Content-Type': 'application/json' } }),
    new Response('{"code":"server-restored"}', {
      status: 412,
      headers: { 'Content-Type': 'application/problem+json' },
    }),
    new Response('{"id":1}', { headers: { 'Content-Type': 'application/json' } }),
  ];
  let restarts = 0;
  const rest = createRest({
    origin: 'http://tanbo.test',
    epoch: 'a',
    restored: () => ++restarts,
    fetcher: (request) => (sent.push(request), Promise.resolve(answers[sent.length - 1])),
  });
  const move = { params: { path: { game: 1 } }, body: { point: 'C2', ply: 0 } };

  await rest.POST('/api/v1/games/{game}/moves', move);
  assert.equal(restarts, 0);
  const refusal = await rest.POST('/api/v1/games/{game}/moves', move);
  await rest.GET('/api/v1/games/{game}', { params: { path: { game: 1 } } });

  assert.equal(restarts, 1);
  assert.equal(refusal.error.code, 'server-restored');
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('Tanbo-Epoch')),
    ['a', 'a', null],
  );
});
