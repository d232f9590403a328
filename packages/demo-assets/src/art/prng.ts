/** A seeded source of chance: the same key always gives the same sequence. */
export interface Rng {
  /** A number in [0, 1). */
  next(): number;
  /** A number in [low, high). */
  between(low: number, high: number): number;
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Hashes a key (FNV-1a, then a final mix) into 32 bits. */
function hash(key: string): number {
  let h = 0x811c9dc5;
  for (const c of key) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 0x01000193);
  // FNV alone leaves neighbouring ids close together, which shows as neighbouring posters alike.
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Makes the generator (mulberry32) of a key. */
export function createRng(key: string): Rng {
  let state = hash(key);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const drawInteger = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole: drawInteger,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (items) => items[drawInteger(0, items.length - 1)] ?? items[0],
  };
}
