import { eq, sql, type SQL } from 'drizzle-orm';
import type { SqlTime } from '../../../platform/db/client.ts';
import { screenings } from './schema.ts';

/** The user's ticket, else the next screening to end, else the last that ended. */
export function matchScreening(userId: SQL, now: SqlTime): SQL {
  return eq(
    screenings.id,
    sql`(SELECT s.id FROM screenings s WHERE s.title_id = titles.id
      ORDER BY EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = ${userId} AND o.kind = 'screening'
          AND o.item_id = s.id AND (o.ends_at IS NULL OR o.ends_at > ${now})) DESC,
        s.ends_at <= ${now}, abs(s.ends_at - ${now}) LIMIT 1)`,
  );
}
