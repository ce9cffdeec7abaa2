// A server on which something of everything has happened, and the addresses that show it.

import { Player } from './player.js';
import { Server } from './server.js';
import { until } from './until.js';

// Texts that people may type, and pages must show as it is.
export const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'><iframe src=javascript:alert(1)>",
  '</p><style>*{display:none}</style>',
  '{{7*7}} ${7*7} #{7*7} <%= 7 %>',
  'javascript:alert(1)',
  'https://evil.example/?q=<b>x</b>',
  'data:text/html,<script>alert(1)</script>',
  '&lt;b&gt;not bold&lt;/b&gt; &amp;amp;',
  '<a href="https://evil.example" target=_blank>here</a>',
  '<math><mtext></mtext><script>1</script></math>',
  '<!-- --><b>bold</b>',
  '<template><img src=x onerror=alert(1)></template>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<form action=https://evil.example><input name=password>',
  '<object data=https://evil.example></object>',
  '<video src=x onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>',
  '<body onload=alert(1)>',
  '[[constructor.constructor("alert(1)")()]]',
  '{name} {count, plural, other {#}}',
  "' OR 1=1 --",
  'שלום, עולם! (1) <b>',
  'a'.repeat(300),
  'Z\u0335a\u0335l\u0335g\u0335o\u0335 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '\u200B\u200B\u200B.',
  '__proto__ constructor toString',
];

// A member of the server.
export async function member(server, handle) {
  const player = new Player(server);
  const password = 'four roots and a stone';
  await player.ask('POST', '/accounts', { handle, password });
  await player.ask('POST', '/sessions', { handle, password });
  return player;
}

// Plays points by turns from the first ply on.
async function play(id, players, points) {
  for (const [ply, point] of points.entries()) {
    await players[ply % players.length].move(id, point, ply);
  }
}

async function twoPlayers(anna, ben, options, points) {
  const { id } = await anna.open({ ...options, seats: ['me', 'open'] });
  await ben.join(id);
  await play(id, [anna, ben], points);
  return id;
}

