import { sql } from 'drizzle-orm';
import { KIDS_COOKIE_SECONDS } from '../../../platform/http/session/kids.ts';
import { REQUESTER_SECONDS } from '../config.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';

const DAY = 24 * 60 * 60;
const OUTBOX_DAYS = 7; // Retention of the demo's outbox and bank
const BILL_DAYS = 30;
const SMS_DAYS = 30;
/** A second member has two days for a change of the mobile number. */
const UNDONE_CHANGE_DAYS = 3;
/** A device that no session has named for so long is new again at its next login. */
const DEVICE_DAYS = 400;

export async function sweep({ db, now }: { db: Database; now: number }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions WHERE expires_at <= ${now} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM login_codes WHERE (mobile, asker) IN (
      SELECT mobile, asker FROM login_codes WHERE expires_at <= ${now} LIMIT ${SWEEP_ROWS})`,
    // Their cookie has expired too.
    sql`DELETE FROM login_devices WHERE (mobile, asker) IN (
      SELECT mobile, asker FROM login_devices WHERE seen_at <= ${now - REQUESTER_SECONDS} LIMIT ${SWEEP_ROWS})`,
    // A full bucket equals none.
    sql`DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE full_at <= ${now} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM step_up_codes WHERE id IN (
      SELECT id FROM step_up_codes WHERE sent_at <= ${now - DAY} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM mobile_changes WHERE id IN (
      SELECT id FROM mobile_changes WHERE done = 0 AND started_at <= ${now - UNDONE_CHANGE_DAYS * DAY} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE sent_at <= ${now - OUTBOX_DAYS * DAY} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM sent_sms WHERE id IN (
      SELECT id FROM sent_sms WHERE sent_at <= ${now - SMS_DAYS * DAY} LIMIT ${SWEEP_ROWS})`,
    // A bill stays as long as its mandate, and while a payment waits for it.
    sql`DELETE FROM sandbox_bills WHERE token IN (
      SELECT token FROM sandbox_bills b WHERE created_at <= ${now - BILL_DAYS * DAY}
        AND NOT EXISTS (SELECT 1 FROM mandates m WHERE m.provider = 'sandbox' AND m.token = b.token
          AND m.state IN ('pending', 'active'))
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = b.order_id
          AND p.state IN ('initiated', 'pending', 'verifying'))
      LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM kids_sessions WHERE id IN (
      SELECT id FROM kids_sessions WHERE cookie_at <= ${now - KIDS_COOKIE_SECONDS} LIMIT ${SWEEP_ROWS})`,
    // The cookie of a kids session expires a year after its last visit.
    sql`DELETE FROM progress WHERE (profile, title_id) IN (
      SELECT profile, title_id FROM progress
      WHERE profile >= 'k' AND profile < 'l' AND last <= ${now - KIDS_COOKIE_SECONDS} LIMIT ${SWEEP_ROWS})`,
  ]);
}

/** Once a night: no index leads to devices by their age. */
export async function sweepDevices({ db, now }: { db: Database; now: number }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM known_devices WHERE (user_id, browser, system) IN (
      SELECT user_id, browser, system FROM known_devices k
      WHERE k.first_at <= ${now - DEVICE_DAYS * DAY} AND NOT EXISTS (SELECT 1 FROM sessions s
        WHERE s.user_id = k.user_id AND s.browser = k.browser AND s.system = k.system)
      LIMIT ${SWEEP_ROWS})`,
  ]);
}
