const SWEEP_ABOVE = 10_000;

/** The rate limit binding: `limit` at once, refilled evenly over the period. In memory: a restart fills all buckets. */
export function createRateLimit(
  limit: number,
  periodSeconds: number,
  now: () => number = () => performance.now(),
): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const refill = ({ tokens, at }: { tokens: number; at: number }) =>
    Math.min(limit, tokens + (Math.max(0, now() - at) / (periodSeconds * 1000)) * limit);
  return {
    limit: async ({ key }) => {
      const tokens = refill(buckets.get(key) ?? { tokens: limit, at: now() });
      const success = tokens >= 1;
      buckets.set(key, { tokens: success ? tokens - 1 : tokens, at: now() });
      if (buckets.size > SWEEP_ABOVE) {
        for (const [name, bucket] of buckets) if (refill(bucket) >= limit) buckets.delete(name);
      }
      return { success };
    },
  };
}