// The server with what anna, the viewer, finds on it.
export async function tour(flags = []) {
  const server = await Server.start(flags);
  const anna = await member(server, 'anna');
  const ben = await member(server, 'ben');
  const clock = { kind: 'per-move', per_move_s: 259_200, weekends_off: true };

  const small = await twoPlayers(anna, ben, { setup: '9x9', clock }, ['C2', 'B7', 'C3', 'B6']);
  await ben.ask('POST', `/games/${small}/proposals`, { kind: 'undo' });
  for (const text of hostile) await ben.ask('POST', `/games/${small}/chat`, { text });
  await ben.ask('PUT', '/me/profile', {
    time_zone: 'Europe/Berlin',
    language: 'de',
    about: hostile.slice(0, 3).join('\n'),
  });

  const over = await twoPlayers(anna, ben, { setup: '9x9', rated: true }, ['C2', 'B7']);
  await ben.ask('POST', `/games/${over}/leave`, {});
  const four = await anna.open({ setup: '19x19-4p', seats: ['me', 'open', 'open', 'open'] });
  const [cleo, dan] = [await member(server, 'cleo'), await member(server, 'dan')];
  for (const player of [ben, cleo, dan]) await player.join(four.id);
  const solid = await twoPlayers(anna, ben, { setup: '5x5x5' }, []);
  const large = await twoPlayers(anna, ben, { setup: '19x19' }, ['A18', 'B13']);
  const open = await ben.open({ setup: '13x13', seats: ['me', 'open'] });
  const challenge = await ben.ask('POST', '/challenges', {
    setup: '19x19',
    seats: ['me', 'anna'],
    order: 'random',
  });
  const invitation = { setup: '9x9', seats: ['me', 'open'], visibility: 'private' };
  const invite = await anna.ask('POST', '/challenges', invitation);
  const invited = await ben.ask('POST', '/challenges', invitation);
  await anna.ask('PUT', '/me/mutes/dan');
  const cup = await anna.ask('POST', '/tournaments', {
    ...{ name: 'Autumn Cup', about: hostile[0], format: 'swiss', setup: '9x9', rounds: 3 },
  });
  for (const player of [anna, ben, cleo, dan]) {
    await player.ask('POST', `/tournaments/${cup.id}/join`, {});
  }
  await anna.ask('POST', `/tournaments/${cup.id}/start`, {});
  const ladder = await anna.ask('POST', '/tournaments', {
    ...{ name: 'Club ladder', format: 'ladder', setup: '9x9' },
  });
  for (const player of [ben, cleo, anna, dan]) {
    await player.ask('POST', `/tournaments/${ladder.id}/join`, {});
  }
  await dan.ask('POST', `/tournaments/${ladder.id}/challenges`, { player: 'cleo' });
  const club = await anna.ask('POST', '/clubs', {
    ...{ name: 'Reisfeld', about: hostile[0], entry: 'approval' },
  });
  await cleo.ask('POST', `/clubs/${club.id}/join`, {});
  await ben.ask('POST', `/clubs/${club.id}/join`, {});
  await anna.ask('PUT', `/clubs/${club.id}/members/ben`);
  const isTold = async () => {
    const { notifications } = await anna.ask('GET', '/me/notifications');
    return notifications.some(({ type }) => type === 'tournament-round');
  };
  await until(isTold, 'the round is told');

  const pages = {
    lobby: '/',
    watch: '/watch',
    games: '/games',
    'games-over': '/games?list=finished&opponent=ben',
    archive: '/archive',
    game: `/games/${small}`,
    'game-earlier': `/games/${small}?ply=1`,
    'game-over': `/games/${over}`,
    'game-four': `/games/${four.id}`,
    'game-solid': `/games/${solid}`,
    'game-large': `/games/${large}`,
    'game-open': `/games/${open.id}`,
    'game-missing': '/games/9999',
    play: '/play?against=ben',
    challenges: '/challenges',
    challenge: `/challenges/${challenge.id}`,
    invite: `/challenges/${invite.id}`,
    join: `/join/${invited.id}-${invited.invitation}`,
    tournaments: '/tournaments',
    tournament: `/tournaments/${cup.id}`,
    'tournament-pairings': `/tournaments/${cup.id}?show=pairings`,
    'tournament-rules': `/tournaments/${cup.id}?show=rules`,
    'tournament-ladder': `/tournaments/${ladder.id}`,
    'tournament-new': '/tournaments/new',
    clubs: '/clubs',
    club: `/clubs/${club.id}`,
    'club-new': '/clubs/new',
    players: '/players',
    player: '/players/ben',
    against: '/players/ben/against/anna',
    standings: '/standings/9x9?provisional',
    statistics: '/statistics/9x9',
    puzzles: '/puzzles/3',
    learn: '/learn/3',
    'sign-in': '/sign-in',
    'sign-up': '/sign-up',
    forgotten: '/forgotten',
    appearance: '/settings',
    profile: '/settings/profile',
    account: '/settings/account',
    addresses: '/settings/addresses',
    pushes: '/settings/notifications',
    sessions: '/settings/sessions',
    vacation: '/settings/vacation',
    mutes: '/settings/mutes',
    notifications: '/notifications',
    about: '/about',
    board: '/board/9x9',
    missing: '/nowhere',
  };
  return { server, anna, ben, pages };
}

// Waits until a page has come to rest: it is drawn, and no request is underway or was just made, but
// for those with addresses that match `held`.
export async function settledPage(page, { held } = {}) {
  await page.locator('main :is(h1, h2)').first().waitFor({ state: 'attached' });
  const hasRested = () => {
    const isLoading = /Loading …|Wird geladen …/.test(document.querySelector('main').innerText);
    const ends = performance.getEntriesByType('resource').map((entry) => entry.responseEnd);
    return !isLoading && ends.every(Boolean) && performance.now() - Math.max(...ends) > 200;
  };
  // Of a request that has no answer yet the page itself knows nothing.
  const isQuiet = () => [...page.underway].every((request) => held?.test(request.url()));
  await until(async () => (await page.evaluate(hasRested)) && isQuiet(), 'rest');
}
