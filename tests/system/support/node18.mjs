// Takes away the globals that Node 18 does not have: node --import=file:///…/node18.mjs.
// Source: the changelogs of Node 19 to 22. What the language has gained since, ES2022 forbids.
import 'node:https';

// Node itself uses what is newer, so it is loaded first.
await fetch('data:,');

for (const name of ['CloseEvent', 'Crypto', 'CryptoKey', 'CustomEvent', 'EventSource', 'Navigator',
  'Storage', 'SubtleCrypto', 'WebSocket', 'crypto', 'localStorage', 'navigator', 'sessionStorage'])
  delete globalThis[name];
