import * as v from 'valibot';
import { sql, type SQL } from 'drizzle-orm';
import { alarmFields, maskAlarmText, type AlarmKind } from '../alarm.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';

export const alarmRow = v.object({
  ...alarmFields,
  webhook_at: v.nullable(v.number()),
  sms_at: v.nullable(v.number()),
});
export type AlarmRow = v.InferOutput<typeof alarmRow>;

const SEEN_ALARM_SECONDS = 400 * 24 * 60 * 60;

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

/** Removes alarms that an operator saw and that are older than a year. Unseen ones stay. */
export async function sweepAlarms({ db, now }: { db: Database; now: number }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM alarms WHERE id IN (SELECT id FROM alarms
      WHERE seen_at IS NOT NULL AND created_at <= ${now - SEEN_ALARM_SECONDS} LIMIT ${SWEEP_ROWS})`,
  ]);
}
