import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { COLLECT_ATTEMPTS, CHARGES_PER_STATEMENT, RENEW_BEFORE_SECONDS } from '../../payments/config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { TEHRAN_OFFSET_SECONDS } from '../../../platform/text/tehran-week.ts';

export async function recordDueCharges(db: Database, now: number, hasTime: () => boolean): Promise<void> {
  while (hasTime() && (await recordRenewals(db, now)) === CHARGES_PER_STATEMENT);
  await recordDatedEpisodes(db, now);
  while (hasTime() && (await recordEpisodeCharges(db, now)));
}

/** Triggers set `renew_at` whenever an end or a setting changes. Returns the number of subscriptions read. */
async function recordRenewals(db: Database, now: number): Promise<number> {
  const soon = now + RENEW_BEFORE_SECONDS;
  const dueUsers = sql`SELECT user_id FROM direct_debit_settings
    WHERE renew_at IS NOT NULL AND renew_at <= ${soon} ORDER BY renew_at LIMIT ${CHARGES_PER_STATEMENT}`;
  const insertRenewals = insertCharges(
    sql`SELECT 'renewal:' || u.id || ':' || u.subscribed_until AS key, u.id AS user_id, 'renewal' AS kind, 0 AS item_id
      FROM direct_debit_settings s CROSS JOIN users u ON u.id = s.user_id
      WHERE s.user_id IN (${dueUsers}) AND s.subscription = 1 AND u.subscribed_until <= ${soon}
        AND u.paused_until <= ${now}`,
    now,
  );
  // Of a paused account: so that it is read again when the pause ends.
  const end = sql`(SELECT CASE WHEN u.paused_until > ${now}
      THEN max(u.subscribed_until, u.paused_until + ${RENEW_BEFORE_SECONDS}) ELSE u.subscribed_until END
    FROM users u WHERE u.id = direct_debit_settings.user_id)`;
  const [, checkedUsers = []] = await batch(db, [
    insertRenewals,
    sql`UPDATE direct_debit_settings SET renew_at = CASE WHEN subscription = 1 AND ${end} > ${soon} THEN ${end} END
      WHERE user_id IN (${dueUsers}) RETURNING user_id`,
  ]);
  return checkedUsers.length;
}

const DATED_WITHIN = '-30 days';

/** Puts the episodes that their date releases into the record that triggers keep of the others. A month is read. */
async function recordDatedEpisodes(db: Database, now: number): Promise<void> {
  const today = sql`date(${now} + ${TEHRAN_OFFSET_SECONDS}, 'unixepoch')`;
  await db.run(sql`INSERT INTO episode_releases (episode_id, series_id) SELECT e.id, e.series_id FROM titles e
    WHERE e.release <> 'released' AND e.series_id IS NOT NULL
      AND e.release_date BETWEEN date(${today}, ${DATED_WITHIN}) AND ${today}
      AND NOT EXISTS (SELECT 1 FROM episode_releases r WHERE r.episode_id = e.id) ORDER BY e.release_date, e.id`);
}

const cursorRow = v.object({ seq: v.number(), user_id: v.number(), last: v.number(), next: v.nullable(v.number()) });

/** Moves the cursor in the same transaction: of two cron runs, one moves it. False: nothing is left to record. */
async function recordEpisodeCharges(db: Database, now: number): Promise<boolean> {
  const [row] = await db.all(sql`SELECT c.seq, c.user_id, coalesce((SELECT max(seq) FROM episode_releases), 0) AS last,
      (SELECT r.seq FROM episode_releases r WHERE r.seq > c.seq
        AND EXISTS (SELECT 1 FROM direct_debit_series d WHERE d.series_id = r.series_id) ORDER BY r.seq LIMIT 1) AS next
    FROM episode_release_cursor c WHERE c.id = 1`);
  const { seq, user_id: after, last, next } = v.parse(cursorRow, row);
  if (seq >= last) return false;
  const isCurrent = sql`id = 1 AND seq = ${seq} AND user_id = ${after}`;
  const moveCursor = (to: number, userId: number) =>
    sql`UPDATE episode_release_cursor SET seq = ${to}, user_id = ${userId} WHERE ${isCurrent}`;
  if (next === null) {
    await db.run(moveCursor(last, 0));
    return true;
  }
  const followers = sql`FROM episode_releases r CROSS JOIN direct_debit_series d ON d.series_id = r.series_id
    WHERE r.seq = ${next} AND d.user_id > ${after}`;
  const [end] = await db.all<{ user_id: number }>(
    sql`SELECT d.user_id ${followers} ORDER BY d.user_id LIMIT 1 OFFSET ${CHARGES_PER_STATEMENT - 1}`,
  );
  await batch(db, [
    insertCharges(
      sql`SELECT 'episode:' || d.user_id || ':' || r.episode_id AS key, d.user_id, 'episode' AS kind,
          r.episode_id AS item_id ${followers} AND d.user_id <= ${end?.user_id ?? Number.MAX_SAFE_INTEGER}
          AND d.since_release < r.seq AND EXISTS (SELECT 1 FROM episode_release_cursor WHERE ${isCurrent})`,
      now,
    ),
    end ? moveCursor(seq, end.user_id) : moveCursor(next, 0),
  ]);
  return true;
}

/** Payments outlive their charge, so a collected key is never recorded again and attempts continue to count. */
function insertCharges(rows: SQL, now: number): SQL {
  const keyPayments = sql`FROM payments p WHERE p.method = 'direct_debit' AND p.token > c.key || ':' AND p.token < c.key || ';'`;
  const last = sql`coalesce((SELECT max(CAST(substr(p.token, length(c.key) + 2) AS INTEGER)) ${keyPayments}), 0)`;
  return sql`INSERT INTO direct_debit_charges (key, user_id, kind, item_id, state, attempts, stop_after, next_try_at,
      created_at)
    SELECT c.key, c.user_id, c.kind, c.item_id, 'due', ${last}, ${last} + ${COLLECT_ATTEMPTS}, ${now}, ${now}
    FROM (${rows}) c WHERE NOT EXISTS (SELECT 1 ${keyPayments} AND p.state = 'settled')
    ON CONFLICT (key) DO NOTHING`;
}
