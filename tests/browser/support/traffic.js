// A page's requests and the bytes that come, as Chromium counts them.

// Asked again and again while the socket isn't there yet, which takes a busy machine some seconds.
const BY_THE_CLOCK = /^\/(healthz|api\/v1\/(me\/(turns|notifications)|games\/\d+))$/;

export class Traffic {
  // Of everything from now on.
  static async of(page) {
    const traffic = new Traffic();
    const session = await page.context().newCDPSession(page);
    const requests = new Map();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      const entry = { path: new URL(request.url).pathname, bytes: 0, isCached: false };
      requests.set(requestId, entry);
      traffic.requests.push(entry);
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const entry = requests.get(requestId);
      if (entry) entry.isCached = true;
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const entry = requests.get(requestId);
      if (entry && (response.fromDiskCache || response.fromPrefetchCache)) entry.isCached = true;
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const entry = requests.get(requestId);
      if (entry) entry.bytes = encodedDataLength;
    });
    await session.send('Network.enable');
    return traffic;
  }

  constructor() {
    this.requests = [];
  }

  // Those that went over the line.
  get sent() {
    return this.requests.filter(({ isCached }) => !isCached);
  }

  // Those, without what was asked once more only because the machine is slow.
  get needed() {
    const known = new Set();
    return this.sent.filter(
      ({ path }) => !BY_THE_CLOCK.test(path) || (!known.has(path) && known.add(path)),
    );
  }

  get bytes() {
    return this.sent.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  // Those to the API by HTTP.
  get api() {
    return this.sent.filter(({ path }) => path.startsWith('/api/') && !path.endsWith('/live'));
  }
}
