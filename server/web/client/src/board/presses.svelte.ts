/** Presses of mouse, pen and finger, read by place on the whole board. */
import type { Attachment } from 'svelte/attachments';

export interface Press<T> {
  /** The thing that lies there, if anything. */
  at(event: PointerEvent): T | undefined;
  /** Changes whenever presses would mean something else: another game, ply or layout. */
  moment(): string;
  moved(event: PointerEvent, isDown: boolean): void;
  left(): void;
  /** Went down and up again on the same thing. */
  pressed(what: T, event: PointerEvent): void;
  /** Went down and up on nothing. */
  missed(event: PointerEvent): void;
  /** Clicked without a pointer, as screen readers do. */
  activated(target: Element): void;
}

/** How long nothing is taken after whatever could be pressed has changed. */
export const restMilliseconds = 400;

/** Finds out by itself when the moment changed last. */
export class Rest {
  private since = -Infinity;
  private moment: string | undefined;

  constructor(
    private readonly read: () => string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Looks whether the moment is another one; to be called when anything may have changed. */
  look(): string {
    const moment = this.read();
    if (moment !== this.moment) {
      if (this.moment !== undefined) this.since = this.now();
      this.moment = moment;
    }
    return moment;
  }

  /** Whether a press now would come too soon after a change. */
  isOn(): boolean {
    this.look();
    return this.now() - this.since < restMilliseconds;
  }
}

/** Whatever is under way between down and up. */
interface Down<T> {
  readonly pointer: number;
  readonly what: T | undefined;
  readonly moment: string;
}

/** Reads presses on an element. */
export function presses<T>(press: Press<T>): Attachment<HTMLElement> {
  return (element) => {
    const rest = new Rest(press.moment);
    const heard = new AbortController();
    let down: Down<T> | undefined;
    let lastPointer = -Infinity;

    const listen = <K extends keyof HTMLElementEventMap>(
      name: K,
      act: (event: HTMLElementEventMap[K]) => void,
    ): void => element.addEventListener(name, act, { signal: heard.signal });

    listen('pointerdown', (event) => {
      lastPointer = performance.now();
      // A second finger means to zoom; a second button means something else.
      if (down || event.button !== 0) {
        down = undefined;
        return;
      }
      if (rest.isOn()) return;
      // Pointers stay with what they went down on, and here they shall not.
      if (element.hasPointerCapture(event.pointerId))
        element.releasePointerCapture(event.pointerId);
      down = { pointer: event.pointerId, what: press.at(event), moment: rest.look() };
      press.moved(event, true);
    });
    listen('pointermove', (event) => press.moved(event, down?.pointer === event.pointerId));
    listen('pointerleave', () => press.left());
    listen('pointercancel', () => (down = undefined));
    listen('pointerup', (event) => {
      lastPointer = performance.now();
      const began = down;
      down = undefined;
      if (!began || began.pointer !== event.pointerId || began.moment !== rest.look()) return;
      const what = press.at(event);
      if (what === undefined && began.what === undefined) press.missed(event);
      else if (what !== undefined && what === began.what) press.pressed(what, event);
    });
    listen('click', (event) => {
      const byPointer = performance.now() - lastPointer < 1000;
      if (!byPointer && event.target instanceof Element) press.activated(event.target);
    });

    // The change itself has to be noticed when it happens, not with the next press.
    $effect(() => void rest.look());
    return () => heard.abort();
  };
}
