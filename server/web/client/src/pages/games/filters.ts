/** Filters of the lists of games, and the address that holds them. Pure. */

/** Own games: by who moves, and those that are over. The archive: all that can be watched. */
export const ownLists = ['turn', 'waiting', 'finished'] as const;
export const archiveLists = ['finished', 'playing'] as const;
export type List = (typeof ownLists)[number] | (typeof archiveLists)[number];

export type Rated = '' | 'true' | 'false';

/** Every filter as it stands in the address and in the form; empty: any. */
export interface Filters {
  readonly player: string;
  readonly opponent: string;
  readonly setup: string;
  readonly result: string;
  readonly rated: Rated;
  /** Days, the last one included. */
  readonly from: string;
  readonly until: string;
}

export const none: Filters = {
  player: '',
  opponent: '',
  setup: '',
  result: '',
  rated: '',
  from: '',
  until: '',
};
const names = Object.keys(none) as (keyof Filters)[];
const ofPlayer = ['won', 'lost', 'none'];
const ofSeats = ['black', 'white', 'none'];

/** The results that can be asked for: a player's, or a seat's. */
export const resultsOf = (isOfPlayer: boolean): readonly string[] =>
  isOfPlayer ? ofPlayer : ofSeats;

/** Whether it is a day of the calendar as fields of that type write it. */
function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The filters that mean something together: the archive has no opponent without a player. */
export function fitting(filters: Filters, list: List, isOwn: boolean): Filters {
  const player = isOwn ? '' : filters.player.trim();
  const opponent = isOwn || player ? filters.opponent.trim() : '';
  const isOver = list === 'finished';
  const results = resultsOf(isOwn || player !== '');
  return {
    player,
    opponent,
    setup: filters.setup,
    result: isOver && results.includes(filters.result) ? filters.result : '',
    rated: /^(true|false)$/.test(filters.rated) ? filters.rated : '',
    from: isOver && isDay(filters.from) ? filters.from : '',
    until: isOver && isDay(filters.until) ? filters.until : '',
  };
}

/** The list and the filters that an address names. What it names wrongly is left out. */
export function parsed(query: string, isOwn: boolean): { list: List; filters: Filters } {
  const values = new URLSearchParams(query);
  const lists: readonly List[] = isOwn ? ownLists : archiveLists;
  const list = lists.find((one) => one === values.get('list')) ?? lists[0]!;
  const said = names.map((name) => [name, values.get(name) ?? '']);
  return { list, filters: fitting(Object.fromEntries(said) as Filters, list, isOwn) };
}

/** The address of a list with its filters; the first list and what is empty are left out. */
export function addressOf(isOwn: boolean, list: List, filters: Filters): string {
  const values = new URLSearchParams();
  if (list !== (isOwn ? ownLists : archiveLists)[0]) values.set('list', list);
  const said = fitting(filters, list, isOwn);
  for (const name of names) if (said[name]) values.set(name, said[name]);
  const query = values.toString();
  return (isOwn ? '/games' : '/archive') + (query && `?${query}`);
}

/** How many filters narrow a list. */
export const countOf = (filters: Filters): number =>
  names.filter((name) => filters[name] !== '').length;

/** The first instant of a day of this reader's, or of the day after it. */
export function beginOf(day: string, after = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + after).toISOString();
}
