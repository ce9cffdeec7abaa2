/** The board in words: what a screen reader, the command palette and the line under a choice say. */
import { seatName, type Point, type Preview, type Root, type Seat } from '../engine/types';
import { leavingOf } from '../game/look';
import type { Look } from '../game/types';
import { language, t } from '../text';
import type { Assistance } from './assistance';
import { columnName } from './geometry';

/** "Black", as a sentence begins. */
function Name(seat: Seat): string {
  return t(`seat.${seatName(seat)}`);
}

/** "black", within a sentence. */
function named(seat: Seat): string {
  return t(`board.seat.${seatName(seat)}`);
}

function list(items: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(items);
}

function names(look: Look, points: readonly Point[]): string {
  return list(points.map((point) => look.geometry.name(point)));
}

/** The root on a point, if any. */
export function rootOn(look: Look, point: Point): Root | undefined {
  return look.roots[look.rootAt[point]!];
}

/** The root that a stone of this seat would extend at each of its legal points. */
export function extended(look: Look, seat: Seat | undefined): ReadonlyMap<Point, Root> {
  const found = new Map<Point, Root>();
  for (const root of look.roots) {
    if (root.seat !== seat) continue;
    for (const point of root.space) found.set(point, root);
  }
  return found;
}

/** By point, the seat of the stone that the last turn removed there. */
export function liftedAt(look: Look): ReadonlyMap<Point, Seat> {
  const found = new Map<Point, Seat>();
  for (const root of look.removed) for (const point of root.stones) found.set(point, root.seat);
  return found;
}

/** The roots that a stone would extend, as far as legal points are shown. */
function shown(look: Look, seat: Seat | undefined, aid: Assistance): ReadonlyMap<Point, Root> {
  return extended(look, aid.legal === 'full' ? seat : undefined);
}

/** The label of every point, in board order; the legal points of `seat` are named. */
export function cells(look: Look, seat: Seat | undefined, aid: Assistance): string[] {
  const extend = shown(look, seat, aid);
  const lifted = liftedAt(look);
  // The words about a root are put together once, with room for the name of each of its points.
  const room = '\u0000';
  const ofRoot = look.roots.map((one) =>
    t('board.cell.stone', { point: room, ...stoneValues(look, one, aid) }),
  );
  return Array.from(look.stones, (stone, at) => {
    const point = look.geometry.name(at);
    if (stone >= 0) return ofRoot[look.rootAt[at]!]!.replace(room, point);
    const joined = extend.get(at);
    const seed = joined && look.geometry.name(joined.seed);
    const was = lifted.get(at);
    if (was !== undefined) {
      if (seed === undefined) return t('board.cell.removed', { point, seat: named(was) });
      return t('board.cell.removed_legal', { point, seat: named(was), seed });
    }
    return seed === undefined
      ? t('board.cell.empty', { point })
      : t('board.cell.legal', { point, seed });
  });
}

/** Whether a text tells its figures. */
const told = (isTold: boolean): 'yes' | 'no' => (isTold ? 'yes' : 'no');

function stoneValues(
  look: Look,
  root: Root,
  aid: Assistance,
): { seat: string; seed: string; stones: number; free: number; told: 'yes' | 'no' } {
  return {
    seat: named(root.seat),
    seed: look.geometry.name(root.seed),
    stones: root.stones.length,
    free: root.space.length,
    told: told(aid.counts),
  };
}

/** The root on a point with its stones and its root space, or that there is none. */
export function root(look: Look, point: Point, aid: Assistance): string {
  const found = rootOn(look, point);
  if (!found) return t('board.no_root', { point: look.geometry.name(point) });
  return t('board.root', {
    ...stoneValues(look, found, aid),
    points: names(look, found.stones),
    space: names(look, found.space),
  });
}

/** A point's label, and the root on it. */
export function point(look: Look, at: Point, label: string, aid: Assistance): string {
  return rootOn(look, at) ? `${label}. ${root(look, at, aid)}` : `${label}.`;
}

