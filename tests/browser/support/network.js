// The line between browsers and a server, which can be cut: a relay of TCP on a port of its own.

import { connect, createServer } from 'node:net';

export class Network {
  // A relay to a server's port.
  static async to(server) {
    const network = new Network(server);
    await new Promise((resolve) => network.relay.listen(0, '127.0.0.1', resolve));
    return network;
  }

  constructor(server) {
    this.server = server;
    this.isDown = false;
    this.sockets = new Set();
    // Of which requests the answer is lost, or the request itself: by their first line.
    this.loses = { answer: undefined, request: undefined };
    // Request lines of HTTP, "GET /api/v1/me", as they go by.
    this.requests = [];
    this.relay = createServer((socket) => this.accept(socket));
  }

  get url() {
    return `http://127.0.0.1:${this.relay.address().port}`;
  }

  accept(socket) {
    if (this.isDown) {
      socket.destroy();
      return;
    }
    const onward = connect(this.server.port, '127.0.0.1');
    let isMute = false;
    for (const end of [socket, onward]) {
      this.sockets.add(end);
      // Either end going takes the other along, as does an error.
      end.on('error', () => {});
      end.on('close', () => {
        this.sockets.delete(end);
        socket.destroy();
        onward.destroy();
      });
    }
    socket.on('data', (bytes) => {
      const line = /^([A-Z]+ \/\S*) HTTP\/1\.1\r\n/.exec(bytes.toString('latin1'))?.[1];
      if (line) this.requests.push(line);
      isMute ||= Boolean(line && this.loses.answer?.test(line));
      if (!line || !this.loses.request?.test(line)) onward.write(bytes);
    });
    onward.on('data', (bytes) => isMute || socket.write(bytes));
  }

  // Cuts every line, and takes no other.
  cut() {
    this.isDown = true;
    for (const socket of this.sockets) socket.destroy();
  }

  heal() {
    this.isDown = false;
  }

  async close() {
    this.cut();
    await new Promise((resolve) => this.relay.close(resolve));
  }
}
