/** Messages that pages and the board say to one another. */
import type { Snippet } from 'svelte';
import type { Point, Root, Seat } from '../engine/types';
import type { Look } from '../game/types';
import type { Assistance, Level } from './assistance';
import type { Command } from './commands';
import type { Opening } from './opening.svelte';
import type { Loudness } from './sounds';

/** How a viewer wants boards to be; kept by the pages. */
export interface BoardSettings {
  /** How much boards show of what follows from the rules; `custom`: by the next three. */
  readonly assistance: Level | 'custom';
  /** Seedlings on the legal points. */
  readonly legal: boolean;
  /** Figures on the first stones of roots that are close to their end. */
  readonly badges: boolean;
  /** The gauge, and root space in figures. */
  readonly gauge: boolean;
  /** Numbers on the seeds and tinted points: the root space. */
  readonly space: boolean;
  /** In live games a click on a legal point places, unless it would lift a root of one's own. */
  readonly atOnce: boolean;
  /** Single letters do something while the board has the focus. */
  readonly keys: boolean;
  /** How three dimensions are drawn. */
  readonly solid: 'layers' | 'isometric';
  readonly sound: Loudness;
}

/** The settings of a board for somebody who has set nothing. */
export const usualSettings: BoardSettings = {
  assistance: 'full',
  legal: true,
  badges: true,
  gauge: true,
  space: false,
  atOnce: false,
  keys: true,
  solid: 'layers',
  sound: 'quiet',
};

/** The viewer's wish where to look, in steps of one turn. */
export type Step = 'first' | 'back' | 'on' | 'last' | 'present';

/** Requests of the command palette to the page, as the board can't do it. */
export type Request = { readonly kind: 'say'; readonly text: string } | { readonly kind: 'resign' };

/** The fate of a choice; nothing is chosen if there is no point. */
export type OnChoose = (point: Point | undefined) => void;

/** The properties of a board. It changes nothing by itself: its parent does, when it asks. */
export interface BoardProps {
  /** The shown position. */
  readonly look: Look;
  /** The viewer's seat: its legal points are shown; nothing for spectators. */
  readonly seat?: Seat | undefined;
  /** The point that is chosen and not yet placed. */
  readonly chosen?: Point | undefined;
  /** Whether a stone can be placed now: the present is shown and it is the seat's turn. */
  readonly canPlay?: boolean;
  /** Whether time is short, or nothing is at stake: one click may place, if it is set so. */
  readonly mayPlaceAtOnce?: boolean;
  /** A move is on its way: nothing can be chosen. */
  readonly busy?: boolean;
  /** The standing of a game without a player to move: said in place of the turn. */
  readonly standing?: string | undefined;
  /** Whichever game it is: input rests for a moment when it changes. */
  readonly game?: string | number | undefined;
  readonly settings: BoardSettings;
  /** Points of which somebody speaks. */
  readonly named?: readonly Point[];
  /** Roots of which somebody speaks. */
  readonly marked?: readonly Root[];
  /** Whether the switches below the board are shown after a press. */
  readonly hasFoldedTools?: boolean;
  /** The most that the game lets boards show; everything if it is over or none. */
  readonly allowed?: Level | undefined;
  /** Shown right above and right below the picture. */
  readonly above?: Snippet;
  readonly under?: Snippet;
  /** Whether the parts of the board are the page's to place, in areas of its grid, if there is room. */
  readonly isSpread?: boolean;
  /** The part of a window's height that is not the board's, in pixels. */
  readonly beside?: number;
  readonly onchoose?: OnChoose;
  readonly onplace?: (point: Point) => void;
  /** A key that steps through the game. */
  readonly onstep?: ((to: Step) => void) | undefined;
  /** `say` or `resign` in the command palette. */
  readonly onrequest?: ((request: Request) => void) | undefined;
  /** A switch below the board was used. */
  readonly onsettings?: ((settings: BoardSettings) => void) | undefined;
  /** The clocks in words. */
  readonly clock?: (() => string) | undefined;
}

/** The properties of the command palette. */
export interface PaletteProps {
  readonly look: Look;
  readonly aid: Assistance;
  readonly seat: Seat | undefined;
  readonly standing: string | undefined;
  /** Whether the viewer places stones here, now or later. */
  readonly plays: boolean;
  readonly hasChosen: boolean;
  readonly hasPage: boolean;
  readonly opening: Opening;
  readonly onclose: (opening: Opening) => void;
  /** The focus was on something that is gone. */
  readonly onlost: () => void;
  /** A command, and what is said about it if it only asks. */
  readonly oncommand: (command: Command, told: string) => void;
}
