// A board without a game, for tests: whatever is placed is played at once, for both sides.
// Bundled with the client's sources; tests drive it by window.stage.

import { flushSync, mount, unmount } from 'svelte';
import Board from 'client/board/Board.svelte';
import Mini from 'client/board/Mini.svelte';
import { usualSettings } from 'client/board/types';
import { loadEngine } from 'client/engine/load';
import { lookAt, parseTurns } from 'client/game/look';
import { speak } from 'client/text';
import 'client/theme/tokens.css';
import 'client/theme/page.css';

const engine = await loadEngine();
let board;
let shown;
const calls = [];
let turns = [];

const props = $state({
  look: undefined,
  seat: undefined,
  chosen: undefined,
  canPlay: true,
  busy: false,
  game: undefined,
  settings: usualSettings,
  onchoose: (point) => (props.chosen = point),
  onplace: (point) => place(point),
  onstep: (to) => calls.push(`step ${to}`),
  onrequest: (request) => calls.push(`${request.kind} ${request.text ?? ''}`.trim()),
  onsettings: (settings) => (props.settings = settings),
  clock: () => 'Black 5:00, White 4:30.',
});

function place(point) {
  calls.push(`place ${board.geometry.name(point)}`);
  turns = [...turns, { kind: 'stone', point }];
  props.chosen = undefined;
  refresh();
}

function refresh() {
  props.look = lookAt(board, turns);
  props.canPlay = props.look.winner === undefined;
}

// Shows a setup or an opening after these turns.
async function show({ setup, opening, played = '', language = 'en', theme, surface, ...rest }) {
  await speak(language);
  document.documentElement.lang = language;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  if (surface) document.documentElement.dataset.surface = surface;
  else delete document.documentElement.dataset.surface;
  if (shown) await unmount(shown);
  board = setup ? engine.setup(setup) : engine.board(opening);
  turns = parseTurns(board.geometry, played);
  Object.assign(props, {
    seat: undefined,
    chosen: undefined,
    settings: usualSettings,
    game: setup,
  });
  refresh();
  Object.assign(props, rest);
  const target = document.querySelector('#board');
  target.replaceChildren();
  shown = mount(Board, { target, props });
  flushSync();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

// Shows a board in small, far below what can be seen if `below`; yields how many nodes it takes.
async function mini({ setup, played, below = false }) {
  const opening = engine.setup(setup);
  const look = lookAt(opening, parseTurns(opening.geometry, played));
  const target = document.createElement('section');
  target.style.width = '10rem';
  target.style.marginTop = below ? '500vh' : '0';
  document.body.append(target);
  const small = mount(Mini, {
    target,
    props: { geometry: look.geometry, stones: look.stones, last: look.last },
  });
  // Whether it can be seen is told with the frame after next.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  flushSync();
  const nodes = target.querySelectorAll('svg, svg *').length;
  if (below) await unmount(small);
  return nodes;
}

window.stage = {
  mini,
  show,
  set: (change) => flushSync(() => Object.assign(props, change)),
  play: (text) => {
    turns = [...turns, ...parseTurns(board.geometry, text)];
    refresh();
    flushSync();
  },
  choose: (name) => flushSync(() => (props.chosen = name && board.geometry.parse(name))),
  chosen: () => (props.chosen === undefined ? undefined : board.geometry.name(props.chosen)),
  shown: () => shown,
  setups: () => engine.setups,
  calls,
  state: () => {
    const { look } = props;
    const name = (point) => look.geometry.name(point);
    return {
      turns: look.turns.join(' '),
      toMove: look.toMove,
      winner: look.winner,
      legal: look.toMove === undefined ? [] : look.legal(look.toMove).map(name),
      removed: look.removed.map((root) => root.stones.map(name)),
      roots: look.roots.map((root) => ({ seat: root.seat, stones: root.stones.map(name) })),
    };
  },
};
