// A page with one game in it, without a browser: the client's code on a simulated network.

export class Tab {
  // The seat is the viewer's; nothing for one who watches.
  constructor({ code, engine, simulation, network, store, seat }) {
    Object.assign(this, { code, engine, simulation, network, store, seat });
    this.open();
  }

  open() {
    const { code, simulation, network, store } = this;
    const { timers } = simulation;
    this.live = new code.Live({ timers, open: () => network.open() });
    this.session = new code.GameSession({
      id: 1,
      engine: Promise.resolve(this.engine),
      api: network.api(this.seat),
      live: this.live,
      store,
      timers,
      me: this.seat === undefined ? undefined : 'anna',
    });
    this.session.state.subscribe((state) => (this.state = state));
    void this.session.open();
  }

  reload() {
    this.close();
    this.open();
  }

  close() {
    this.session.close();
    this.live.close();
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

// Faults of a tab's content, in words; nothing if it is what a fresh one would.
export function fault({ state, seat }, server) {
  if (state.state !== 'ready') return `is ${state.state}`;
  if (state.differs) return 'says that server and engine differ';
  if (state.head.turns.join(' ') !== server.turns.join(' ')) return `has ${state.head.turns}`;
  const { game, stale, seq, draft, cursor } = state;
  if (stale || seq !== server.seq) return `is at seq ${seq} of ${server.seq}, stale ${stale}`;
  const fresh = server.game(seat);
  if (game.status !== fresh.status || game.ply !== fresh.ply || game.seq !== fresh.seq) {
    return 'shows an old game';
  }
  if (['sending', 'unknown'].includes(draft.state)) return `is ${draft.state} for good`;
  const shown = cursor.at === 'head' ? server.turns.length : cursor.turn;
  if (state.shown.turns.length !== shown) return 'shows another ply than its cursor';
  return undefined;
}
