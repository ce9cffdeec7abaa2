import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf } from '../support/chance.js';
import { bundled, engineBytes } from '../support/client.js';
import { SimulatedNetwork, SimulatedServer, Simulation } from '../support/simulation.js';

const { Engine, GameSession, Live, Module, lookAt, memoryStore, parseTurn } = await bundled(`
  export { Engine } from 'client/engine/board';
  export { Module } from 'client/engine/module';
  export { GameSession } from 'client/game/session';
  export { lookAt, parseTurn } from 'client/game/look';
  export { memoryStore } from 'client/game/store';
  export { Live } from 'client/live/live';
`);
const engine = new Engine(await Module.from(await engineBytes()));
const board = engine.setup('9x9');
const seeds = 500;

// A page with one game in it; black's, if not somebody's who watches.
class Tab {
  constructor(simulation, network, store, seat) {
    Object.assign(this, { simulation, network, store, seat });
    this.open();
  }

  open() {
    const { simulation, network, store } = this;
    const { timers } = simulation;
    this.live = new Live({ timers, open: () => network.open() });
    this.session = new GameSession({
      id: 1,
      engine: Promise.resolve(engine),
      api: network.api(this.seat),
      live: this.live,
      store,
      timers,
      me: this.seat === 0 ? 'anna' : undefined,
    });
    this.session.state.subscribe((state) => (this.state = state));
    void this.session.open();
  }

  reload() {
    this.session.close();
    this.live.close();
    this.open();
  }

  // A legal point is chosen and placed, by a double click.
  place(chance) {
    const { head, mySeat } = this.state;
    if (!head || mySeat === undefined || head.toMove !== mySeat) return;
    this.session.choose(chance.one(head.legal(mySeat)));
    this.session.place();
    this.session.place();
  }
}

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

// What one seed leads to: the server, and two tabs of black's and one of a spectator's.
async function played(seed, forgetsAfter) {
  const chance = chanceOf(seed);
  const simulation = new Simulation(chance);
  const server = new SimulatedServer({ lookAt, parseTurn, board, forgetsAfter });
  const weather = { loss: chance.one([0, 0.1, 0.3]), latency_ms: chance.one([20, 400, 3_000]) };
  const network = new SimulatedNetwork(simulation, server, weather);
  const store = memoryStore();
  const tabs = [0, 0, undefined].map(
    (seat) => new Tab(simulation, network, seat === undefined ? memoryStore() : store, seat),
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

// What is wrong with how a tab ends up, in words; nothing if it sees what a fresh one would.
function fault({ state, seat }, server) {
  if (state.state !== 'ready') return `is ${state.state}`;
  if (state.differs) return 'says that server and engine differ';
  if (state.head.turns.join(' ') !== server.turns.join(' ')) return `has ${state.head.turns}`;
  const { game, stale, seq, draft, cursor } = state;
  if (stale || seq !== server.seq) return `is at seq ${seq} of ${server.seq}, stale ${stale}`;
  const fresh = server.game(seat);
  if (game.status !== fresh.status || game.ply !== fresh.ply || game.seq !== fresh.seq) {
    return `shows an old game`;
  }
  if (['sending', 'unknown'].includes(draft.state)) return `is ${draft.state} for good`;
  const shown = cursor.at === 'head' ? server.turns.length : cursor.turn;
  if (state.shown.turns.length !== shown) return 'shows another ply than its cursor';
  return undefined;
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
  // Otherwise nothing was tried.
  assert.ok(moves > 5 * seeds, `${moves} moves`);
});

test('a server that forgets what was missed is found out', async () => {
  let faults = 0;
  for (let seed = 1; seed <= 50; ++seed) {
    const { server, tabs } = await played(seed, true);
    if (tabs.some((tab) => fault(tab, server) !== undefined)) ++faults;
  }

  assert.ok(faults > 0);
});
