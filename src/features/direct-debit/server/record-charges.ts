import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { COLLECT_ATTEMPTS, CHARGES_PER_STATEMENT, RENEW_BEFORE_SECONDS } from '../../payments/config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';

/** Notes what has to be collected at `now`, until there is no more of it or no more time. */
export async function recordDueCharges(db: Database, now: number, hasTime: () => boolean): Promise<void> {
  while (hasTime() && (await recordRenewals(db, now)) === CHARGES_PER_STATEMENT);
  while (hasTime() && (await recordEpisodeCharges(db, now)));
}

/**
 * Notes subscriptions that end within a day. `renew_at` is set by triggers whenever an end or a setting changes, and
 * cleared here, so that nobody is looked at twice. Returns how many were looked at.
 */
async function recordRenewals(db: Database, now: number): Promise<number> {
  const soon = now + RENEW_BEFORE_SECONDS;
  const looked = sql`SELECT user_id FROM direct_debit_settings
    WHERE renew_at IS NOT NULL AND renew_at <= ${soon} ORDER BY renew_at LIMIT ${CHARGES_PER_STATEMENT}`;
  const recorded = newCharges(
    sql`SELECT 'renewal:' || u.id || ':' || u.subscribed_until AS key, u.id AS user_id, 'renewal' AS kind, 0 AS item_id
      FROM direct_debit_settings s CROSS JOIN users u ON u.id = s.user_id
      WHERE s.user_id IN (${looked}) AND s.subscription = 1 AND u.subscribed_until <= ${soon}`,
    now,
  );
  const end = sql`(SELECT u.subscribed_until FROM users u WHERE u.id = direct_debit_settings.user_id)`;
  const [, seen = []] = await batch(db, [
    recorded,
    sql`UPDATE direct_debit_settings SET renew_at = CASE WHEN subscription = 1 AND ${end} > ${soon} THEN ${end} END
      WHERE user_id IN (${looked}) RETURNING user_id`,
  ]);
  return seen.length;
}

const cursorRow = v.object({ seq: v.number(), user_id: v.number(), last: v.number(), next: v.nullable(v.number()) });

/**
 * Notes the next followers of the next release and moves the cursor past them in the same transaction; with two ticks
 * at once, one moves it. Releases that nobody follows are passed together. False: all are noted.
 */
async function recordEpisodeCharges(db: Database, now: number): Promise<boolean> {
  const [row] = await db.all(sql`SELECT c.seq, c.user_id, coalesce((SELECT max(seq) FROM episode_releases), 0) AS last,
      (SELECT r.seq FROM episode_releases r WHERE r.seq > c.seq
        AND EXISTS (SELECT 1 FROM direct_debit_series d WHERE d.series_id = r.series_id) ORDER BY r.seq LIMIT 1) AS next
    FROM episode_release_cursor c WHERE c.id = 1`);
  const { seq, user_id: after, last, next } = v.parse(cursorRow, row);
  if (seq >= last) return false;
  const isHere = sql`id = 1 AND seq = ${seq} AND user_id = ${after}`;
  const move = (to: number, userId: number) =>
    sql`UPDATE episode_release_cursor SET seq = ${to}, user_id = ${userId} WHERE ${isHere}`;
  if (next === null) {
    await db.run(move(last, 0));
    return true;
  }
  const followers = sql`FROM episode_releases r CROSS JOIN direct_debit_series d ON d.series_id = r.series_id
    WHERE r.seq = ${next} AND d.user_id > ${after}`;
  const [end] = await db.all<{ user_id: number }>(
    sql`SELECT d.user_id ${followers} ORDER BY d.user_id LIMIT 1 OFFSET ${CHARGES_PER_STATEMENT - 1}`,
  );
  // Who follows meanwhile has a later release to begin with.
  await batch(db, [
    newCharges(
      sql`SELECT 'episode:' || d.user_id || ':' || r.episode_id AS key, d.user_id, 'episode' AS kind,
          r.episode_id AS item_id ${followers} AND d.user_id <= ${end?.user_id ?? Number.MAX_SAFE_INTEGER}
          AND d.since_release < r.seq AND EXISTS (SELECT 1 FROM episode_release_cursor WHERE ${isHere})`,
      now,
    ),
    end ? move(seq, end.user_id) : move(next, 0),
  ]);
  return true;
}

/**
 * The statement that notes charges, each once. The payments of a key last longer than its charge: what was collected
 * under it is never noted again, and attempts count on from the last one.
 */
function newCharges(rows: SQL, now: number): SQL {
  const ofKey = sql`FROM payments p WHERE p.method = 'direct_debit' AND p.token > c.key || ':' AND p.token < c.key || ';'`;
  const last = sql`coalesce((SELECT max(CAST(substr(p.token, length(c.key) + 2) AS INTEGER)) ${ofKey}), 0)`;
  return sql`INSERT INTO direct_debit_charges (key, user_id, kind, item_id, state, attempts, stop_after, next_try_at,
      created_at)
    SELECT c.key, c.user_id, c.kind, c.item_id, 'due', ${last}, ${last} + ${COLLECT_ATTEMPTS}, ${now}, ${now}
    FROM (${rows}) c WHERE NOT EXISTS (SELECT 1 ${ofKey} AND p.state = 'settled')
    ON CONFLICT (key) DO NOTHING`;
}
