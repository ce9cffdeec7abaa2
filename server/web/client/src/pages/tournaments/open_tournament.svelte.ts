/** A tournament that is looked at: read again when something has happened in it. */
import type { Problem } from '../../api/problem';
import { settled } from '../../api/rest';
import type { Tournament } from '../../api/tournaments';
import { live } from '../../parts/line';
import { rest } from '../../parts/site';

/** How often a tournament that is not over is asked for news. */
const poll_ms = 15_000;

/** A tournament, and what keeps it new. */
export class OpenTournament {
  tournament = $state.raw<Tournament>();
  problem = $state.raw<Problem>();
  private reading = 0;

  constructor(readonly id: number) {}

  /** Reads it. An answer that a later one has overtaken is dropped. */
  async load(): Promise<void> {
    const reading = ++this.reading;
    const params = { path: { tournament: this.id } };
    const answer = await settled(rest.GET('/api/v1/tournaments/{tournament}', { params }));
    if (reading !== this.reading) return;
    this.problem = answer.ok ? undefined : answer.problem;
    if (answer.ok) this.tournament = answer.data;
  }

  /** Takes an answer that is newer than anything read before. */
  take(tournament: Tournament): void {
    ++this.reading;
    this.problem = undefined;
    this.tournament = tournament;
  }

  /** Reads it again now and then, and when something happens to the viewer; until the answer is called. */
  follow(): () => void {
    const isOver = () => /finished|cancelled/.test(this.tournament?.state ?? '');
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !isOver()) void this.load();
    }, poll_ms);
    const leave = live.follow('me', { take: () => void this.load() });
    return () => {
      clearInterval(timer);
      leave();
    };
  }
}
