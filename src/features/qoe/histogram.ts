export interface Bucket {
  bucket: number;
  count: number;
}

/** Buckets that grow by `ratio`, so that a percentile is at most that much too high. */
export function createHistogram({ least, ratio, buckets }: { least: number; ratio: number; buckets: number }) {
  const getEnd = (bucket: number) => least * ratio ** bucket;
  return {
    findBucket: (value: number): number =>
      Math.min(buckets - 1, Math.max(0, Math.ceil(Math.log(value / least) / Math.log(ratio) - 1e-9))),
    /** The end of the bucket that holds the share of all values; null without values. */
    findPercentile: (counts: readonly Bucket[], share: number): number | null => {
      const total = counts.reduce((sum, { count }) => sum + count, 0);
      let below = 0;
      for (const { bucket, count } of [...counts].sort((a, b) => a.bucket - b.bucket)) {
        below += count;
        if (count > 0 && below >= total * share) return getEnd(bucket);
      }
      return null;
    },
  };
}
