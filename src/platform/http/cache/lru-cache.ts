import { isAhead } from '../clock.ts';

interface Entry<V> {
  value: V;
  weight: number;
  until: number;
  keepMs: number;
}

interface Options<V> {
  /** The sum of all weights: entries, unless `weigh` says otherwise. */
  max: number;
  weigh?: (value: V) => number;
  /** Epoch milliseconds. */
  now?: () => number;
}

/**
 * Values that one process keeps by a key. Above the bound those make room that were used least lately. A value is not
 * given after its time, nor once the clock was set back to before it was put.
 */
export class LruCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #max: number;
  readonly #weigh: (value: V) => number;
  readonly #now: () => number;
  #weight = 0;

  constructor({ max, weigh = () => 1, now = () => Date.now() }: Options<V>) {
    this.#max = max;
    this.#weigh = weigh;
    this.#now = now;
  }

  get(key: string): V | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#entries.delete(key);
    if (!this.#isFresh(entry)) {
      this.#weight -= entry.weight;
      return null;
    }
    this.#entries.set(key, entry);
    return entry.value;
  }

  put(key: string, value: V, keepMs = Infinity): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight, until: this.#now() + keepMs, keepMs });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#max && this.#isFresh(entry)) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  #isFresh({ until, keepMs }: Entry<V>): boolean {
    return keepMs === Infinity || isAhead(until, this.#now(), keepMs);
  }
}
