import * as v from 'valibot';
import { createHistogram } from './histogram.ts';
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
