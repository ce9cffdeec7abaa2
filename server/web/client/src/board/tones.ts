/** The tones that sounds consist of. They come with the first sound that can be heard. */
import type { Loudness, Sound } from './sounds';

interface Tone {
  /** In Hz, where it starts and where it ends. */
  readonly from: number;
  readonly to: number;
  /** In seconds. */
  readonly after: number;
  readonly lasts: number;
  readonly shape: OscillatorType;
}

const tones: Readonly<Record<Sound, readonly Tone[]>> = {
  stone: [{ from: 420, to: 180, after: 0, lasts: 0.07, shape: 'triangle' }],
  removal: [{ from: 300, to: 70, after: 0.06, lasts: 0.32, shape: 'sawtooth' }],
  turn: [
    { from: 660, to: 660, after: 0.12, lasts: 0.12, shape: 'sine' },
    { from: 880, to: 880, after: 0.26, lasts: 0.18, shape: 'sine' },
  ],
  edge: [{ from: 110, to: 100, after: 0, lasts: 0.06, shape: 'square' }],
};

const volumes: Readonly<Record<Loudness, number>> = { off: 0, quiet: 0.05, full: 0.2 };

let context: AudioContext | undefined;

/** In a hidden tab only the turn is heard. */
export function hear(what: Sound, loudness: Loudness): void {
  if (document.visibilityState === 'visible') {
    make(what, volumes[loudness]);
  } else if (what === 'turn') {
    // One of several hidden tabs calls.
    const alone = { ifAvailable: true };
    void navigator.locks?.request('tanbo.sound', alone, async (lock) => {
      if (!lock) return;
      make(what, volumes[loudness]);
      await new Promise((done) => setTimeout(done, 1000));
    });
  }
}

function make(what: Sound, volume: number): void {
  context ??= new AudioContext();
  for (const { from, to, after, lasts, shape } of tones[what]) {
    const start = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: shape, frequency: from });
    const gain = new GainNode(context, { gain: volume });
    tone.frequency.exponentialRampToValueAtTime(to, start + lasts);
    gain.gain.setValueAtTime(volume, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}
