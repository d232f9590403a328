import { sql, type SQL } from 'drizzle-orm';

/** SQL: days of a trial that begins at `at`, epoch seconds: by the newest rule of the desk that has begun, else `setting`. */
export function selectTrialDays(at: number | SQL, setting: number): SQL<number> {
  return sql<number>`coalesce((SELECT r.days FROM trial_rules r WHERE r.withdrawn_at IS NULL AND r.starts_at <= ${at}
    ORDER BY r.starts_at DESC LIMIT 1), ${setting})`;
}

/** SQL: when the next rule after `at` begins, in epoch seconds; null without one. */
export function selectNextTrialStart(at: number | SQL): SQL<number | null> {
  return sql<number | null>`(SELECT min(n.starts_at) FROM trial_rules n WHERE n.withdrawn_at IS NULL
    AND n.starts_at > ${at})`;
}
