/** The paints of a document, and what stones of a seat are filled with. */
import { mount } from 'svelte';
import type { Seat } from '../engine/types';
import Paints from './Paints.svelte';

let isMixed = false;

/** Has the paints there; boards refer to them. */
export function mixPaints(): void {
  if (isMixed) return;
  isMixed = true;
  mount(Paints, { target: document.body });
}

/** The colour of a seat's stones. */
export function fillOf(seat: Seat): string {
  return `var(--seat-${seat})`;
}

/** The colour of their edges. */
export function edgeOf(seat: Seat): string {
  return seat < 2 || seat === 4 ? `var(--edge-${seat})` : 'var(--edge)';
}
