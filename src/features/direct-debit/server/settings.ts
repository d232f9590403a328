import { sql, type SQL } from 'drizzle-orm';
import { DEFAULT_BANK } from '../../payments/config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { reopenEpisodes, reopenRenewal } from './charges.ts';

export interface SettingsChange {
  subscription?: boolean | undefined;
  pay_anything?: boolean | undefined;
  bank?: string | undefined;
  /** Ids of the enabled series; absent leaves them as they are. */
  series?: number[] | undefined;
}

/**
 * Saves what is given and leaves the rest (spec 4.17). Of a series that is new, what is released from now on counts.
 * What is turned on reopens what had stopped before.
 */
export async function saveSettings(db: Database, userId: number, change: SettingsChange, now: number): Promise<void> {
  const bit = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  const { bank = null } = change;
  const ids = JSON.stringify(change.series ?? []);
  await batch(db, [
    sql`INSERT INTO direct_debit_settings (user_id, subscription, pay_anything, bank)
      VALUES (${userId}, ${bit(change.subscription) ?? 0}, ${bit(change.pay_anything) ?? 0}, ${bank ?? DEFAULT_BANK})
      ON CONFLICT (user_id) DO UPDATE SET
        subscription = coalesce(${bit(change.subscription)}, subscription),
        pay_anything = coalesce(${bit(change.pay_anything)}, pay_anything), bank = coalesce(${bank}, bank)`,
    ...(change.series === undefined
      ? []
      : [
          sql`DELETE FROM direct_debit_series
            WHERE user_id = ${userId} AND series_id NOT IN (SELECT value FROM json_each(${ids}))`,
          sql`INSERT OR IGNORE INTO direct_debit_series (user_id, series_id, since, since_release)
            SELECT ${userId}, t.title_id, coalesce(
                (SELECT max(e.season * 10000 + e.number) FROM titles e WHERE e.series_id = t.title_id), 0),
              (SELECT coalesce(max(seq), 0) FROM episode_releases)
            FROM title_prices t WHERE t.title_id IN (SELECT value FROM json_each(${ids}))
              AND t.episode_toman IS NOT NULL`,
          reopenEpisodes(userId, now),
        ]),
    ...(change.subscription === true ? [reopenRenewal(userId, now)] : []),
  ]);
}

/** The statements that turn everything automatic off where a user has no bank left to collect from. */
export function stopWithoutBank(userId: number): SQL[] {
  const none = sql`NOT EXISTS (SELECT 1 FROM mandates m WHERE m.user_id = ${userId} AND m.state IN ('active', 'pending'))`;
  return [
    sql`UPDATE direct_debit_settings SET subscription = 0, pay_anything = 0 WHERE user_id = ${userId} AND ${none}`,
    sql`DELETE FROM direct_debit_series WHERE user_id = ${userId} AND ${none}`,
  ];
}

/** Whether what a user buys may be paid by direct debit without asking each time (spec 7.15, `pay_anything`). */
export async function paysAnything(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.all<{ on: number }>(
    sql`SELECT pay_anything AS "on" FROM direct_debit_settings WHERE user_id = ${userId}`,
  );
  return row?.on === 1;
}
