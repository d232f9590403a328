import * as v from 'valibot';
import { alarmFields } from '../alarms/alarm.ts';

/** Epoch seconds. */
export const alarm = v.object({
  ...alarmFields,
  delivered_at: v.nullable(v.number()),
  attempts: v.number(),
  seen_at: v.nullable(v.number()),
});
