import { noAnswer } from './problem';
import { idempotencyKey, repeated, settled, type Answer, type Rest } from './rest';
import type { ChatMessage, ChatRoom, Game, GameEvent, ProposalKind } from './types';
import type { SeatName } from '../engine/types';

/** A move: `ply` and `seq` name the board it was chosen for: it is placed at most once. */
export interface Move {
  readonly point: string;
  readonly ply: number;
  readonly seq: number;
}

/** A player's acts in a game besides placing stones. */
export type Command =
  | { readonly kind: 'leave' | 'swap' | 'resume' | 'start' }
  | { readonly kind: 'join'; readonly seat?: SeatName }
  /** Seats the asking player, or the house bot `player` instead. */
  | { readonly kind: 'substitute'; readonly seat?: SeatName; readonly player?: string }
  | { readonly kind: 'propose'; readonly what: ProposalKind; readonly target?: SeatName }
  | { readonly kind: 'accept' | 'decline'; readonly proposal: number };

/** A game page's requests to the server. */
export interface GameApi {
  game(id: number): Promise<Answer<Game>>;
  /** The first event of the log, which tells the opening of a custom board. */
  opening(id: number): Promise<Answer<GameEvent>>;
  /** Sent once; the caller decides about sending it again. */
  move(id: number, move: Move): Promise<Answer<GameEvent>>;
  /** Sent again by itself until it is answered; carried out once. `seq`: the last event seen. */
  act(id: number, command: Command, seq: number): Promise<Answer<unknown>>;
  /** The latest messages of a room, newest first. */
  chat(id: number, room: ChatRoom): Promise<Answer<readonly ChatMessage[]>>;
  say(id: number, room: ChatRoom, text: string): Promise<Answer<ChatMessage>>;
}

/** The server's. */
export function createGameApi(rest: Rest): GameApi {
  const at = (game: number) => ({ params: { path: { game } } });
  return {
    game: (id) => settled(rest.GET('/api/v1/games/{game}', at(id))),
    async opening(id) {
      const params = { path: { game: id }, query: { limit: 1 } };
      const answer = await settled(rest.GET('/api/v1/games/{game}/events', { params }));
      if (!answer.ok) return answer;
      // Text is the other form, which only those get who ask for it.
      if (typeof answer.data === 'string') return { ok: false, problem: noAnswer };
      return { ...answer, data: answer.data.events[0]! };
    },
    move: (id, body) => settled(rest.POST('/api/v1/games/{game}/moves', { ...at(id), body })),
    act: (id, command, seq) => act(rest, id, command, seq),
    async chat(id, room) {
      const params = { path: { game: id }, query: { room } };
      const answer = await settled(rest.GET('/api/v1/games/{game}/chat', { params }));
      return answer.ok ? { ...answer, data: answer.data.messages } : answer;
    },
    say(id, room, text) {
      const params = {
        path: { game: id },
        query: { room },
        header: { 'Idempotency-Key': idempotencyKey() },
      };
      return repeated(() => rest.POST('/api/v1/games/{game}/chat', { params, body: { text } }));
    },
  };
}

function act(rest: Rest, game: number, command: Command, seq: number): Promise<Answer<unknown>> {
  const header = { 'Idempotency-Key': idempotencyKey() };
  const params = { path: { game }, header };
  switch (command.kind) {
    case 'leave':
    case 'swap':
    case 'resume':
    case 'start': {
      const path = `/api/v1/games/{game}/${command.kind}` as const;
      return repeated(() => rest.POST(path, { params, body: { seq } }));
    }
    case 'join': {
      const body = { seq, ...(command.seat ? { seat: command.seat } : {}) };
      return repeated(() => rest.POST('/api/v1/games/{game}/join', { params, body }));
    }
    case 'substitute': {
      const { seat, player } = command;
      const body = { seq, ...(seat ? { seat } : {}), ...(player ? { player } : {}) };
      return repeated(() => rest.POST('/api/v1/games/{game}/substitute', { params, body }));
    }
    case 'propose': {
      const { what: kind, target } = command;
      const body = { kind, seq, ...(target ? { target } : {}) };
      return repeated(() => rest.POST('/api/v1/games/{game}/proposals', { params, body }));
    }
    case 'accept':
    case 'decline': {
      const path = `/api/v1/games/{game}/proposals/{proposal}/${command.kind}` as const;
      const to = { path: { game, proposal: command.proposal }, header };
      return repeated(() => rest.POST(path, { params: to, body: { seq } }));
    }
  }
}
