/** The game that a page shows: opened for the viewer, looked at, and acted in. */
import { untrack } from 'svelte';
import { systemTimers } from 'tanbo-client';
import { createGameApi, type Command } from '../../api/games';
import type { Request, Step } from '../../board/types';
import { loadEngine } from '../../engine/load';
import type { Point } from '../../engine/types';
import { GameSession } from '../../game/session';
import type { GameState } from '../../game/types';
import { live } from '../../parts/line';
import { wordsOf } from '../../parts/problem';
import { becomeSomebody, noteQueued, session as person } from '../../parts/session.svelte';
import { rest, store } from '../../parts/site';

const api = createGameApi(rest);

/** Belongs to one page; made while that begins. */
export class OpenGame {
  /** The game as far as it is known; nothing until somebody is known to look at it. */
  view = $state.raw<GameState>();
  /** Why the last act was refused, in words. */
  trouble = $state('');
  private opened: GameSession | undefined;
  /** The player, the game and the event that were kept last. */
  private keptAs = '';

  constructor(
    private readonly id: () => number,
    /** The ply that the address asks for. */
    private readonly ply: () => number | undefined,
    /** Says a refusal at once. */
    private readonly warn: (text: string) => void,
  ) {
    // One session for each game and viewer; the viewer is known first, to read it once.
    $effect(() => (person.isSettled ? this.open(id(), person.viewer) : undefined));
    $effect(() => this.keep());
  }

  private open(id: number, me: string | undefined): () => void {
    const one = new GameSession({
      id,
      engine: loadEngine(),
      api,
      live,
      store,
      timers: systemTimers,
      me,
      kept: async () => (me ? (await import('../../parts/kept')).keptGame(me, id) : undefined),
    });
    this.trouble = '';
    const leave = one.state.subscribe((value) => {
      this.view = value;
      if (value.draft.state === 'queued') noteQueued(true);
    });
    this.opened = one;
    void one.open().then(() => untrack(() => this.goToPly()));
    return () => {
      leave();
      one.close();
      if (this.opened === one) this.opened = undefined;
    };
  }

  /** Keeps an own game for when there is no line; a guest's from its first move on. */
  private keep(): void {
    const { view } = this;
    const { handle, isMember } = person;
    if (!handle || !view?.game || !view.head || view.mySeat === undefined) return;
    // Nothing loads beside the first game of somebody new before it has begun.
    if (!isMember && view.head.ply === 0) return;
    if (view.stale || view.since !== undefined || view.id !== view.game.id) return;
    const { head, seq } = view;
    const key = `${handle} ${view.id} ${seq}`;
    if (key === this.keptAs) return;
    this.keptAs = key;
    // Moves told by events are in the log alone.
    const game = { ...view.game, seq, ply: head.ply, turns: head.turns.join(' ') };
    void import('../../parts/keeping').then(({ keepGame }) => keepGame(handle, game, api));
  }

  private goToPly(): void {
    const wanted = this.ply();
    const head = this.view?.head;
    if (wanted === undefined || !head) return;
    let stones = 0;
    const turn = head.turns.findIndex((one) => !one.startsWith('leave:') && stones++ === wanted);
    if (turn >= 0) this.opened?.goTo(turn);
  }

  /** Looks at the board after so many turns. */
  readonly goTo = (turn: number): void => {
    this.opened?.goTo(turn);
    const ply = this.view?.cursor.at === 'turn' ? `?ply=${this.view.shown?.ply ?? 0}` : '';
    window.history.replaceState(null, '', `/games/${this.id()}${ply}`);
  };

  readonly step = (to: Step): void => {
    const last = this.view?.head?.turns.length ?? 0;
    const at = this.view?.shown?.turns.length ?? 0;
    const turn = { first: 0, back: at - 1, on: at + 1, last, present: last }[to];
    this.goTo(Math.max(0, Math.min(last, turn)));
  };

  readonly choose = (point: Point | undefined): void => {
    if (point === undefined) this.opened?.cancel();
    else this.opened?.choose(point);
  };

  readonly place = (point: Point): void => {
    const draft = this.view?.draft;
    if (draft?.state !== 'chosen' || draft.point !== point) this.opened?.choose(point);
    this.opened?.place();
  };

  readonly act = async (command: Command): Promise<void> => {
    this.trouble = '';
    if (person.handle === undefined) {
      await this.actAsSomebody(command);
      return;
    }
    const problem = await this.opened?.act(command);
    if (problem) {
      this.trouble = wordsOf(problem);
      this.warn(this.trouble);
    }
  };

  private async actAsSomebody(command: Command): Promise<void> {
    const problem = await becomeSomebody();
    if (problem) {
      this.trouble = wordsOf(problem);
      return;
    }
    // Another viewer is another session, which reads what this has changed.
    const answer = await api.act(this.id(), command, this.view?.seq ?? 0);
    if (!answer.ok) this.trouble = wordsOf(answer.problem);
    await this.opened?.open();
  }

  readonly resign = async (): Promise<void> => {
    const whose = this.opened;
    const { mayResign } = await import('./acts');
    // The answer is about the game that was asked about, and no other.
    if ((await mayResign(this.view?.game)) && whose === this.opened) {
      await this.act({ kind: 'leave' });
    }
  };

  readonly rematch = async (): Promise<void> => {
    const { rematch } = await import('./acts');
    this.trouble = (await rematch(this.id())) ?? this.trouble;
  };

  /** Does what a command asks for. */
  readonly request = async (wanted: Request): Promise<void> => {
    const { view } = this;
    if (wanted.kind === 'resign') {
      if (view?.mySeat !== undefined && view.game?.status === 'active') await this.resign();
      return;
    }
    const room = view?.mySeat === undefined ? 'spectators' : 'players';
    const problem = await this.opened?.say(room, wanted.text);
    if (problem) this.warn(wordsOf(problem));
  };

  readonly say: GameSession['say'] = (room, text) => this.opened!.say(room, text);
}
