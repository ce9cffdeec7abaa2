/** The page that an address names. Pure: the same in tests and in the browser. */

/** A page and what its address says about it. */
export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'game'; readonly id: number; readonly ply: number | undefined }
  | {
      readonly page: 'play';
      readonly setup: string | undefined;
      readonly against: string | undefined;
    }
  | { readonly page: 'board'; readonly setup: string }
  | { readonly page: 'learn'; readonly step: number | undefined }
  | { readonly page: 'watch' }
  | { readonly page: 'games' | 'archive' }
  | { readonly page: 'challenges' }
  | { readonly page: 'challenge'; readonly id: number }
  /** An invitation: the challenge's number and the code that opens it. */
  | { readonly page: 'join'; readonly id: number; readonly code: string }
  | { readonly page: 'tournaments' }
  /** A new tournament, of a club if one is named. */
  | { readonly page: 'tournament-new'; readonly club: number | undefined }
  | { readonly page: 'tournament'; readonly id: number; readonly show: string | undefined }
  | { readonly page: 'tournament-edit'; readonly id: number }
  | { readonly page: 'clubs' | 'club-new' }
  | { readonly page: 'club'; readonly id: number }
  | { readonly page: 'players' }
  | { readonly page: 'player'; readonly handle: string }
  | { readonly page: 'against'; readonly handle: string; readonly other: string }
  | { readonly page: 'standings'; readonly setup: string | undefined }
  | { readonly page: 'statistics'; readonly setup: string | undefined }
  | { readonly page: 'puzzles'; readonly number: number | undefined }
  | { readonly page: 'sign-in'; readonly then: string }
  | { readonly page: 'sign-up'; readonly then: string }
  | { readonly page: 'forgotten' }
  | { readonly page: 'settings'; readonly section: Section }
  | { readonly page: 'notifications' }
  | { readonly page: 'about' }
  | { readonly page: 'admin'; readonly section: string | undefined }
  | { readonly page: 'missing' };

/** The parts of the settings, in the order of their menu. */
export const sections = [
  'appearance',
  'profile',
  'account',
  'addresses',
  'notifications',
  'sessions',
  'vacation',
  'mutes',
] as const;
export type Section = (typeof sections)[number];

/** How many steps /learn has. */
const lessons = 9;

/** A number from 1 on that was written as such, or nothing. */
function positive(text: string | null | undefined): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined;
}

function plyOf(query: URLSearchParams): number | undefined {
  return query.get('ply') === '0' ? 0 : positive(query.get('ply'));
}

/** A path of this site and nothing else: what to show after signing in is in the address. */
function safe(path: string | null): string {
  return path && /^\/(?![/\\])/.test(path) ? path : '/';
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The page at an address; `missing` for what is none. */
export function routeOf(url: URL): Route {
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const query = url.searchParams;
  const [first, second, third, fourth] = parts;
  if (parts.length > 4 || parts.includes(undefined)) return { page: 'missing' };
  if (first === undefined) return { page: 'lobby' };
  if (first === 'players' && second && third === 'against' && fourth) {
    return { page: 'against', handle: second, other: fourth };
  }
  if (first === 'tournaments') return tournament(parts.slice(1), query);
  if (parts.length > 2) return { page: 'missing' };
  const id = positive(second);
  if (first === 'clubs' && second === 'new') return { page: 'club-new' };
  if (first === 'clubs' && second) return id ? { page: 'club', id } : { page: 'missing' };
  if (first === 'games' && id) return { page: 'game', id, ply: plyOf(query) };
  if (first === 'challenges' && id) return { page: 'challenge', id };
  if (first === 'join') return invitation(second ?? '');
  if (first === 'players' && second) return { page: 'player', handle: second };
  if (first === 'board') return { page: 'board', setup: second ?? '19x19' };
  if (first === 'puzzles' && (id || second === undefined)) return { page: 'puzzles', number: id };
  if (first === 'learn' && (second === undefined || isStep(id))) return { page: 'learn', step: id };
  if (first === 'standings' || first === 'statistics') return { page: first, setup: second };
  if (first === 'settings') {
    const section = sections.find((name) => name === (second ?? 'appearance'));
    return section ? { page: 'settings', section } : { page: 'missing' };
  }
  if (first === 'admin') return { page: 'admin', section: second };
  return second === undefined ? single(first, query) : { page: 'missing' };
}

/** Whether there is such a step of the lessons. */
function isStep(number: number | undefined): boolean {
  return number !== undefined && number <= lessons;
}

/** The page of a path below /tournaments. */
function tournament(
  [name, part, ...more]: readonly (string | undefined)[],
  query: URLSearchParams,
): Route {
  if (name === undefined) return { page: 'tournaments' };
  if (name === 'new' && part === undefined) {
    return { page: 'tournament-new', club: positive(query.get('club')) };
  }
  const id = positive(name);
  if (!id || more.length > 0) return { page: 'missing' };
  if (part === 'edit') return { page: 'tournament-edit', id };
  if (part !== undefined) return { page: 'missing' };
  return { page: 'tournament', id, show: query.get('show') ?? undefined };
}

/** The page of an invitation: "7-" and a code. */
function invitation(text: string): Route {
  const [, number, code] = /^(\d+)-(.+)$/.exec(text) ?? [];
  const id = positive(number);
  return id && code ? { page: 'join', id, code } : { page: 'missing' };
}

/** The page of a path with one part. */
function single(name: string, query: URLSearchParams): Route {
  switch (name) {
    case 'play':
      return {
        page: 'play',
        setup: query.get('setup') ?? undefined,
        against: query.get('against') ?? undefined,
      };
    case 'sign-in':
    case 'sign-up':
      return { page: name, then: safe(query.get('then')) };
    case 'watch':
    case 'games':
    case 'archive':
    case 'challenges':
    case 'clubs':
    case 'players':
    case 'forgotten':
    case 'notifications':
    case 'about':
      return { page: name };
    default:
      return { page: 'missing' };
  }
}

/**
 * Whether a visitor without an account has the whole page: a line above it, no rail beside it.
 */
export function isOutside(path: string): boolean {
  return /^\/(sign-in|sign-up|forgotten)?$/.test(path);
}

/** The present target of a link of the page before this one: "#/game/42" is /games/42. */
export function movedFrom(hash: string): string | undefined {
  const id = positive(/^#\/game\/(\d+)$/.exec(hash)?.[1]);
  if (id) return `/games/${id}`;
  return hash === '#/' ? '/' : undefined;
}
