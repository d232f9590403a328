import * as v from 'valibot';
import { HEIGHT_KEY, MAX_REPORTED_MS, PLAYED_KEY } from './keys.ts';

const integer = (most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(most));
const list = (most: number) => v.pipe(v.array(integer(most)), v.length(1));
const KBPS = 1_000_000;

/** Common Media Client Data, version 2, event mode (CTA-5004-B), as a JSON object; keys of ours have a prefix. Other keys
 * are dropped. `msd`: start-up; `bsd`: stalled since the last report; both in milliseconds. `su` beside `q` or `f`: the
 * play ended before its first picture. */
export const report = v.object({
  v: v.literal(2),
  sid: v.pipe(v.string(), v.uuid()),
  sn: integer(100_000),
  ts: integer(Number.MAX_SAFE_INTEGER),
  e: v.picklist(['ps', 't']),
  sta: v.picklist(['p', 'r', 'a', 'e', 'f', 'q']),
  sf: v.literal('h'),
  st: v.picklist(['v', 'l']),
  su: v.optional(v.boolean()),
  msd: v.optional(integer(MAX_REPORTED_MS)),
  bsd: v.optional(list(MAX_REPORTED_MS)),
  bl: v.optional(list(MAX_REPORTED_MS)),
  br: v.optional(list(KBPS)),
  mtp: v.optional(list(KBPS)),
  ec: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z_]{1,20}$/))), v.length(1))),
  [HEIGHT_KEY]: v.optional(integer(10_000)),
  [PLAYED_KEY]: v.optional(integer(MAX_REPORTED_MS)),
});
export type Report = v.InferOutput<typeof report>;

export const startTimes = createHistogram({ least: 100, ratio: 1.1, buckets: 92 });

interface Bucket {
  bucket: number;
  count: number;
}

/** Buckets that grow by `ratio`, so that a percentile is at most that much too high. */
function createHistogram({ least, ratio, buckets }: { least: number; ratio: number; buckets: number }) {
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
