// A server, a network and time for the client's own code, all in one process: thousands of hours
// with losses and cuts go by in seconds.

// Time that goes on only when it is told to.
export class Simulation {
  constructor(chance) {
    this.chance = chance;
    this.time = 0;
    this.queue = [];
    this.order = 0;
    this.timers = {
      now: () => 1_700_000_000_000 + this.time,
      monotonic: () => this.time,
      random: () => chance.random(),
      after: (ms, run) => this.after(ms, run),
    };
  }

  after(ms, run) {
    const entry = { at: this.time + ms, order: this.order++, run };
    this.queue.push(entry);
    return () => (entry.run = undefined);
  }

  sleep(ms) {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  // Lets so much time go by.
  async run(ms) {
    const end = this.time + ms;
    for (;;) {
      await settled();
      const next = this.queue.reduce(earlier, undefined);
      if (!next || next.at > end) break;
      this.queue.splice(this.queue.indexOf(next), 1);
      this.time = next.at;
      next.run?.();
    }
    this.time = end;
  }
}

function earlier(best, entry) {
  const isFirst = !best || entry.at < best.at || (entry.at === best.at && entry.order < best.order);
  return isFirst ? entry : best;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const seats = ['black', 'white'];

// One game of two at a server that keeps to the contract. `forgetsAfter` breaks it: subscriptions
// start at the present, whatever the client has seen.
export class SimulatedServer {
  constructor({ lookAt, parseTurn, board, forgetsAfter = false }) {
    Object.assign(this, { lookAt, parseTurn, board, forgetsAfter });
    this.turns = [];
    this.events = [];
    this.lastUndo = 0;
    this.leavers = [];
    this.status = 'active';
    this.links = new Set();
    this.refresh();
    for (const type of ['open', 'join', 'start']) this.append(type, {});
  }

  refresh() {
    this.look = this.lookAt(
      this.board,
      this.turns.map((turn) => this.parseTurn(this.board.geometry, turn)),
    );
  }

  get seq() {
    return this.events.length;
  }

  append(type, data) {
    const event = {
      topic: 'game:1',
      seq: this.seq + 1,
      type,
      at: '2026-03-01T12:00:00.000Z',
      data,
    };
    this.events.push(event);
    for (const link of this.links) if (link.isSubscribed) link.push(event);
    return event;
  }

  // The board after a turn, as events tell it.
  aftermath() {
    const { look } = this;
    const { geometry } = this.board;
    const counts = seats.map((name, seat) => [
      name,
      look.roots.filter((root) => root.seat === seat).length,
    ]);
    const name = (seat) => (seat === undefined ? null : seats[seat]);
    return {
      removed: look.removed.map(({ seat, seed, stones }) => ({
        seat: seats[seat],
        root: geometry.name(seed),
        points: stones.map((point) => geometry.name(point)),
        current: false,
      })),
      eliminated: [],
      to_move: name(look.toMove),
      winner: name(look.winner),
      roots: Object.fromEntries(counts),
    };
  }

  game(seat) {
    const { to_move, winner, roots } = this.aftermath();
    const game = { id: 1, setup: '9x9', board: [9, 9], status: this.status, seq: this.seq };
    return structuredClone({
      ...game,
      ply: this.look.ply,
      // Without the reasons of leavings, which `leavers` has.
      turns: this.turns.join(' ').replaceAll(':resigned', ''),
      to_move,
      winner,
      roots,
      clock: { kind: 'none' },
      clock_state: null,
      proposals: [],
      leavers: this.leavers,
      your_seat: seat === undefined ? null : seats[seat],
    });
  }

  move(seat, { point, ply, seq }) {
    const problem = (code, status, reason) => ({
      ok: false,
      problem: { code, status, reason, detail: code, ply: this.look.ply, seq: this.seq },
    });
    const before = this.events.findLast(
      ({ type, data }) => type === 'move' && data.ply === ply && data.seat === seats[seat],
    );
    if (before && before.seq > seq && before.data.point === point)
      return { ok: true, data: before };
    if (this.status !== 'active') return problem('game-over', 409, 'game-over');
    if (ply !== this.look.ply || seq < this.lastUndo) return problem('stale-ply', 409);
    const { legal, reason } = this.look.preview(seat, this.board.geometry.parse(point));
    if (!legal) return problem(reason === 'not-your-turn' ? reason : 'illegal-move', 422, reason);
    this.turns.push(point);
    this.refresh();
    const data = { ply, seat: seats[seat], point, ...this.aftermath() };
    const event = this.append('move', data);
    this.end();
    return { ok: true, data: event };
  }

  leave(seat) {
    if (this.status !== 'active') return;
    this.turns.push(`leave:${seats[seat]}:resigned`);
    this.leavers.push({ seat: seats[seat], reason: 'resigned' });
    this.refresh();
    this.append('leave', { seat: seats[seat], reason: 'resigned', ...this.aftermath() });
    this.end();
  }

  // Takes the last stone back.
  undo() {
    if (this.status !== 'active' || this.turns.length === 0) return;
    this.turns.pop();
    this.refresh();
    this.append('undo', { by: 'black', to_ply: this.look.ply, ...this.aftermath() });
    this.lastUndo = this.seq;
  }

  end() {
    if (this.look.winner === undefined) return;
    this.status = 'finished';
    this.append('end', { reason: 'last-standing', winner: seats[this.look.winner], places: {} });
  }

  // A request over the socket; the answer goes before what it sets off.
  receive(link, { op, id, after }) {
    if (op === 'ping') link.push({ re: id, ok: true, now: this.now?.() });
    if (op !== 'subscribe') return;
    if (after > this.seq) {
      link.push({ re: id, ok: false, error: { code: 'invalid-field' } });
      return;
    }
    link.isSubscribed = true;
    link.push({ re: id, ok: true, seq: this.seq });
    if (after !== undefined && !this.forgetsAfter) this.events.slice(after).forEach(link.push);
  }
}

// The line between one tab and the server: it is slow, it loses, and it can be cut.
export class SimulatedNetwork {
  constructor(simulation, server, { loss, latency_ms }) {
    Object.assign(this, { simulation, server, loss, latency_ms });
    this.isDown = false;
    this.links = new Set();
    // The lines opened so far and the messages carried by them, each way.
    this.lines = 0;
    this.messages = 0;
    // Instead of which message the line is cut; never, if there is none.
    this.cutAt = 0;
    // How many requests were carried, by what they ask.
    this.requests = { game: 0, move: 0 };
  }

  // Everything works from here on.
  heal() {
    this.loss = 0;
    this.latency_ms = 50;
    this.isDown = false;
  }

  // Requests to REST by somebody at this seat.
  api(seat) {
    return {
      game: () => this.carry('game', () => ({ ok: true, data: this.server.game(seat) })),
      move: (_, move) => this.carry('move', () => structuredClone(this.server.move(seat, move))),
      chat: () => Promise.resolve({ ok: true, data: [] }),
    };
  }

  async carry(kind, ask) {
    const { simulation } = this;
    const noAnswer = { ok: false, problem: { code: 'no-answer', detail: '', status: 0 } };
    const isLost = () => this.isDown || simulation.chance.happens(this.loss);
    await simulation.sleep(this.delay());
    if (isLost()) return simulation.sleep(10_000).then(() => noAnswer);
    this.requests[kind] += 1;
    const answer = ask();
    await simulation.sleep(this.delay());
    return isLost() ? noAnswer : answer;
  }

  delay() {
    return 1 + this.simulation.chance.below(this.latency_ms);
  }

  // A line as the client opens it.
  open() {
    const { simulation, server } = this;
    const line = { readyState: 0, onopen: null, onmessage: null, onclose: null };
    let last = 0;
    // In order, each way.
    const deliver = (run) => {
      last = Math.max(last + 1, simulation.time + this.delay());
      simulation.after(last - simulation.time, () => {
        if (line.readyState !== 1) return;
        if (++this.messages === this.cutAt) link.cut();
        else run();
      });
    };
    const link = { isSubscribed: false };
    this.lines += 1;
    link.push = (message) => {
      const data = JSON.stringify(message);
      deliver(() => line.onmessage?.({ data }));
    };
    link.cut = (code = 1006) => {
      if (line.readyState === 3) return;
      line.readyState = 3;
      server.links.delete(link);
      this.links.delete(link);
      line.onclose?.({ code });
    };
    line.send = (text) => deliver(() => server.receive(link, JSON.parse(text)));
    line.close = () => {
      line.onclose = null;
      link.cut();
    };
    simulation.after(this.delay(), () => {
      if (line.readyState === 3) return;
      if (this.isDown) return link.cut();
      line.readyState = 1;
      server.links.add(link);
      this.links.add(link);
      line.onopen?.();
    });
    return line;
  }

  // Ends all lines with a close code.
  cut(code) {
    for (const link of [...this.links]) link.cut(code);
  }
}
