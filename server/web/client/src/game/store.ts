/** Things that a browser keeps: drafts of moves, and what a page likes to find again. */
export interface Store {
  /** Nothing if there is none. */
  get<T>(key: string): Promise<T | undefined>;
  /** Keeps a value; undefined forgets it. False if only this page keeps it. */
  set(key: string, value: unknown): Promise<boolean>;
  /**
   * Keeps what `change` makes of the present value, unless that is undefined: no other page writes
   * between. A value that can't be read is not replaced. False if only this page keeps it.
   */
  update<T>(key: string, change: (kept: T | undefined) => T | undefined): Promise<boolean>;
  /** Forgets everything, at signing out. */
  clear(): Promise<void>;
}

/** For a session only: if the browser keeps nothing, and for tests. */
export function memoryStore(): Store {
  const values = new Map<string, unknown>();
  return {
    get: <T>(key: string) => Promise.resolve(values.get(key) as T | undefined),
    set(key, value) {
      if (value === undefined) values.delete(key);
      else values.set(key, structuredClone(value));
      return Promise.resolve(false);
    },
    update<T>(key: string, change: (kept: T | undefined) => T | undefined) {
      const value = change(values.get(key) as T | undefined);
      if (value !== undefined) values.set(key, structuredClone(value));
      return Promise.resolve(false);
    },
    clear() {
      values.clear();
      return Promise.resolve();
    },
  };
}

/** The browser's database; a memory for the session if it is blocked or full. */
export function browserStore(name = 'tanbo'): Store {
  const fallback = memoryStore();
  let database: Promise<IDBDatabase> | undefined;
  const opened = () => (database ??= openDatabase(name));

  async function run<T>(
    mode: IDBTransactionMode,
    ask: (values: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const transaction = (await opened()).transaction('values', mode);
    const value = finished(ask(transaction.objectStore('values')));
    // A disk that is full shows at the end.
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(value);
      transaction.onabort = () => reject(transaction.error);
      value.catch(reject);
    });
  }

  async function updated<T>(key: string, change: (kept: T | undefined) => T | undefined) {
    const transaction = (await opened()).transaction('values', 'readwrite');
    const values = transaction.objectStore('values');
    return new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
      const read = values.get(key);
      read.onsuccess = () => {
        const value = change(read.result as T | undefined);
        if (value !== undefined) values.put(value, key);
      };
    });
  }

  return {
    async get<T>(key: string) {
      const kept = await fallback.get<T>(key);
      if (kept !== undefined) return kept;
      return run<T | undefined>('readonly', (values) => values.get(key)).catch(() => undefined);
    },
    async set(key, value) {
      await fallback.set(key, undefined);
      return run('readwrite', (values) => {
        const request = value === undefined ? values.delete(key) : values.put(value, key);
        return request as IDBRequest<unknown>;
      }).then(
        () => true,
        () => fallback.set(key, value),
      );
    },
    async update<T>(key: string, change: (kept: T | undefined) => T | undefined) {
      return updated(key, change).then(
        () => fallback.set(key, undefined).then(() => true),
        () => fallback.update(key, change),
      );
    },
    async clear() {
      await fallback.clear();
      await run('readwrite', (values) => values.clear()).catch(() => undefined);
    },
  };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('values');
  return finished(request);
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
