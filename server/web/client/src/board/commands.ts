/** Lines that are typed into the command palette, in either language. */
import type { Geometry, Point, Seat } from '../engine/types';
import type { Look } from '../game/types';
import { t } from '../text';
import type { Assistance } from './assistance';
import * as describe from './describe';

export type Command =
  | { readonly kind: 'play'; readonly point: Point }
  | { readonly kind: 'preview'; readonly point: Point }
  | { readonly kind: 'root'; readonly point: Point }
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'column'; readonly column: number }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'resign' }
  | { readonly kind: 'legal' | 'roots' | 'board' | 'last' | 'clock' | 'help' | 'yes' }
  /** A point was asked for, and this is none. */
  | { readonly kind: 'no-point'; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string };

/** The words of commands, in the order in which help lists them. */
export const commandWords = [
  'preview',
  'legal',
  'roots',
  'root',
  'row',
  'column',
  'board',
  'last',
  'clock',
  'say',
  'resign',
  'yes',
  'help',
] as const;
export type Word = (typeof commandWords)[number];

/** Words of both languages, always understood: a habit survives a change of language. */
export const words: Readonly<Record<string, Word>> = {
  preview: 'preview',
  vorschau: 'preview',
  root: 'root',
  wurzel: 'root',
  roots: 'roots',
  wurzeln: 'roots',
  row: 'row',
  reihe: 'row',
  column: 'column',
  spalte: 'column',
  say: 'say',
  sagen: 'say',
  legal: 'legal',
  erlaubt: 'legal',
  board: 'board',
  brett: 'board',
  last: 'last',
  letzter: 'last',
  clock: 'clock',
  uhr: 'clock',
  resign: 'resign',
  aufgeben: 'resign',
  help: 'help',
  hilfe: 'help',
  yes: 'yes',
  ja: 'yes',
};

const columns = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The first word of a line in lower case, and what follows it. */
export function split(text: string): { first: string; rest: string } {
  const space = text.search(/\s/);
  if (space < 0) return { first: text.toLowerCase(), rest: '' };
  return { first: text.slice(0, space).toLowerCase(), rest: text.slice(space).trim() };
}

/** The meaning of a line on this board. A point alone plays. */
export function parseCommand(line: string, geometry: Geometry): Command {
  const text = line.trim();
  const point = geometry.parse(text);
  if (point !== undefined) return { kind: 'play', point };
  const { first, rest } = split(text);
  const word = Object.hasOwn(words, first) ? words[first]! : undefined;
  switch (word) {
    case undefined:
      return { kind: 'unknown', text };
    case 'preview':
    case 'root':
      return withPoint(word, rest, geometry);
    case 'row':
      return alongLine('row', Number(rest) - 1, geometry.dimensions[1] ?? 1, rest);
    case 'column':
      return alongLine('column', columnOf(rest, geometry), geometry.dimensions[0]!, rest);
    case 'say':
      return rest === '' ? { kind: 'unknown', text } : { kind: 'say', text: rest };
    default:
      return rest === '' ? { kind: word } : { kind: 'unknown', text };
  }
}

function withPoint(kind: 'preview' | 'root', name: string, geometry: Geometry): Command {
  const point = geometry.parse(name);
  return point === undefined ? { kind: 'no-point', text: name } : { kind, point };
}

function alongLine(kind: 'row' | 'column', at: number, count: number, text: string): Command {
  if (!Number.isInteger(at) || at < 0 || at >= count) return { kind: 'no-point', text };
  return kind === 'row' ? { kind, row: at } : { kind, column: at };
}

function columnOf(name: string, geometry: Geometry): number {
  if (geometry.dimensions.length !== 2) return Number(name) - 1;
  return name.length === 1 ? columns.indexOf(name.toUpperCase()) : -1;
}

/** A point of the board for examples. */
export function examplePoint(geometry: Geometry): Point {
  return geometry.points >> 1;
}

/** The commands, with examples that this board has. */
function help(geometry: Geometry): string {
  const point = examplePoint(geometry);
  const [x = 0, y = 0] = geometry.coordinates(point);
  return t('palette.help', {
    point: geometry.name(point),
    row: y + 1,
    column: geometry.dimensions.length === 2 ? columns.charAt(x) : x + 1,
  });
}

/** The answer to a command that only asks. */
export function answer(
  command: Command,
  look: Look,
  aid: Assistance,
  seat: Seat | undefined,
  standing?: string,
): string {
  const player = seat ?? look.toMove;
  switch (command.kind) {
    case 'preview':
      return describe.consequenceAt(look, player, command.point, aid);
    case 'legal':
      return player === undefined ? t('board.reason.game_over') : describe.legal(look, player, aid);
    case 'roots':
      return describe.roots(look, aid);
    case 'root':
      return describe.root(look, command.point, aid);
    case 'row':
      return describe.line(look, 1, command.row, player, aid);
    case 'column':
      return describe.line(look, 0, command.column, player, aid);
    case 'board':
      return describe.board(look, seat, standing, aid);
    case 'last':
      return describe.move(look);
    case 'help':
      return help(look.geometry);
    case 'no-point':
      return t('board.reason.off_board', { text: command.text });
    case 'unknown':
      return t('palette.unknown', { text: command.text });
    case 'play':
    case 'yes':
    case 'say':
    case 'resign':
    case 'clock':
      return '';
  }
}
