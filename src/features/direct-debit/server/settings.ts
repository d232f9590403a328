import { sql, type SQL } from 'drizzle-orm';
import { DEFAULT_BANK } from '../../payments/config.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { reopenEpisodes, reopenRenewal } from './charges.ts';

export interface SettingsChange {
  subscription?: boolean | undefined;
  pay_anything?: boolean | undefined;
  bank?: string | undefined;
  series?: number[] | undefined;
}

/** Saves the given settings (spec 4.17). A new series counts from its next release. Stopped charges reopen. */
export async function saveSettings(db: Database, userId: number, change: SettingsChange, now: number): Promise<void> {
  await batch(db, buildSettings(userId, change, now));
}

export function buildSettings(userId: number, change: SettingsChange, now: number): SQL[] {
  const toBit = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  const { bank = null } = change;
  const ids = JSON.stringify(change.series ?? []);
  const isOn = sql`EXISTS (SELECT 1 FROM direct_debit_settings WHERE user_id = ${userId} AND subscription = 1)`;
  return [
    ...(change.subscription === true
      ? [sql`DELETE FROM renewal_questions WHERE user_id = ${userId} AND answer IS NOT 'yes' AND NOT ${isOn}`]
      : []),
    sql`INSERT INTO direct_debit_settings (user_id, subscription, pay_anything, bank, turned_on_at)
      VALUES (${userId}, ${toBit(change.subscription) ?? 0}, ${toBit(change.pay_anything) ?? 0}, ${bank ?? DEFAULT_BANK},
        ${change.subscription === true ? now : 0})
      ON CONFLICT (user_id) DO UPDATE SET
        turned_on_at = CASE WHEN subscription = 0 AND excluded.subscription = 1 THEN excluded.turned_on_at
          ELSE turned_on_at END,
        subscription = coalesce(${toBit(change.subscription)}, subscription),
        pay_anything = coalesce(${toBit(change.pay_anything)}, pay_anything), bank = coalesce(${bank}, bank)`,
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
  ];
}

export function stopWithoutBank(userId: number): SQL[] {
  const hasNoBank = sql`NOT EXISTS (SELECT 1 FROM mandates m WHERE m.user_id = ${userId} AND m.state IN ('active', 'pending'))`;
  return [
    sql`UPDATE direct_debit_settings SET subscription = 0, pay_anything = 0 WHERE user_id = ${userId} AND ${hasNoBank}`,
    sql`DELETE FROM direct_debit_series WHERE user_id = ${userId} AND ${hasNoBank}`,
  ];
}

/** Spec 7.15, `pay_anything`. */
export async function isPayAnythingOn(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.all<{ on: number }>(
    sql`SELECT pay_anything AS "on" FROM direct_debit_settings WHERE user_id = ${userId}`,
  );
  return row?.on === 1;
}
