// tanbod as a process of a test's own: on a free port, killed and started again at will.

import { spawn } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from './ports.js';
import { tanbod } from './programs.js';
import { until } from './until.js';

export const program = await tanbod();

export class Server {
  // A server with an empty database, listening.
  static async start(flags = []) {
    const folder = await mkdtemp(join(tmpdir(), 'tanbod-'));
    const server = new Server(folder, flags);
    await server.launch();
    return server;
  }

  constructor(folder, flags) {
    Object.assign(this, { folder, flags, port: 0 });
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  // Starts the process, on the same database and port as before.
  async launch() {
    this.port ||= await lastingPort();
    const portFile = join(this.folder, 'port');
    await rm(portFile, { force: true });
    const log = await open(join(this.folder, 'log'), 'a');
    const listen = `127.0.0.1:${this.port}`;
    this.process = spawn(
      program,
      ['serve', '--listen', listen, '--port-file', portFile]
        .concat(['--database', join(this.folder, 'tanbo.db'), '--create', 'yes'])
        .concat(this.flags.includes('--bots') ? [] : ['--bots', 'no'])
        .concat(['--limits-connections-per-address', '4096'])
        // The least that is permitted: half of all work would be hashing passwords.
        .concat(['--accounts-password-hash-bytes', String(19 * 2 ** 20), ...this.flags]),
      { stdio: ['ignore', 'ignore', log.fd], cwd: this.folder },
    );
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
    await log.close();
    const isThere = () => readFile(portFile, 'utf8').catch(() => '');
    await until(isThere, 'the server says its port');
    await until(
      () =>
        fetch(`${this.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      'it is ready',
    );
  }

  // How long its threads have run on a processor so far, in microseconds.
  async taken_us() {
    const tasks = `/proc/${this.process.pid}/task`;
    const lines = (await readdir(tasks)).map((task) =>
      readFile(`${tasks}/${task}/schedstat`, 'utf8'),
    );
    return (
      (await Promise.all(lines)).reduce((sum, line) => sum + Number(line.split(' ')[0]), 0) / 1e3
    );
  }

  // As a power cut would.
  async kill() {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  async stop() {
    this.process.kill('SIGTERM');
    await this.ended;
    await rm(this.folder, { recursive: true });
  }
}
