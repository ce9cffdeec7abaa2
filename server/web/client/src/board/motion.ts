/** Whether anything moves: it does not if the system or this browser's settings ask for less. */
export function isStill(): boolean {
  return (
    document.documentElement.hasAttribute('data-still') ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
