/** When the first board of this visit has been drawn: what is less wanted comes after it. */

let settle: () => void;

/** Settles a frame after the first board. */
export const firstBoard = new Promise<void>((resolve) => (settle = resolve));

/** To be called by boards once they are in the page. */
export function boardIsThere(): void {
  requestAnimationFrame(() => setTimeout(settle));
}
