import * as v from 'valibot';
import { sql, type SQL } from 'drizzle-orm';
import { maskAlarmText, type AlarmKind } from '../alarm.ts';
import type { Database } from '../../../platform/db/client.ts';
import { retryWrite } from '../../../platform/http/d1-errors.ts';

export const alarmRow = v.object({
  id: v.number(),
  key: v.string(),
  kind: v.string(),
  text: v.string(),
  payment_id: v.nullable(v.string()),
  created_at: v.number(),
  webhook_at: v.nullable(v.number()),
  sms_at: v.nullable(v.number()),
});
export type AlarmRow = v.InferOutput<typeof alarmRow>;

export interface Alarm {
  kind: AlarmKind;
  /** Names the matter, such as `not_given_back:<payment>`: an alarm of the same key is raised once. */
  key: string;
  /** One English sentence for the operator, without secrets. Mobile numbers are masked here. */
  text: string;
  paymentId?: string | null;
}

/**
 * Calls a person: keeps an alarm, which the cron sends to the operator (alarms/server/deliver.ts), and logs it the
 * first time. Never throws: an alarm that cannot be kept, tried twice, is at least logged. True where it is a new one.
 */
export async function raiseAlarm({ db, now }: { db: Database; now: number }, alarm: Alarm): Promise<boolean> {
  try {
    const rows = await retryWrite(() => db.all(sql`${insertAlarm(now, alarm)} RETURNING id`));
    if (rows.length === 0) return false;
    console.error(`alarm ${alarm.kind}: ${maskAlarmText(alarm.text)}`);
    return true;
  } catch (error) {
    console.error(`alarm ${alarm.kind} (not kept): ${maskAlarmText(alarm.text)}`, error);
    return false;
  }
}

/** The same as a statement of a batch, so that an alarm is kept exactly where what it is about is. Logs nothing. */
export function insertAlarm(now: number, { kind, key, text, paymentId = null }: Alarm): SQL {
  return sql`INSERT INTO alarms (key, kind, text, payment_id, created_at, next_try_at)
    VALUES (${key}, ${kind}, ${maskAlarmText(text)}, ${paymentId}, ${now}, ${now}) ON CONFLICT (key) DO NOTHING`;
}
