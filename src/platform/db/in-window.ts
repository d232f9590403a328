import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { SqlTime } from './client.ts';

/** True from the row's `starts_at` until its `ends_at`; null is always. Epoch seconds. */
export function isInWindow({ startsAt, endsAt }: { startsAt: SQLWrapper; endsAt: SQLWrapper }, now: SqlTime): SQL {
  return sql`(${startsAt} IS NULL OR ${startsAt} <= ${now}) AND (${endsAt} IS NULL OR ${endsAt} > ${now})`;
}
