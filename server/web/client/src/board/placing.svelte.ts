/** From a choice to a stone: what may be placed, what has to be asked first, what is refused. */
import type { Point, Preview, Seat } from '../engine/types';
import { t } from '../text';
import { everything } from './assistance';
import * as describe from './describe';
import type { Speech } from './speech.svelte';
import type { BoardProps } from './types';

/** Places stones for the viewer of a board. */
export class Placing {
  /** The point of which it was asked whether a root of one's own shall go. */
  private asked = $state<Point>();

  /** For whom a stone would be placed. */
  readonly player = $derived.by<Seat | undefined>(() => this.props.seat ?? this.props.look.toMove);
  /** The effect of a stone on the chosen point. */
  readonly preview = $derived.by<Preview | undefined>(() => {
    const { look, chosen } = this.props;
    const { player } = this;
    return chosen === undefined || player === undefined ? undefined : look.preview(player, chosen);
  });

  constructor(
    /** The board's properties at this moment. */
    private readonly given: () => BoardProps,
    private readonly speech: Speech,
  ) {}

  private get props(): BoardProps {
    return this.given();
  }

  /** Whether the root of one's own that would go has been asked about. */
  get confirming(): boolean {
    return this.asked !== undefined && this.asked === this.props.chosen;
  }

  /** To be called when another point, or none, is chosen. */
  chosenChanged(): void {
    if (this.asked !== this.props.chosen) this.asked = undefined;
    if (this.props.chosen !== undefined) this.speech.warned = '';
  }

  /** The first press on a point chooses it, the second places. */
  press(point: Point, atOnce: boolean): void {
    if (!this.isReady()) return;
    const { look, chosen, onplace, onchoose } = this.props;
    if (point === chosen) {
      this.place(point);
      return;
    }
    const result = look.preview(this.player!, point);
    if (atOnce && result.legal && !result.own) onplace?.(point);
    else onchoose?.(point);
  }

  /** Places, unless it would lift the player's own root, which has to be said twice. */
  place(point: Point): void {
    if (!this.isReady()) return;
    const { look, onplace } = this.props;
    const result = look.preview(this.player!, point);
    if (!result.legal) {
      this.speech.warn(describe.refusal(look, this.player!, point, result));
    } else if (result.own) {
      this.asked = point;
      const button = t('board.place_own', { seed: look.geometry.name(result.joins.seed) });
      const words = describe.consequence(look, this.player!, point, result, everything);
      this.speech.tell(`${words} ${t('board.ask_own', { button })}`);
    } else {
      onplace?.(point);
    }
  }

  /** Places on the chosen point, whatever it lifts, if that has been asked. */
  confirm(): void {
    if (this.confirming && this.isReady()) this.props.onplace?.(this.props.chosen!);
  }

  /** Gives up what is chosen. */
  escape(): void {
    if (this.props.chosen !== undefined) this.props.onchoose?.(undefined);
  }

  /** Places where somebody typed the name of a point. */
  typed(point: Point): void {
    if (!this.isReady()) return;
    const result = this.props.look.preview(this.player!, point);
    if (result.legal && result.own) this.props.onchoose?.(point);
    this.place(point);
  }

  /** Places what is chosen, for somebody who typed "yes". */
  yes(): void {
    if (this.confirming) this.confirm();
    else if (this.props.chosen !== undefined) this.place(this.props.chosen);
    else this.speech.warn(t('board.command_nothing'));
  }

  private isReady(): boolean {
    const { canPlay, busy, seat } = this.props;
    if (canPlay && !busy && this.player !== undefined) return true;
    if (seat !== undefined) this.speech.warn(this.whyNot());
    return false;
  }

  private whyNot(): string {
    const { busy, look, seat, standing } = this.props;
    if (busy) return t('board.sending');
    if (look.winner !== undefined) return t('board.reason.game_over');
    if (standing !== undefined) return standing;
    if (look.toMove !== seat) return t('board.reason.not_your_turn');
    return t('board.cannot_play');
  }
}
