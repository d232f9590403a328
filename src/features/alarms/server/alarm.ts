import * as v from 'valibot';
import { sql, type SQL } from 'drizzle-orm';
import { alarmFields, maskAlarmText, type AlarmKind } from '../alarm.ts';
import type { Database } from '../../../platform/db/client.ts';
import { retryWrite } from '../../../platform/http/d1-errors.ts';

export const alarmRow = v.object({
  ...alarmFields,
  webhook_at: v.nullable(v.number()),
  sms_at: v.nullable(v.number()),
});
export type AlarmRow = v.InferOutput<typeof alarmRow>;

interface Alarm {
  kind: AlarmKind;
  /** Such as `not_given_back:<payment>`; an alarm of the same key is raised once. */
  key: string;
  /** One English sentence without secrets. Mobile numbers are masked here. */
  text: string;
  paymentId?: string | null;
}

/** Stored for the cron to deliver (alarms/server/deliver.ts). Never throws: logged where it cannot be stored. */
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

/** For a batch, so that the alarm is stored exactly where its cause is. Logs nothing. */
export function insertAlarm(now: number, { kind, key, text, paymentId = null }: Alarm): SQL {
  return sql`INSERT INTO alarms (key, kind, text, payment_id, created_at, next_try_at)
    VALUES (${key}, ${kind}, ${maskAlarmText(text)}, ${paymentId}, ${now}, ${now}) ON CONFLICT (key) DO NOTHING`;
}
