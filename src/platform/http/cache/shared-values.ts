import { isAhead } from '../clock.ts';

/** Values that the requests of an isolate share. Only values: a promise belongs to the request that made it, and where
 * that request ends first, it never settles for the others. They look for the value instead, by timers of their own. */
const POLL_MS = 15;
/** After as many looks another request loads: the first one may have been cancelled. */
const MAX_LOOKS = 60;

interface Entry<T> {
  kept: { value: T; until: number; keepMs: number; attempt: number } | null;
  isLoading: boolean;
  /** Counts loads, so that a waiting request sees that another one has begun. */
  attempt: number;
  failure: { attempt: number; cause: unknown } | null;
}

interface Loaded<T> {
  value: T;
  keepMs: number;
}

export class SharedValues<K, T> {
  readonly #entries = new Map<K, Entry<T>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value, from memory or by `load`, which gets the last one. A load in progress is waited for; so is its failure. */
  async read(key: K, load: (last: T | null) => Promise<Loaded<T>>): Promise<T> {
    const entry = this.#getEntry(key);
    let { attempt } = entry;
    for (let looks = 0; ; looks += 1) {
      const { kept } = entry;
      if (kept && isAhead(kept.until, Date.now(), kept.keepMs)) return kept.value;
      if (looks > 0 && entry.failure?.attempt === attempt) throw entry.failure.cause;
      if (entry.attempt !== attempt) [attempt, looks] = [entry.attempt, 0];
      if (!entry.isLoading || looks >= MAX_LOOKS) return loadInto(entry, load);
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  #getEntry(key: K): Entry<T> {
    const stored = this.#entries.get(key);
    if (stored) return stored;
    if (this.#entries.size >= this.#most) this.#entries.clear();
    const entry: Entry<T> = { kept: null, isLoading: false, attempt: 0, failure: null };
    this.#entries.set(key, entry);
    return entry;
  }
}

async function loadInto<T>(entry: Entry<T>, load: (last: T | null) => Promise<Loaded<T>>): Promise<T> {
  entry.attempt += 1;
  entry.isLoading = true;
  const { attempt } = entry;
  try {
    const { value, keepMs } = await load(entry.kept?.value ?? null);
    // A load that hung must not replace what a later one has brought meanwhile.
    if (entry.kept && entry.kept.attempt > attempt) return entry.kept.value;
    entry.kept = { value, until: Date.now() + keepMs, keepMs, attempt };
    return value;
  } catch (cause) {
    if (entry.kept && entry.kept.attempt > attempt) return entry.kept.value;
    entry.failure = { attempt, cause };
    throw cause;
  } finally {
    if (entry.attempt === attempt) entry.isLoading = false;
  }
}
