/** A tournament that is looked at: read again when something has happened in it. */
import type { Problem } from '../../api/problem';
import { settled } from '../../api/rest';
import type { Tournament } from '../../api/tournaments';
import { live } from '../../parts/line';
import { rest } from '../../parts/site';

/** A tournament, and what keeps it new. */
export class OpenTournament {
  tournament = $state.raw<Tournament>();
  problem = $state.raw<Problem>();
  private reading = 0;
  private isReading = false;
  private isStale = false;

  constructor(readonly id: number) {}

  /** Reads it. News that comes meanwhile leads to one more reading. */
  async load(): Promise<void> {
    this.isStale = true;
    if (this.isReading) return;
    this.isReading = true;
    while (this.isStale) {
      this.isStale = false;
      await this.read();
    }
    this.isReading = false;
  }

  private async read(): Promise<void> {
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

  /** Reads it again whenever its log goes on, until the answer is called. */
  follow(): () => void {
    return live.follow(`tournament:${this.id}`, {
      after: () => this.tournament?.seq,
      take: () => void this.load(),
      // Without a seq to start after, what came before the subscription is not told.
      joined: (seq) => {
        if (this.tournament && seq !== this.tournament.seq) void this.load();
      },
    });
  }
}
