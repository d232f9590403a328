import * as v from 'valibot';
import { alarmFields } from '../alarms/alarm.ts';

/** Epoch seconds. `seen_at`: its end, by `seen_by` with a note. */
export const alarm = v.object({
  ...alarmFields,
  delivered_at: v.nullable(v.number()),
  attempts: v.number(),
  taken_by: v.nullable(v.string()),
  taken_at: v.nullable(v.number()),
  seen_at: v.nullable(v.number()),
  seen_by: v.nullable(v.string()),
  note: v.nullable(v.string()),
});

/** Of one call. */
export const MAX_ALARMS = 100;
