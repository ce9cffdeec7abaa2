/** A list that comes in pages. */
import type { Problem } from '../api/problem';
import type { Answer } from '../api/rest';

/** One page of it, and the cursor of the next. */
interface Part<T> {
  readonly entries: readonly T[];
  readonly next: string | null;
}

/** Reads pages one after another and keeps their entries. */
export class Paged<T> {
  entries = $state.raw<readonly T[]>();
  next = $state.raw<string | null>(null);
  problem = $state.raw<Problem>();
  private turn = 0;

  constructor(private readonly read: (cursor: string | undefined) => Promise<Answer<Part<T>>>) {}

  /** Begins again; forgets what an earlier reading brings. */
  async start(): Promise<void> {
    await this.load(undefined, []);
  }

  /** Reads on. */
  async more(): Promise<void> {
    if (this.next !== null) await this.load(this.next, this.entries ?? []);
  }

  private async load(cursor: string | undefined, before: readonly T[]): Promise<void> {
    const turn = ++this.turn;
    const answer = await this.read(cursor);
    if (turn !== this.turn) return;
    this.problem = answer.ok ? undefined : answer.problem;
    if (!answer.ok) return;
    this.entries = [...before, ...answer.data.entries];
    this.next = answer.data.next;
  }
}
