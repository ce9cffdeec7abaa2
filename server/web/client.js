// The public API: requests, and the live socket that comes back by itself.

const API = "/api/v1";
const STORED = "tanbo";

export class Refusal extends Error {
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? `The server answered ${status}.`);
    this.code = problem.code;
    this.status = status;
  }
}

export class Client {
  constructor() {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "null");
    this.handle = stored?.handle ?? null;
    this.token = stored?.token ?? null;
  }

  async call(method, path, body) {
    const headers = {};
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await fetch(API + path,
      { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await answer.text();
    const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
    if (!answer.ok) throw new Refusal(isJson ? JSON.parse(text) : {}, answer.status);
    return isJson ? JSON.parse(text) : text;
  }

  // A newcomer plays at once, as a guest whom this browser remembers.
  async signIn() {
    if (this.token) return;
    const guest = await this.call("POST", "/guests", {});
    this.handle = guest.handle;
    this.token = guest.token;
    localStorage.setItem(STORED, JSON.stringify(guest));
  }

  // The token is no good any more.
  forget() {
    this.handle = null;
    this.token = null;
    localStorage.removeItem(STORED);
  }
}

// One socket, any number of topics. Each topic is followed on from its last seq after a break.
export class Live {
  constructor(client, onTrouble) {
    this.client = client;
    this.onTrouble = onTrouble;
    this.topics = new Map();
    this.nextId = 1;
    this.waiting = new Map();
    this.delay = 500;
    this.socket = null;
  }

  follow(topic, onMessage, after) {
    this.topics.set(topic, { onMessage, after });
    if (!this.socket) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) this.subscribe(topic);
  }

  unfollow(topic) {
    if (this.topics.delete(topic) && this.socket?.readyState === WebSocket.OPEN) {
      this.send({ op: "unsubscribe", topic });
    }
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${API}/live`, "tanbo.v1+json");
    this.socket.addEventListener("open", () => {
      this.delay = 500;
      this.onTrouble(null);
      if (this.client.token) this.send({ op: "auth", token: this.client.token });
      for (const topic of this.topics.keys()) this.subscribe(topic);
    });
    this.socket.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)));
    this.socket.addEventListener("close", () => {
      this.onTrouble("The connection is lost; trying again.");
      setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, 10000);
    });
  }

  subscribe(topic) {
    const { after } = this.topics.get(topic);
    this.send(after === undefined ? { op: "subscribe", topic } : { op: "subscribe", topic, after }, topic);
  }

  send(request, topic = null) {
    const id = this.nextId++;
    if (topic) this.waiting.set(id, topic);
    this.socket.send(JSON.stringify({ ...request, id }));
  }

  receive(message) {
    if (message.re !== undefined) {
      const topic = this.waiting.get(message.re);
      this.waiting.delete(message.re);
      if (!message.ok && topic) this.onTrouble(message.error.detail);
      return;
    }
    const followed = this.topics.get(message.topic);
    if (!followed) return;
    if (message.seq !== undefined) followed.after = message.seq;
    followed.onMessage(message);
  }
}
