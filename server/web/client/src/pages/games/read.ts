/** Pages of the lists of games. */
import type { GameSummary, Turn } from '../../api/types';
import { settled, type Answer } from '../../api/rest';
import { rest } from '../../parts/site';
import { beginOf, type Filters, type List } from './filters';

/** A game of a list; where the viewer is to move, their time ends at the deadline. */
export interface Entry {
  readonly game: GameSummary;
  readonly deadline?: string | null | undefined;
}
export interface Part {
  readonly entries: readonly Entry[];
  readonly next: string | null;
}
type Read = (cursor: string | undefined) => Promise<Answer<Part>>;

export const page_size = 24;
/** Pages in a row that may be empty before the list stops: the server examines few games a page. */
const empty_max = 4;

const page = (cursor: string | undefined) =>
  ({ limit: page_size, include: 'position', ...(cursor ? { cursor } : {}) }) as const;

function fits({ kind, game }: Turn, { opponent, setup, rated }: Filters): boolean {
  if (kind !== 'move' || !game) return false;
  const name = opponent.toLowerCase();
  return (
    (!opponent || game.seats.some(({ handle }) => handle?.toLowerCase() === name)) &&
    (!setup || game.setup === setup) &&
    (!rated || String(game.rated) === rated)
  );
}

/** Moves that wait for the viewer, that with the least time first. */
const turns =
  (filters: Filters): Read =>
  async (cursor) => {
    const answer = await settled(rest.GET('/api/v1/me/turns', { params: { query: page(cursor) } }));
    if (!answer.ok) return answer;
    const entries = answer.data.turns
      .filter((turn) => fits(turn, filters))
      .map(({ game, deadline }) => ({ game: game!, deadline }));
    return { ...answer, data: { entries, next: answer.data.next } };
  };

/** The API's parameters for a list. */
function queryOf(list: List, filters: Filters, player: string) {
  const { opponent, setup, result, rated, from, until } = filters;
  return {
    order: list === 'finished' ? ('ended' as const) : ('newest' as const),
    ...(list === 'waiting' ? { to_move: 'other' as const } : {}),
    ...(list === 'playing' ? { status: 'active' as const } : {}),
    ...(player ? { player } : {}),
    ...(opponent ? { opponent } : {}),
    ...(setup ? { setup } : {}),
    ...(result ? { result: result as 'won' } : {}),
    ...(rated ? { rated: rated === 'true' } : {}),
    ...(from ? { from: beginOf(from) } : {}),
    ...(until ? { until: beginOf(until, 1) } : {}),
  };
}

const games =
  (list: List, filters: Filters, player: string): Read =>
  async (cursor) => {
    const query = { ...queryOf(list, filters, player), ...page(cursor) };
    const answer = await settled(rest.GET('/api/v1/games', { params: { query } }));
    if (!answer.ok) return answer;
    const entries = answer.data.games.map((game) => ({ game }));
    return { ...answer, data: { entries, next: answer.data.next } };
  };

/** A reader of the list, past pages without a match. `me`: only games of this player, the viewer. */
export function readerOf(list: List, filters: Filters, me: string | undefined): Read {
  const read = list === 'turn' ? turns(filters) : games(list, filters, me ?? filters.player);
  return async (cursor) => {
    let answer = await read(cursor);
    for (let count = 1; count < empty_max; ++count) {
      if (!answer.ok || answer.data.entries.length > 0 || answer.data.next === null) break;
      answer = await read(answer.data.next);
    }
    return answer;
  };
}
