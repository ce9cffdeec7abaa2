/** The sounds of a board, made by the browser itself: there are no files. */

export const loudnesses = ['off', 'quiet', 'full'] as const;
export type Loudness = (typeof loudnesses)[number];

/** A stone was placed, roots were removed, it is the viewer's turn, the board ends here. */
export type Sound = 'stone' | 'removal' | 'turn' | 'edge';

/** Lets a sound be heard. Before the first press or key in a page browsers keep silent. */
export function sound(what: Sound, loudness: Loudness): void {
  if (loudness === 'off' || !navigator.userActivation?.hasBeenActive) return;
  // Without a line it may not be there: silence is no fault.
  void import('./tones').then(
    ({ hear }) => hear(what, loudness),
    () => undefined,
  );
}