/** The effect of placing a stone, or why it may not be placed. */
export function consequence(
  look: Look,
  seat: Seat,
  point: Point,
  preview: Preview,
  aid: Assistance,
): string {
  if (!preview.legal) return refusal(look, seat, point, preview);
  const name = look.geometry.name(point);
  const { seed, stones, space } = preview.joins;
  const seedName = look.geometry.name(seed);
  if (preview.own) return t('board.lifts_own', { point: name, seed: seedName });
  if (aid.words === 'none') return `${name}.`;
  const values = {
    point: name,
    seed: seedName,
    stones: stones.length,
    free: space.length,
    told: told(aid.words === 'full'),
  };
  const sentence = t('board.extends', values);
  if (preview.lifted.length === 0) return sentence;
  const roots = preview.lifted.map((one) =>
    t('board.lifts_root', {
      seat: Name(one.seat),
      seed: look.geometry.name(one.seed),
      // The stone that would be placed is among those of the root it joins.
      stones: one.stones.length,
    }),
  );
  return `${sentence} ${t('board.lifts', { roots: list(roots) })}`;
}

/** The same for a point that nothing is known of yet; no one can place once the game is over. */
export function consequenceAt(
  look: Look,
  seat: Seat | undefined,
  point: Point,
  aid: Assistance,
): string {
  if (seat === undefined) return t('board.reason.game_over');
  return consequence(look, seat, point, look.preview(seat, point), aid);
}

/** Why a stone may not be placed, with the stones that are in the way. */
export function refusal(
  look: Look,
  seat: Seat,
  point: Point,
  { reason, because }: Extract<Preview, { legal: false }>,
): string {
  const name = look.geometry.name(point);
  switch (reason) {
    case 'occupied':
      return t('board.reason.occupied', { point: name });
    case 'off-board':
      return t('board.reason.off_board', { text: name });
    case 'no-friend':
      return t('board.reason.no_friend', { point: name, seat: named(seat) });
    case 'two-friends': {
      const values = { point: name, seat: named(seat), points: names(look, because) };
      return t('board.reason.two_friends', { ...values, count: because.length });
    }
    case 'not-your-turn':
      return t('board.reason.not_your_turn');
    case 'game-over':
      return t('board.reason.game_over');
  }
}

/** Who made the last turn, and whether by leaving. Nothing at the opening. */
export function lastTurn(look: Look): { seat: Seat; leaves: boolean; name: string } | undefined {
  const turn = look.turns.at(-1);
  if (turn === undefined) return undefined;
  const gone = leavingOf(turn);
  if (gone) return { seat: gone.seat, leaves: true, name: gone.why };
  const point = look.geometry.parse(turn);
  if (point === undefined) return undefined;
  // A stone that was removed at once stands in the root that went with it.
  const own = look.removed.find((one) => one.stones.includes(point));
  return { seat: own?.seat ?? look.stones[point]!, leaves: false, name: turn };
}

/** The last turn: what was placed, what went, who is out. */
export function move(look: Look): string {
  const turn = lastTurn(look);
  if (!turn) return t('board.turn.start');
  const seat = Name(turn.seat);
  const said = [
    turn.leaves
      ? `${t('game.gone', { who: seat, why: turn.name })}.`
      : t('board.turn.stone', { seat, point: turn.name }),
  ];
  const placed = turn.leaves ? undefined : look.geometry.parse(turn.name);
  const isOwn = (one: Root): boolean => placed !== undefined && one.stones.includes(placed);
  const removed = [...look.removed].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  for (const one of removed) {
    const values = {
      seat: Name(one.seat),
      seed: look.geometry.name(one.seed),
      stones: one.stones.length,
    };
    said.push(isOwn(one) ? t('board.turn.own', values) : t('board.turn.lifted', values));
  }
  const gone = new Set(removed.map((one) => one.seat));
  for (const one of look.out)
    if (gone.has(one)) said.push(t('board.turn.out', { seat: Name(one) }));
  return said.join(' ');
}

