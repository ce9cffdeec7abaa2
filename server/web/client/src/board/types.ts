/** What pages and the board say to one another. */
import type { Point } from '../engine/types';
import type { Loudness } from './sounds';

/** How a viewer wants boards to be; kept by the pages. */
export interface BoardSettings {
  /** Rings on the legal points. */
  readonly legal: boolean;
  /** Numbers on the seeds and tinted points: the root space. */
  readonly space: boolean;
  /** A click on a legal point places at once, unless it would lift a root of one's own. */
  readonly atOnce: boolean;
  /** Single letters do something while the board has the focus. */
  readonly keys: boolean;
  /** How three dimensions are drawn. */
  readonly solid: 'layers' | 'isometric';
  readonly sound: Loudness;
}

/** What a board shows to somebody who has set nothing. */
export const usualSettings: BoardSettings = {
  legal: false,
  space: false,
  atOnce: false,
  keys: true,
  solid: 'layers',
  sound: 'quiet',
};

/** Where the viewer wants to look, in steps of one turn. */
export type Step = 'first' | 'back' | 'on' | 'last' | 'present';

/** What the command field asks of the page, as the board can't do it. */
export type Request = { readonly kind: 'say'; readonly text: string } | { readonly kind: 'resign' };

/** What becomes of a choice; nothing is chosen where there is no point. */
export type OnChoose = (point: Point | undefined) => void;
