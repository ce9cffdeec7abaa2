// WebKit as Debian has it: MiniBrowser on a display of its own, driven by WebDriver.

import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { lastingPort } from './ports.js';
import { until } from './until.js';

const enter = '\uE007';

// The number of a display that nothing uses, with a server for it.
async function display() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise((resolve, reject) => {
    server.stdio[3].once('data', (bytes) => resolve(bytes.toString().trim()));
    server.once('error', reject);
  });
  return { server, name: `:${number}` };
}

async function miniBrowser() {
  for (const machine of await readdir('/usr/lib')) {
    const names = await readdir(`/usr/lib/${machine}`).catch(() => []);
    const folder = names
      .filter((name) => name.startsWith('webkit2gtk-'))
      .sort()
      .at(-1);
    if (folder) return `/usr/lib/${machine}/${folder}/MiniBrowser`;
  }
  throw new Error('there is no MiniBrowser');
}

// A page in WebKit, with what the tests of other browsers use of one.
export class WebKitPage {
  static async open() {
    const page = new WebKitPage();
    page.display = await display();
    page.port = await lastingPort();
    page.driver = spawn('WebKitWebDriver', [`--port=${page.port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: page.display.name,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    });
    await until(() => page.ask('GET', '/status').catch(() => undefined), 'WebDriver is ready');
    const browserOptions = { binary: await miniBrowser(), args: ['--automation'] };
    const alwaysMatch = { 'webkitgtk:browserOptions': browserOptions };
    const { sessionId } = await page.ask('POST', '/session', { capabilities: { alwaysMatch } });
    page.session = `/session/${sessionId}`;
    return page;
  }

  // The answer of WebDriver. Throws: its errors.
  async ask(method, path, body) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, { method, body: text });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  goto(url) {
    return this.ask('POST', `${this.session}/url`, { url });
  }

  reload() {
    return this.ask('POST', `${this.session}/refresh`, {});
  }

  // Requires: a page of the address is open.
  addCookie({ name, value }) {
    const cookie = { name, value, path: '/' };
    return this.ask('POST', `${this.session}/cookie`, { cookie });
  }

  evaluate(run) {
    const script = `return (${run})();`;
    return this.ask('POST', `${this.session}/execute/sync`, { script, args: [] });
  }

  url() {
    return 'WebKit';
  }

  async pressEnter(selector) {
    const found = await this.ask('POST', `${this.session}/element`, {
      using: 'css selector',
      value: selector,
    });
    const element = Object.values(found)[0];
    await this.evaluate(`() => document.querySelector(${JSON.stringify(selector)}).focus()`);
    await this.ask('POST', `${this.session}/element/${element}/value`, { text: enter });
  }

  async close() {
    await this.ask('DELETE', this.session).catch(() => {});
    for (const process of [this.driver, this.display.server]) {
      const ended = new Promise((resolve) => process.once('exit', resolve));
      process.kill('SIGTERM');
      await ended;
    }
  }
}
