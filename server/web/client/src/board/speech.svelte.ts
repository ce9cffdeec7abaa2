/** The speech and sounds of a board. */
import type { Seat } from '../engine/types';
import type { Look } from '../game/types';
import type { Assistance } from './assistance';
import * as describe from './describe';
import { sound, type Loudness } from './sounds';

/** The things to be spoken of. */
export interface Shown {
  readonly look: Look;
  readonly seat?: Seat | undefined;
  readonly standing?: string | undefined;
  readonly game?: string | number | undefined;
  readonly settings: { readonly sound: Loudness };
}

/** The two lines of a board that screen readers follow. */
export class Speech {
  /** Read when the screen reader comes to it. */
  said = $state('');
  /** Whether that answers somebody; else it is news. */
  isAnswer = $state(false);
  /** Read at once. */
  warned = $state('');
  private before: Look | undefined;
  private standing: string | undefined;
  private game: string | number | undefined;

  /** Says something when the screen reader comes to it. */
  tell(text: string): void {
    // The same words again are news only as a new text.
    this.said = text === this.said ? `${text} ` : text;
    this.isAnswer = true;
  }

  /** Says something at once: a refusal, a lost connection. */
  warn(text: string): void {
    this.warned = text === this.warned ? `${text} ` : text;
  }

  private tellNews(text: string): void {
    this.said = text;
    this.isAnswer = false;
  }

  /**
   * Says what a new board brings, once; of another game, or of one that begins or ends without a
   * turn, only where it stands. Answers whether it is another game.
   */
  follow({ look, seat, standing, game, settings }: Shown, aid: Assistance): boolean {
    const { before } = this;
    const isSame = before !== undefined && this.game === game;
    const isNews = isSame && before.turns.join() !== look.turns.join();
    const state = describe.state(look, seat, standing, aid);
    // A game that is won by a turn says so with the turn.
    const isOther = !isSame || state !== describe.state(look, seat, this.standing, aid);
    if (isNews) this.tellNews(describe.turn(before, look, seat, standing, aid));
    else if (isOther) this.tellNews(state);
    if (isNews && look.turns.length > before.turns.length) {
      sound(look.removed.length > 0 ? 'removal' : 'stone', settings.sound);
      if (seat !== undefined && look.toMove === seat) sound('turn', settings.sound);
    }
    if (!isSame || isNews) this.warned = '';
    this.before = look;
    this.standing = standing;
    this.game = game;
    return !isSame;
  }
}
