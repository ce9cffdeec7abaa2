/** The place of a board in the window, and what of it lies where. */
import type { Geometry, Point } from '../engine/types';
import { arranged, nearest, sheetAt, unit, viewOf, type Layout, type Sheet } from './geometry';
import type { BoardSettings } from './types';

/** Points smaller than this are too small for a finger. */
const fingerPixels = 30;

/** A place in the picture, in its units. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Knows the layout of a board, which depends on the room that there is. */
export class Frame {
  /** The layer that is drawn in full if there is room for one only. */
  layer = $state(0);
  private element: HTMLElement | undefined;
  private width = $state(0);
  // The room that a board may take: of the element around it, since its own width depends on the layout.
  private room = $state.raw({ width: 0, height: 0 });
  private zoom = $state(1);
  private last: { key: string; layout: Layout } | undefined;

  /** How the board is shown: it may be told in words instead of drawn. */
  readonly view = $derived.by(() => viewOf(this.geometry().dimensions));
  /** The places of everything that is drawn; the same object as long as nothing about it changes. */
  readonly layout = $derived.by(() => this.arrange());
  /** From point to point, as the eye has it. */
  private readonly pixels = $derived.by(() =>
    this.layout ? (this.width / this.layout.width) * unit * this.zoom : 0,
  );

  constructor(
    private readonly geometry: () => Geometry,
    private readonly solid: () => BoardSettings['solid'],
    /** The part of a window's height that is not the board's, in pixels. */
    private readonly beside: () => number,
  ) {}

  /** Whether points are too small for a finger. */
  get isSmall(): boolean {
    return this.pixels < fingerPixels;
  }

  /** Watches the room that an element has; to be attached to it. */
  readonly measured = (element: HTMLElement): (() => void) => {
    this.element = element;
    const around = element.parentElement!;
    const measure = (): void => {
      this.width = element.clientWidth;
      this.room = { width: around.clientWidth, height: window.innerHeight - this.beside() };
      this.zoom = window.visualViewport?.scale ?? 1;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(around);
    window.visualViewport?.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      window.visualViewport?.removeEventListener('resize', measure);
    };
  };

  /** The place of a pointer in the picture. Requires: the board is drawn. */
  placeOf(event: { clientX: number; clientY: number }): Place {
    const box = this.element!.getBoundingClientRect();
    const scale = this.layout!.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  /** The point under a pointer, unless its layer is only there to be opened. */
  pointAt(event: { clientX: number; clientY: number }): Point | undefined {
    if (!this.layout || this.closedSheetAt(event)) return undefined;
    const { x, y } = this.placeOf(event);
    return nearest(this.layout, x, y);
  }

  /** The layer under a pointer that a press would open. */
  closedSheetAt(event: { clientX: number; clientY: number }): Sheet | undefined {
    if (!this.layout) return undefined;
    const { x, y } = this.placeOf(event);
    const sheet = sheetAt(this.layout, x, y);
    return sheet?.open ? undefined : sheet;
  }

  private arrange(): Layout | undefined {
    if (this.view === 'text') return undefined;
    const next = arranged(this.geometry(), {
      ...this.room,
      chosenLayer: this.layer,
      solid: this.solid(),
      least: fingerPixels,
    });
    if (this.last?.key !== next.key) this.last = { key: next.key, layout: next.layout() };
    return this.last.layout;
  }
}
