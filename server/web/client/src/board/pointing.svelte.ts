/** Mouse, pen, finger and focus over a board: which point they mean. */
import type { Point } from '../engine/types';
import type { Frame, Place } from './frame.svelte';
import type { Placing } from './placing.svelte';
import type { Press } from './presses.svelte';
import type { BoardProps } from './types';

/** The point at which a viewer points. */
export class Pointing implements Press<Point> {
  /** The point that Tab comes to. */
  focused = $state<Point>(0);
  hasFocus = $state(false);
  /** The point under the mouse. */
  hovered = $state<Point>();
  /** The middle of what the lens shows. */
  lensAt = $state<Place>();

  /** The point under mouse or focus. */
  readonly pointed = $derived.by(() => this.hovered ?? (this.hasFocus ? this.focused : undefined));

  constructor(
    /** The board's properties at this moment. */
    private readonly given: () => BoardProps,
    private readonly frame: Frame,
    private readonly placing: Placing,
    /** The point of an element that is a cell; nothing for any other. */
    private readonly pointOf: (element: Element) => Point | undefined,
  ) {}

  private get props(): BoardProps {
    return this.given();
  }

  /** To be called when another board is shown, maybe of another game. */
  lookChanged(isAnotherGame: boolean): void {
    if (this.focused >= this.props.look.geometry.points) this.focused = 0;
    if (isAnotherGame) this.lensAt = undefined;
  }

  at(event: PointerEvent): Point | undefined {
    return this.frame.pointAt(event);
  }

  readonly moment = (): string =>
    `${this.props.game} ${this.props.look.turns.length} ${this.frame.layout?.width}`;

  moved(event: PointerEvent, isDown: boolean): void {
    if (event.pointerType !== 'touch') this.hovered = this.frame.pointAt(event);
    else if (isDown && this.frame.layout && this.usesLens(event)) {
      this.lensAt = this.frame.placeOf(event);
    }
  }

  left(): void {
    this.hovered = undefined;
  }

  pressed(point: Point, event: PointerEvent): void {
    if (this.usesLens(event)) return;
    this.focused = point;
    const { settings, mayPlaceAtOnce = false } = this.props;
    const atOnce = settings.atOnce && mayPlaceAtOnce && event.pointerType === 'mouse';
    this.placing.press(point, atOnce);
  }

  missed(event: PointerEvent): void {
    const sheet = this.frame.closedSheetAt(event);
    if (sheet) this.frame.layer = sheet.layer;
  }

  activated(target: Element): void {
    const point = this.pointOf(target);
    if (point === undefined) return;
    this.focused = point;
    this.placing.press(point, false);
  }

  private usesLens({ pointerType }: PointerEvent): boolean {
    return pointerType === 'touch' && this.props.canPlay === true && this.frame.isSmall;
  }
}
