import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf } from '../support/chance.js';
import { bundled, engineBytes } from '../support/client.js';
import { SimulatedNetwork, SimulatedServer, Simulation } from '../support/simulation.js';
import { fault, Tab } from '../support/tab.js';

const code = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { GameSession } from 'client/game/session';
  export { lookAt, parseTurn } from 'client/game/look';
  export { memoryStore } from 'client/game/store';
  export { Live } from 'tanbo-client';
`);
const engine = new code.Engine(await code.Module.from(await engineBytes()));
const board = engine.setup('9x9');
const seeds = 500;

function play(server, chance) {
  const seat = server.look.toMove;
  if (seat !== 1) return;
  const point = board.geometry.name(chance.one(server.look.legal(seat)));
  server.move(seat, { point, ply: server.look.ply, seq: server.seq });
}

// Whatever may happen next.
function happen({ chance, server, network, tabs }) {
  const tab = chance.one(tabs);
  const events = [
    [30, () => tab.place(chance)],
    [30, () => play(server, chance)],
    [4, () => server.undo()],
    [4, () => server.append('proposal', {})],
    [0.3, () => server.leave(chance.below(2))],
    [6, () => network.cut()],
    [4, () => (network.isDown = !network.isDown)],
    [4, () => tab.reload()],
    [2, () => tab.live.hide()],
    [4, () => tab.live.wake()],
    [4, () => tab.session.goTo(chance.below(20))],
    [4, () => tab.session.cancel()],
  ];
  let left = chance.random() * events.reduce((sum, [weight]) => sum + weight, 0);
  events.find(([weight]) => (left -= weight) < 0)[1]();
}

// The world of one seed: the server, and two tabs of black's and one of a spectator's.
async function played(seed, forgetsAfter) {
  const chance = chanceOf(seed);
  const simulation = new Simulation(chance);
  const server = new SimulatedServer({ ...code, board, forgetsAfter });
  const weather = { loss: chance.one([0, 0.1, 0.3]), latency_ms: chance.one([20, 400, 3_000]) };
  const network = new SimulatedNetwork(simulation, server, weather);
  const store = code.memoryStore();
  const tabs = [0, 0, undefined].map(
    (seat) =>
      new Tab({
        code,
        engine,
        simulation,
        network,
        store: seat === undefined ? code.memoryStore() : store,
        seat,
      }),
  );
  for (let step = 0; step < 60; ++step) {
    happen({ chance, server, network, tabs });
    await simulation.run(chance.below(2_000));
  }
  network.heal();
  for (const tab of tabs) tab.live.wake();
  await simulation.run(60_000);
  for (const tab of tabs) if (tab.state.state === 'failed') tab.reload();
  await simulation.run(60_000);
  return { simulation, server, network, tabs };
}

test(`${seeds} random histories end in what a fresh client sees`, async () => {
  let moves = 0;
  for (let seed = 1; seed <= seeds; ++seed) {
    const { server, tabs } = await played(seed, false);

    for (const tab of tabs) assert.equal(fault(tab, server), undefined, `seed ${seed}`);
    const plies = server.events.filter(({ type }) => type === 'move').map(({ data }) => data.ply);
    if (server.lastUndo === 0) assert.equal(new Set(plies).size, plies.length, `seed ${seed}`);
    moves += plies.length;
  }
  // Otherwise nothing was tried. Moves that wait for a line may be given up.
  assert.ok(moves > 4 * seeds, `${moves} moves`);
});

// A game of ten plies between a tab and the other seat, with a cut instead of one message.
async function scripted(cutAt) {
  const chance = chanceOf(7);
  const simulation = new Simulation(chance);
  const server = new SimulatedServer({ ...code, board });
  const network = new SimulatedNetwork(simulation, server, { loss: 0, latency_ms: 50 });
  network.cutAt = cutAt;
  const store = code.memoryStore();
  const tab = new Tab({ code, engine, simulation, network, store, seat: 0 });
  const watcher = new Tab({ code, engine, simulation, network, store: code.memoryStore() });
  await simulation.run(500);
  for (let ply = 0; ply < 10; ++ply) {
    if (ply % 2 === 0) tab.place(chanceOf(ply));
    else play(server, chanceOf(ply));
    await simulation.run(2_000);
  }
  await simulation.run(5_000);
  return { server, network, tabs: [tab, watcher] };
}

test('a socket that is cut at any message changes nothing about the end', async () => {
  const whole = await scripted(0);
  assert.equal(whole.server.turns.length, 10);
  const messages = whole.network.messages;
  assert.ok(messages > 20, `${messages} messages`);

  for (let cutAt = 1; cutAt <= messages; ++cutAt) {
    const { server, network, tabs } = await scripted(cutAt);

    assert.deepEqual(server.turns, whole.server.turns, `cut at ${cutAt}`);
    for (const tab of tabs) assert.equal(fault(tab, server), undefined, `cut at ${cutAt}`);
    assert.equal(network.requests.move, 5, `cut at ${cutAt}`);
    // Known events are not asked for again: each tab has read the game once.
    assert.equal(network.requests.game, 2, `cut at ${cutAt}`);
  }
});

test('nobody is moved from the ply that is looked at', async () => {
  const simulation = new Simulation(chanceOf(1));
  const server = new SimulatedServer({ ...code, board });
  const network = new SimulatedNetwork(simulation, server, { loss: 0, latency_ms: 50 });
  const tab = new Tab({ code, engine, simulation, network, store: code.memoryStore() });
  const move = (seat) => {
    const point = board.geometry.name(server.look.legal(seat)[0]);
    server.move(seat, { point, ply: server.look.ply, seq: server.seq });
  };
  move(0);
  move(1);
  await simulation.run(1_000);

  tab.session.goTo(1);
  const shown = tab.state.shown;
  move(0);
  server.leave(1);
  await simulation.run(1_000);

  assert.equal(tab.state.shown.turns.length, 1);
  assert.deepEqual(tab.state.shown.stones, shown.stones);
  assert.equal(tab.state.missed, 2);
  assert.equal(tab.state.game.status, 'finished');
  tab.session.goToHead();
  assert.equal(tab.state.shown.turns.length, 4);
  assert.equal(tab.state.missed, 0);
});

// The state of a choice that was not sent yet, after a seat has left.
async function choiceAfterLeaving(seat) {
  const simulation = new Simulation(chanceOf(1));
  const server = new SimulatedServer({ ...code, board });
  const network = new SimulatedNetwork(simulation, server, { loss: 0, latency_ms: 50 });
  const tab = new Tab({ code, engine, simulation, network, store: code.memoryStore(), seat: 0 });
  await simulation.run(1_000);

  tab.session.choose(tab.state.head.legal(0)[0]);
  assert.equal(tab.state.draft.state, 'chosen');
  server.leave(seat);
  await simulation.run(1_000);

  return tab.state.draft.state;
}

test('whoever leaves is not told that somebody left before their move', async () => {
  assert.equal(await choiceAfterLeaving(0), 'idle');
  assert.equal(await choiceAfterLeaving(1), 'overtaken');
});

test('a server that forgets what was missed is found out', async () => {
  let faults = 0;
  for (let seed = 1; seed <= 50; ++seed) {
    const { server, tabs } = await played(seed, true);
    if (tabs.some((tab) => fault(tab, server) !== undefined)) ++faults;
  }

  assert.ok(faults > 0);
});
