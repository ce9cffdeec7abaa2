// Somebody at the API, without a page.

import assert from 'node:assert/strict';

export class Player {
  // A new guest of a server.
  static async guest(server) {
    const player = new Player(server);
    await player.ask('POST', '/sessions', { guest: true });
    return player;
  }

  constructor(server) {
    this.server = server;
  }

  // The API's answer to a request; the body of what it refuses, too.
  async ask(method, path, body) {
    const origin = this.server.url;
    const headers = { Origin: origin, ...(this.cookie ? { Cookie: this.cookie } : {}) };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(`${origin}/api/v1${path}`, { method, headers, body: text });
    const cookies = answer.headers.getSetCookie?.() ?? [answer.headers.get('set-cookie')];
    const session = cookies.find((cookie) => cookie?.startsWith('tanbo='));
    if (session) this.cookie = session.split(';')[0];
    return answer.status === 204 ? undefined : answer.json();
  }

  // Is online until the test ends: follows their notices, as a page does.
  async attend(t) {
    const end = new AbortController();
    t.after(() => end.abort());
    const headers = { Accept: 'text/event-stream', Cookie: this.cookie };
    const { signal } = end;
    const answer = await fetch(`${this.server.url}/api/v1/me/stream`, { headers, signal });
    assert.equal(answer.status, 200);
    return this;
  }

  // The cookie that makes a browser this person at an address.
  cookieFor(url) {
    const [name, value] = this.cookie.split('=');
    return { name, value, url };
  }

  open(options) {
    return this.ask('POST', '/games', options);
  }

  game(id) {
    return this.ask('GET', `/games/${id}`);
  }

  join(id) {
    return this.ask('POST', `/games/${id}/join`, {});
  }

  // A stone that is taken: what a test goes on with must not have been refused unseen.
  async move(id, point, ply) {
    const event = await this.ask('POST', `/games/${id}/moves`, { point, ply });
    assert.equal(event.code, undefined, `${point} at ply ${ply}: ${event.detail}`);
    return event;
  }
}

// A game that these players sit in, in their order, and that has begun.
export async function begun(players, options) {
  const [first, ...others] = players;
  const seats = ['me', ...others.map(() => 'open')];
  const game = await first.open({ ...options, seats });
  for (const player of others) await player.join(game.id);
  return game.id;
}
