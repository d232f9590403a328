/** Seconds of transfer after which a sample counts half. */
const FAST_SECONDS = 3;
const SLOW_SECONDS = 9;
/** Bytes; a smaller transfer measures latency. */
const SMALLEST_SAMPLE = 8_000;
/** Bits per second; faster answers came from a cache. */
const FASTEST = 60_000_000;

export interface Throughput {
  addSample: (bytes: number, seconds: number) => void;
  /** Bits per second; null before a sample. */
  estimate: () => number | null;
}

/** Exponentially weighted means of a fast and a slow half-life; the lower one counts, as in other players. */
export function createThroughput(initial: number | null): Throughput {
  const fast = createMean(FAST_SECONDS);
  const slow = createMean(SLOW_SECONDS);
  return {
    addSample: (bytes, seconds) => {
      if (bytes < SMALLEST_SAMPLE || seconds <= 0) return;
      const bits = Math.min((bytes * 8) / seconds, FASTEST);
      fast.add(bits, seconds);
      slow.add(bits, seconds);
    },
    estimate: () => {
      const values = [fast.get(), slow.get()].filter((value) => value !== null);
      return values.length > 0 ? Math.min(...values) : initial;
    },
  };
}

function createMean(halfLife: number) {
  const alpha = Math.exp(Math.log(0.5) / halfLife);
  let mean = 0;
  let weight = 0;
  return {
    add: (value: number, seconds: number) => {
      const keep = alpha ** seconds;
      mean = value * (1 - keep) + keep * mean;
      weight += seconds;
    },
    // The zero that the mean began with is taken out again.
    get: () => (weight === 0 ? null : mean / (1 - alpha ** weight)),
  };
}
