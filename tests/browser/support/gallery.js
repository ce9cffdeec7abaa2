// The server of the tour with more going on: pictures of its pages show what they are for.

import { HouseBots } from './bots.js';
import { chanceOf } from './chance.js';
import { begun, Player } from './player.js';
import { choice, lookOf } from './rules.js';
import { reported, staff } from './staff.js';
import { member, tour } from './tour.js';

const live = { kind: 'fischer', initial_s: 900, increment_s: 10, max_s: 1800 };
const days = { kind: 'per-move', per_move_s: 259_200 };

// Places so many stones by chance, or as many as there may be.
async function play(players, id, stones, seed) {
  const chance = chanceOf(seed);
  for (let count = 0; count < stones; ++count) {
    const look = lookOf(await players[0].game(id));
    if (look.toMove === undefined) return;
    await players[look.toMove].move(id, choice(look, chance), look.ply);
  }
}

// Rated games of two, each of which one of them resigns after some stones.
async function rate(players, setup, losers) {
  for (const [index, loser] of losers.entries()) {
    const { id } = await players[0].open({ setup, rated: true, seats: ['me', 'open'] });
    await players[1].join(id);
    await play(players, id, 6 + index, index);
    await players[loser].ask('POST', `/games/${id}/leave`, {});
  }
}

// The tour, and pages as visitors without an account (`strangers`), guests or an administrator see
// them.
export async function gallery() {
  const place = await tour(['--bots', 'elsewhere']);
  const { server, anna, ben } = place;
  const bots = await HouseBots.start(server);
  const [ida, mirko] = [await member(server, 'ida'), await member(server, 'mirko')];
  await rate([anna, ben], '9x9', [1, 1, 0, 1, 0, 1, 1]);
  await rate([ida, anna], '13x13', [1, 0, 0, 1]);
  await anna.ask('PUT', '/me/profile', {
    time_zone: 'Europe/Vienna',
    language: 'en',
    about: 'Gardener in Graz. Likes slow games and long roots.',
    sleep: null,
  });
  for (const [index, [setup, stones]] of [
    ['9x9', 30],
    ['19x19', 90],
    ['13x13', 50],
    ['7x7-dense', 12],
    ['11x11-dense', 24],
    ['9x9', 18],
  ].entries()) {
    const pair = index % 2 ? [ida, mirko] : [await Player.guest(server), mirko];
    await play(pair, await begun(pair, { setup, clock: live }), stones, index);
  }
  const mine = await begun([ben, anna], { setup: '19x19', clock: days });
  await play([ben, anna], mine, 61, 3);
  await ida.ask('POST', '/challenges', { setup: '13x13', seats: ['me', 'open'], clock: live });
  await mirko.ask('POST', '/challenges', { setup: '19x19', seats: ['me', 'open'], clock: days });
  const large = await begun([ida, mirko], { setup: '13x13', clock: live, rated: true });
  await play([ida, mirko], large, 83, 11);

  const mara = await staff(server, 'mara', 'admin');
  await reported(server, 'You should learn to count before you play me.');
  await reported(server, 'Everyone can see that this is lost.', 'spectators');
  await mara.ask('POST', '/admin/accounts/dan/mute', { reason: 'Spam in three games' });
  await mara.ask('PUT', '/admin/accounts/ida/role', { role: 'moderator', reason: 'Helps out' });

  const guest = await Player.guest(server);
  await begun([guest, ida], { setup: '9x9', clock: live });
  return {
    ...place,
    stop: async () => {
      await bots.stop();
      await server.stop();
    },
    guest,
    mara,
    pages: { ...place.pages, 'game-long': `/games/${mine}`, self: '/players/anna' },
    strangers: {
      front: '/',
      'watch-stranger': '/watch',
      'sign-in-stranger': '/sign-in',
      'sign-up-stranger': '/sign-up',
      'forgotten-stranger': '/forgotten',
    },
    guests: { 'sign-up-guest': '/sign-up' },
    administrators: {
      reports: '/admin',
      accounts: '/admin/accounts?account=dan',
      decisions: '/admin/games?game=1',
      log: '/admin/log',
    },
  };
}
