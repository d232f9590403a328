import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';

const MAX_DAYS = 90;

/** Milliseconds; null without a play that began. `stall_share`: of the time that films should have played. */
const quality = {
  starts: v.number(),
  start_p50: v.nullable(v.number()),
  start_p95: v.nullable(v.number()),
  exits: v.number(),
  failures: v.number(),
  stalls: v.number(),
  stall_share: v.nullable(v.number()),
  played_seconds: v.number(),
};
export const qualityRow = v.object(quality);
export type QualityRow = v.InferOutput<typeof qualityRow>;

const days = v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.minValue(1), v.maxValue(MAX_DAYS));

export const getQuality = defineCall({
  name: 'getQuality',
  method: 'GET',
  path: '/operator/quality',
  summary: 'How films play, by day in Tehran and by lines of the picture (0: unknown), the newest day first.',
  access: { caller: 'operator', permission: 'quality.read' },
  input: v.object({ days: v.optional(days, '14') }),
  output: v.object({
    data: v.object({
      total: qualityRow,
      days: v.array(v.object({ day: v.string(), ...quality })),
      heights: v.array(v.object({ height: v.number(), ...quality })),
    }),
  }),
});
