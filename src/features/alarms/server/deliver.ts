import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { getBrand } from '../../../platform/text/site-brand.ts';
import { requireSms } from '../../../platform/sms/choose.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { alarmRow, type AlarmRow } from './alarm.ts';
import { readAlarmChannels, type AlarmChannels } from './channels.ts';
import { postAlarms } from './webhook.ts';

const ALARMS_PER_MESSAGE = 50;
const TICK_MS = 20_000;
/** Doubled after each failure, up to RETRY_MAX_SECONDS. */
const RETRY_SECONDS = 120;
const RETRY_MAX_SECONDS = 60 * 60;
const SMS_EVERY_SECONDS = 10 * 60;

type AlarmContext = Pick<RequestContext, 'env' | 'db' | 'now'>;

/** One message to each channel (cron, every two minutes). Repeats with the same id where an answer was lost. */
export async function deliverAlarms(context: AlarmContext): Promise<void> {
  const channels = readAlarmChannels(context.env);
  if (channels.webhook === null && channels.mobiles.length === 0) return;
  const deadline = Date.now() + TICK_MS;
  let due: AlarmRow[];
  do {
    due = await claimDue(context);
  } while (
    due.length > 0 &&
    (await sendOnce(context, channels, due)) &&
    due.length === ALARMS_PER_MESSAGE &&
    Date.now() < deadline
  );
}

/** Of two runs at the same time, one sends an alarm. */
async function claimDue({ db, now }: AlarmContext): Promise<AlarmRow[]> {
  const rows = await db.all(sql`UPDATE alarms SET attempts = attempts + 1,
      next_try_at = ${now} + min(${RETRY_MAX_SECONDS}, ${RETRY_SECONDS} << min(attempts, 20))
    WHERE id IN (SELECT id FROM alarms WHERE delivered_at IS NULL AND seen_at IS NULL AND next_try_at <= ${now}
      ORDER BY next_try_at, id LIMIT ${ALARMS_PER_MESSAGE})
    RETURNING id, key, kind, text, payment_id, created_at, webhook_at, sms_at`);
  return v.parse(v.array(alarmRow), rows).sort((a, b) => a.id - b.id);
}

async function sendOnce(context: AlarmContext, channels: AlarmChannels, alarms: AlarmRow[]): Promise<boolean> {
  const { db, env, now } = context;
  const forWebhook = alarms.filter(({ webhook_at }) => webhook_at === null);
  const forSms = alarms.filter(({ sms_at }) => sms_at === null);
  const [posted, texted] = await Promise.all([
    channels.webhook === null || forWebhook.length === 0 || postAlarms(channels.webhook, env.SITE_URL, forWebhook, now),
    channels.mobiles.length === 0 || forSms.length === 0 || trySms(context, channels.mobiles, forSms),
  ]);
  const ids = JSON.stringify(alarms.map(({ id }) => id));
  await db.run(sql`UPDATE alarms SET
      webhook_at = CASE WHEN ${posted && channels.webhook !== null} THEN coalesce(webhook_at, ${now}) ELSE webhook_at END,
      sms_at = CASE WHEN ${texted && channels.mobiles.length > 0} THEN coalesce(sms_at, ${now}) ELSE sms_at END,
      delivered_at = CASE WHEN ${posted && texted} THEN ${now} END
    WHERE id IN (SELECT value FROM json_each(${ids}))`);
  return posted && texted;
}

/** A fault counts as not sent, so that the webhook's success is still recorded. */
async function trySms(context: AlarmContext, mobiles: string[], alarms: AlarmRow[]): Promise<boolean> {
  try {
    return await sendSms(context, mobiles, alarms);
  } catch (error) {
    console.error('alarm SMS:', describeError(error));
    return false;
  }
}

async function sendSms(context: AlarmContext, mobiles: string[], alarms: AlarmRow[]): Promise<boolean> {
  const { db, now } = context;
  const [last] = await db.all<{ at: number | null }>(
    sql`SELECT max(sms_at) AS at FROM alarms WHERE sms_at IS NOT NULL`,
  );
  if ((last?.at ?? 0) > now - SMS_EVERY_SECONDS) return false;
  const [first] = alarms;
  const text = `${getBrand().name.en}: ${String(alarms.length)} × alarm. ${first?.text ?? ''}`;
  const sms = requireSms(context);
  if (!sms.ok) return false;
  const deliveries = await Promise.all(mobiles.map((mobile) => sms.value.notice({ mobile, text })));
  return deliveries.some(({ ok }) => ok);
}
