// The program of the house bots, which also searches, as a process of a test's own.

import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tanboBeside } from './programs.js';
import { program } from './server.js';

const tanbo = await tanboBeside(program);

export class HouseBots {
  // Those of a server that has them elsewhere. Beside a server they would give way to every other test.
  static async start(server) {
    await server.kill();
    const database = join(server.folder, 'tanbo.db');
    const { stdout } = await promisify(execFile)(program, [
      'admin',
      'bots',
      '--database',
      database,
    ]);
    const accounts = join(server.folder, 'bots');
    await writeFile(accounts, stdout, { mode: 0o600 });
    await server.launch();
    return new HouseBots(server.url, accounts);
  }

  constructor(url, accounts) {
    this.process = spawn(tanbo, ['bot', url, '--accounts', accounts], { stdio: 'ignore' });
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
  }

  async stop() {
    this.process.kill();
    await this.ended;
  }
}
