/** A value that can be followed, by the contract of Svelte's stores. */
export class Value<T> {
  private readonly followers = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get(): T {
    return this.current;
  }

  set(value: T): void {
    if (value === this.current) return;
    this.current = value;
    for (const follower of [...this.followers]) follower(value);
  }

  subscribe(run: (value: T) => void): () => void {
    this.followers.add(run);
    run(this.current);
    return () => this.followers.delete(run);
  }
}
