/** A stream of numbers that its seed decides (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Whether something happens that happens in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  pick<T>(list: readonly T[]): T {
    const match = list[this.below(list.length)];
    if (match === undefined) throw new Error('nothing to pick from');
    return match;
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    throw new Error('no weight is above zero');
  }

  /** 0 up to, but not including, 1. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** The seed of a stream of its own, by its number: dropping one step leaves the others' streams as they are. */
export function deriveSeed(seed: number, number: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  mixed = Math.imul(mixed, 0x27d4eb2f);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
