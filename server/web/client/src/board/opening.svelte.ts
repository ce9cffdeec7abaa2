/** The command palette from the press that asks for it until it is closed. */
import type { Component } from 'svelte';
import { language, learnPalette, t } from '../text';
import type { PaletteProps } from './types';

/** One opening of the palette. What is typed before the palette is there is kept for it. */
export class Opening {
  typed = '';
  /** Whether Enter was pressed behind that. */
  isEntered = false;
}

const textFields = 'input, textarea, select, [contenteditable]';

/** Opens the palette of a board. The first opening fetches its module. */
export class Openings {
  /** The palette that is wanted or open; each opening is another object. */
  current = $state.raw<Opening>();
  /** The palette, once it is there. */
  Part = $state.raw<Component<PaletteProps>>();
  private isLoading = false;

  constructor(
    /** Whether single keys do something. */
    private readonly hasKeys: () => boolean,
    /** Says at once that the palette can't be had. */
    private readonly warn: (text: string) => void,
  ) {}

  readonly open = (): void => {
    this.current ??= new Opening();
    if (!this.Part && !this.isLoading) void this.load();
  };

  /** Ends an opening; a later one stays. */
  readonly close = (opening: Opening): void => {
    if (this.current === opening) this.current = undefined;
  };

  /** A key anywhere on the page, before anything else hears of it. */
  readonly early = (event: KeyboardEvent): void => {
    const { current } = this;
    if (!current || this.Part || current.isEntered) return;
    if (event.key === 'Escape') this.close(current);
    else if (!keep(current, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** A key anywhere on the page that nothing else has taken. */
  readonly key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || !this.isAsking(event)) return;
    // Another dialog goes first. In the palette itself the browser must not act on the key either.
    if (!this.current && document.querySelector('dialog[open]')) return;
    event.preventDefault();
    if (!event.repeat) this.open();
  };

  /** A press elsewhere cancels a palette that is still loading. */
  readonly press = (): void => {
    if (!this.Part) this.current = undefined;
  };

  private isAsking({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
    if (altKey) return false;
    if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey;
    const isText = target instanceof Element && target.closest(textFields) !== null;
    return key === '/' && this.hasKeys() && !isText;
  }

  private async load(): Promise<void> {
    this.isLoading = true;
    try {
      const [module] = await Promise.all([import('./Palette.svelte'), learnPalette(language())]);
      this.Part = module.default;
    } catch {
      // The server has a newer build, or the line is broken.
      if (this.current) this.warn(t('board.commands_failed'));
      this.current = undefined;
    } finally {
      this.isLoading = false;
    }
  }
}

/** Keeps a key that is typed into a palette that is still on its way; whether it is one. */
function keep(opening: Opening, { key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'Enter') opening.isEntered = opening.typed.trim() !== '';
  else if (key === 'Backspace') opening.typed = opening.typed.slice(0, -1);
  else if (key.length !== 1) return false;
  else if (!repeat) opening.typed += key;
  return true;
}
