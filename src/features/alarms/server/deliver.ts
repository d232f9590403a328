import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/context.ts';
import { requireSms } from '../../../platform/sms/choose.ts';
import { describeError } from '../../../platform/http/describe-error.ts';
import { alarmRow, type AlarmRow } from './alarm.ts';
import { readAlarmChannels, type AlarmChannels } from './channels.ts';
import { postAlarms } from './webhook.ts';

/** Alarms in one message. */
const AT_ONCE = 50;
/** One tick sends for no longer than this; the next one takes the rest. */
const TICK_MS = 20_000;
/** A failed delivery is tried again after two minutes, then after twice as long each time, up to this. */
const RETRY_SECONDS = 120;
const RETRY_MAX_SECONDS = 60 * 60;
/** A person is called by SMS no more often than this, however many alarms there are. */
const SMS_EVERY_SECONDS = 10 * 60;

/** What sending an alarm needs of a request, or of the cron. */
export type AlarmContext = Pick<RequestContext, 'env' | 'db' | 'now'>;

/**
 * Sends what has not been sent to the operator (cron, every two minutes): all that is due in one message to each
 * channel. A channel that took an alarm does not get it again; where its answer was lost it does, with the same id.
 */
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
    due.length === AT_ONCE &&
    Date.now() < deadline
  );
}

/** Takes due alarms for this tick: of two ticks at the same time, one sends an alarm. */
async function claimDue({ db, now }: AlarmContext): Promise<AlarmRow[]> {
  const rows = await db.all(sql`UPDATE alarms SET attempts = attempts + 1,
      next_try_at = ${now} + min(${RETRY_MAX_SECONDS}, ${RETRY_SECONDS} << min(attempts, 20))
    WHERE id IN (SELECT id FROM alarms WHERE delivered_at IS NULL AND seen_at IS NULL AND next_try_at <= ${now}
      ORDER BY next_try_at, id LIMIT ${AT_ONCE})
    RETURNING id, key, kind, text, payment_id, created_at, webhook_at, sms_at`);
  return v.parse(v.array(alarmRow), rows).sort((a, b) => a.id - b.id);
}

/** Sends claimed alarms to each channel that lacks them, and keeps which took them. True where all did. */
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

/** One SMS to each operator; a fault counts as not sent, so that what the webhook took meanwhile is still recorded. */
async function trySms(context: AlarmContext, mobiles: string[], alarms: AlarmRow[]): Promise<boolean> {
  try {
    return await sendSms(context, mobiles, alarms);
  } catch (error) {
    console.error('alarm SMS:', describeError(error));
    return false;
  }
}

/** One SMS to each operator, of all alarms. True where at least one provider's answer says that it was sent. */
async function sendSms(context: AlarmContext, mobiles: string[], alarms: AlarmRow[]): Promise<boolean> {
  const { db, now } = context;
  const [last] = await db.all<{ at: number | null }>(
    sql`SELECT max(sms_at) AS at FROM alarms WHERE sms_at IS NOT NULL`,
  );
  if ((last?.at ?? 0) > now - SMS_EVERY_SECONDS) return false;
  const [first] = alarms;
  const text = `Pardeh: ${String(alarms.length)} × alarm. ${first?.text ?? ''}`;
  const sms = requireSms(context);
  if (!sms.ok) return false;
  const sent = await Promise.all(mobiles.map((mobile) => sms.value.notice({ mobile, text })));
  return sent.some(({ ok }) => ok);
}