/**
 * The player to move, as a player or a spectator reads it; if there is none, how the game stands.
 */
export function state(
  look: Look,
  seat: Seat | undefined,
  standing: string | undefined,
  aid: Assistance,
): string {
  if (look.winner !== undefined) {
    if (look.winner === seat) return t('board.turn.you_won');
    return t('board.turn.won', { seat: Name(look.winner) });
  }
  if (standing !== undefined) return standing;
  if (look.toMove === undefined) return '';
  if (look.toMove !== seat) return t('board.turn.theirs', { seat: Name(look.toMove) });
  const roots = look.roots.filter((one) => one.seat === seat).length;
  return t('board.turn.yours', { roots, legal: look.legal(seat).length, told: told(aid.counts) });
}

/** The words when a board follows another: the turn, who is out, who moves. */
export function turn(
  before: Look | undefined,
  look: Look,
  seat: Seat | undefined,
  standing: string | undefined,
  aid: Assistance,
): string {
  const isOn = before !== undefined && before.turns.every((one, at) => look.turns[at] === one);
  const more = isOn ? look.turns.length - before.turns.length - 1 : 0;
  const said = [move(look), state(look, seat, standing, aid)];
  if (more > 0) said.unshift(t('board.turn.more', { count: more }));
  return said.filter((one) => one !== '').join(' ');
}

/** The roots of each seat. */
export function roots(look: Look, aid: Assistance): string {
  const said: string[] = [];
  for (let seat = 0; seat < look.seats; seat += 1) {
    const own = look.roots.filter((one) => one.seat === seat);
    if (own.length === 0) continue;
    const items = own.map((one) => {
      return t('board.root_short', stoneValues(look, one, aid));
    });
    said.push(t('board.in_words.seat', { seat: Name(seat), roots: own.length, list: list(items) }));
  }
  return said.join(' ');
}

/** The whole board. */
export function board(
  look: Look,
  seat: Seat | undefined,
  standing: string | undefined,
  aid: Assistance,
): string {
  const size = look.geometry.dimensions.join('×');
  const head = t('board.in_words.head', { size, turns: look.turns.length });
  return [head, roots(look, aid), state(look, seat, standing, aid)]
    .filter((one) => one !== '')
    .join(' ');
}

/** The legal points of a seat. */
export function legal(look: Look, seat: Seat, aid: Assistance): string {
  if (aid.legal !== 'full') return noHelp(aid);
  const points = look.legal(seat);
  return t('board.in_words.legal', { count: points.length, points: names(look, points) });
}

/** Why legal points are not shown, or where they are. */
export function noHelp({ allowed, legal: level }: Assistance): string {
  return t('board.no_help', { by: level === allowed ? 'game' : 'settings', level });
}

/** A row or a column: its stones and the legal points of a seat. In 3D, of every layer. */
export function line(
  look: Look,
  axis: 0 | 1,
  at: number,
  seat: Seat | undefined,
  aid: Assistance,
): string {
  const free = shown(look, seat, aid);
  const items: string[] = [];
  for (let point = 0; point < look.geometry.points; point += 1) {
    if ((look.geometry.coordinates(point)[axis] ?? 0) !== at) continue;
    const name = look.geometry.name(point);
    const stone = look.stones[point]!;
    if (stone >= 0) items.push(t('board.in_words.line_stone', { point: name, seat: named(stone) }));
    else if (free.has(point)) items.push(t('board.in_words.line_legal', { point: name }));
  }
  const points = items.length > 0 ? list(items) : t('board.in_words.line_empty');
  if (axis === 1) return t('board.in_words.row', { name: at + 1, points });
  return t('board.in_words.column', { name: columnName(look.geometry.dimensions, at), points });
}
