/** The commands that the palette offers for what is typed. */
import type { Seat } from '../engine/types';
import type { Look } from '../game/types';
import { t } from '../text';
import type { Assistance } from './assistance';
import { commandWords, parseCommand, split, words, type Command, type Word } from './commands';
import * as describe from './describe';

/** A row of the palette. */
export interface Choice {
  /** The command in full, or its beginning if something has to follow. */
  readonly line: string;
  readonly title: string;
  /** The effect in words. */
  readonly note?: string;
  /** The word to type for it. */
  readonly word?: string;
}

/** Conditions on which commands are offered. */
export interface Able {
  readonly seat: Seat | undefined;
  readonly aid: Assistance;
  /** Whether the viewer places stones here, now or later. */
  readonly plays: boolean;
  /** Whether a point is chosen. */
  readonly hasChosen: boolean;
  /** Whether the page takes messages and resignations. */
  readonly hasPage: boolean;
}

const withMore: ReadonlySet<Word> = new Set(['preview', 'root', 'row', 'column', 'say']);

/** Whether a command can be run. */
export function isCommand(read: Command): boolean {
  return read.kind !== 'unknown' && read.kind !== 'no-point';
}

/** The commands for a line, the likeliest first; all of them for an empty line. */
export function choicesFor(line: string, look: Look, able: Able): Choice[] {
  const text = line.trim();
  const offered = commandWords.filter((word) => isOffered(word, able));
  if (text === '') return offered.map((word) => choiceOf(word, ''));
  const read = parseCommand(text, look.geometry);
  if (read.kind === 'play') return ofPoint(text, look, able);
  const { first, rest } = split(text);
  const exact = Object.hasOwn(words, first) ? words[first] : undefined;
  const begun = new Set(
    Object.keys(words)
      .filter((word) => word.startsWith(first))
      .map((word) => words[word]!),
  );
  const isMeant = (word: Word): boolean =>
    rest === ''
      ? begun.has(word) || choiceOf(word, '').title.toLowerCase().includes(first)
      : withMore.has(word) && begun.has(word);
  const found = offered.filter((word) => word !== exact && isMeant(word));
  if (exact && (rest === '' || withMore.has(exact))) found.unshift(exact);
  return found.map((word) => choiceOf(word, rest));
}

function isOffered(word: Word, { hasChosen, hasPage }: Able): boolean {
  if (word === 'yes') return hasChosen;
  return hasPage || (word !== 'say' && word !== 'resign');
}

function choiceOf(word: Word, rest: string): Choice {
  const typed = t(`palette.word.${word}`);
  if (!withMore.has(word)) {
    return { line: typed, title: t(`palette.do.${word}`, { what: '' }), word: typed };
  }
  const title = t(`palette.do.${word}`, { what: rest === '' ? '…' : rest });
  return { line: `${typed} ${rest}`, title, word: typed };
}

/** Commands for a point: to play it, if the viewer plays here, and to look at it. */
function ofPoint(name: string, look: Look, { seat, aid, plays }: Able): Choice[] {
  const point = look.geometry.parse(name)!;
  const text = look.geometry.name(point);
  const asked = [choiceOf('preview', text)];
  if (describe.rootOn(look, point)) asked.push(choiceOf('root', text));
  const player = seat ?? look.toMove;
  if (!plays || player === undefined) return asked;
  const note = effect(look, player, point, aid);
  return [{ line: text, title: t('board.place', { point: text }), note }, ...asked];
}

/** The effect of a stone on a point, in few words if it only extends a root. */
function effect(look: Look, player: Seat, point: number, aid: Assistance): string {
  const preview = look.preview(player, point);
  if (!preview.legal || preview.own || preview.lifted.length > 0) {
    return describe.consequence(look, player, point, preview, aid);
  }
  const { seed, stones } = preview.joins;
  if (aid.words === 'none') return '';
  return t('palette.extends', { seed: look.geometry.name(seed), stones: stones.length });
}
