/** The look of pages that this browser wants; kept here and never sent. */
import { levels } from '../board/assistance';
import { usualSettings, type BoardSettings } from '../board/types';
import type { Language } from '../text';

export const themes = ['system', 'light', 'dark', 'contrast', 'pattern'] as const;
export type Theme = (typeof themes)[number];

export const surfaces = ['paddy', 'straw', 'plain', 'slate'] as const;
export type Surface = (typeof surfaces)[number];

/** Everything that is set in this browser. */
export interface Settings extends BoardSettings {
  readonly theme: Theme;
  /** The look of the fields of boards. */
  readonly surface: Surface;
  /** The names of lines and columns beside a board. */
  readonly coordinates: boolean;
  /** Figures on the stones of seats that colour alone would tell apart. */
  readonly marks: boolean;
  /** Whether a move in a game that is not live leads to the next that waits. */
  readonly advance: boolean;
  /** Whether anything moves, if the system does not ask for less. */
  readonly motion: boolean;
}

const kept = 'tanbo.settings';
const usual: Settings = {
  ...usualSettings,
  theme: 'system',
  surface: 'paddy',
  coordinates: true,
  marks: true,
  advance: false,
  motion: true,
};

/** The kept settings, as far as it is what we keep: somebody may have edited it. */
function read(): Settings {
  let found: unknown;
  try {
    found = JSON.parse(localStorage.getItem(kept) ?? '{}');
  } catch {
    return usual;
  }
  if (typeof found !== 'object' || found === null) return usual;
  const entries = Object.entries(usual).map(([name, value]) => {
    const one: unknown = (found as Record<string, unknown>)[name];
    return [name, typeof one === typeof value ? one : value];
  });
  const settings = Object.fromEntries(entries) as Settings;
  // A part that was switched off before there were levels is off.
  const isOwn = !('assistance' in found) && !(settings.legal && settings.badges);
  const hasLevel = settings.assistance === 'custom' || levels.includes(settings.assistance);
  return {
    ...settings,
    assistance: isOwn ? 'custom' : hasLevel ? settings.assistance : usual.assistance,
    theme: themes.includes(settings.theme) ? settings.theme : usual.theme,
    surface: surfaces.includes(settings.surface) ? settings.surface : usual.surface,
  };
}

let current = $state.raw(read());

export const settings = {
  get all(): Settings {
    return current;
  },
};

/** Changes some settings and keeps them, if the browser lets us. */
export function set(change: Partial<Settings>): void {
  current = { ...current, ...change };
  dress();
  try {
    localStorage.setItem(kept, JSON.stringify(current));
  } catch {
    // Storage is blocked or full: they hold until the page is closed.
  }
}

/** Everything as somebody finds it who has set nothing. */
export function forgetSettings(): void {
  current = usual;
  dress();
  try {
    localStorage.removeItem(kept);
  } catch {
    // Nothing was kept.
  }
}

/** Gives the page the chosen theme, and boards what they are drawn with. */
export function dress(): void {
  const root = document.documentElement;
  if (current.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = current.theme;
  if (current.surface === 'paddy') delete root.dataset['surface'];
  else root.dataset['surface'] = current.surface;
  root.toggleAttribute('data-no-coordinates', !current.coordinates);
  root.toggleAttribute('data-no-marks', !current.marks);
  root.toggleAttribute('data-still', !current.motion);
}

/** Has the server speak a language from the next page on. */
export function chooseLanguage(language: Language): void {
  const year_s = 31_536_000;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `lang=${language}; Path=/; Max-Age=${year_s}; SameSite=Lax${secure}`;
}
