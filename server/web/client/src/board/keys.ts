/** The effects of keys while the board has the focus. */
import type { Geometry, Point } from '../engine/types';

/** To another point by its place on the board. */
export type Walk =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'row-start'
  | 'row-end'
  | 'board-start'
  | 'board-end'
  | 'layer-up'
  | 'layer-down';

/** To another point by what is on it. */
export type Jump =
  | 'next-legal'
  | 'previous-legal'
  | 'next-own'
  | 'previous-own'
  | 'next-other'
  | 'previous-other'
  | 'removed';

/** To another moment of the game. */
export type Ply = 'back' | 'on' | 'first' | 'last' | 'present';

/** Something said about the board. */
export type Question = 'point' | 'preview' | 'last-move' | 'clocks' | 'board';

export type Action =
  | { readonly do: 'walk'; readonly walk: Walk }
  | { readonly do: 'jump'; readonly jump: Jump }
  | { readonly do: 'step'; readonly to: Ply }
  | { readonly do: 'tell'; readonly question: Question }
  | { readonly do: 'enter' | 'escape' | 'space' | 'command' | 'help' };

/** The part of a keyboard event that is asked for. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const always: Readonly<Record<string, Action>> = {
  ArrowLeft: { do: 'walk', walk: 'left' },
  ArrowRight: { do: 'walk', walk: 'right' },
  ArrowUp: { do: 'walk', walk: 'up' },
  ArrowDown: { do: 'walk', walk: 'down' },
  Home: { do: 'walk', walk: 'row-start' },
  End: { do: 'walk', walk: 'row-end' },
  PageUp: { do: 'walk', walk: 'layer-up' },
  PageDown: { do: 'walk', walk: 'layer-down' },
  Enter: { do: 'enter' },
  ' ': { do: 'enter' },
  Escape: { do: 'escape' },
};

const letters: Readonly<Record<string, Action>> = {
  l: { do: 'jump', jump: 'next-legal' },
  L: { do: 'jump', jump: 'previous-legal' },
  r: { do: 'jump', jump: 'next-own' },
  R: { do: 'jump', jump: 'previous-own' },
  o: { do: 'jump', jump: 'next-other' },
  O: { do: 'jump', jump: 'previous-other' },
  x: { do: 'jump', jump: 'removed' },
  i: { do: 'tell', question: 'point' },
  v: { do: 'tell', question: 'preview' },
  m: { do: 'tell', question: 'last-move' },
  t: { do: 'tell', question: 'clocks' },
  b: { do: 'tell', question: 'board' },
  s: { do: 'space' },
  ',': { do: 'step', to: 'back' },
  '.': { do: 'step', to: 'on' },
  '<': { do: 'step', to: 'first' },
  '>': { do: 'step', to: 'last' },
  '0': { do: 'step', to: 'present' },
  '/': { do: 'command' },
  '?': { do: 'help' },
};

/** The meaning of a key on the board; nothing for keys that are the browser's. */
export function actionOf(press: Press, withLetters: boolean): Action | undefined {
  if (press.altKey || press.metaKey) return undefined;
  if (press.ctrlKey) {
    if (press.key === 'Home') return { do: 'walk', walk: 'board-start' };
    if (press.key === 'End') return { do: 'walk', walk: 'board-end' };
    return undefined;
  }
  if (Object.hasOwn(always, press.key)) return always[press.key];
  if (withLetters && Object.hasOwn(letters, press.key)) return letters[press.key];
  return undefined;
}

/** The keys with what each does, in the order in which help lists them. */
export const helped = [
  ['arrows', '← ↑ → ↓'],
  ['row', 'Home, End'],
  ['corners', 'Ctrl+Home, Ctrl+End'],
  ['layer', 'PageUp, PageDown'],
  ['enter', 'Enter'],
  ['escape', 'Esc'],
  ['legal', 'l, L'],
  ['own', 'r, R'],
  ['other', 'o, O'],
  ['removed', 'x'],
  ['point', 'i'],
  ['preview', 'v'],
  ['last', 'm'],
  ['clocks', 't'],
  ['board', 'b'],
  ['space', 's'],
  ['plies', ', . < >'],
  ['present', '0'],
  ['command', '/, Ctrl+K'],
  ['help', '?'],
] as const;

/** The end of a walk; the same point at the edge of the board. */
export function walk(geometry: Geometry, from: Point, way: Walk): Point {
  const { dimensions } = geometry;
  const at = [...geometry.coordinates(from)];
  const shift = (axis: number, by: number): void => {
    if (axis < at.length) at[axis] = Math.min(dimensions[axis]! - 1, Math.max(0, at[axis]! + by));
  };
  switch (way) {
    case 'left':
      shift(0, -1);
      break;
    case 'right':
      shift(0, 1);
      break;
    case 'up':
      shift(1, 1);
      break;
    case 'down':
      shift(1, -1);
      break;
    case 'layer-up':
      shift(2, 1);
      break;
    case 'layer-down':
      shift(2, -1);
      break;
    case 'row-start':
      at[0] = 0;
      break;
    case 'row-end':
      at[0] = dimensions[0]! - 1;
      break;
    case 'board-start':
      return 0;
    case 'board-end':
      return geometry.points - 1;
  }
  return geometry.at(at) ?? from;
}

/** The next of these points after (or before) one, going round at the end. */
export function following(points: readonly Point[], from: Point, back: boolean): Point | undefined {
  const sorted = [...points].sort((a, b) => a - b);
  if (back) return sorted.filter((point) => point < from).at(-1) ?? sorted.at(-1);
  return sorted.find((point) => point > from) ?? sorted[0];
}
