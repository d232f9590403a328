import { eq, sql, type SQL } from 'drizzle-orm';
import type { SqlTime } from '../../../platform/db/client.ts';
import { screenings } from './schema.ts';

/** The user's ticket, else the next screening to end, else the last that ended. */
export function matchScreening(userId: SQL, now: SqlTime): SQL {
  return eq(
    screenings.id,
    sql`(SELECT s.id FROM screenings s WHERE s.title_id = titles.id AND (s.hidden = 0 OR EXISTS (SELECT 1 FROM purchases h
        WHERE h.user_id = ${userId} AND h.kind = 'screening' AND h.item_id = s.id))
      ORDER BY EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = ${userId} AND o.kind = 'screening'
          AND o.item_id = s.id AND (o.ends_at IS NULL OR o.ends_at > ${now})) DESC,
        s.ends_at <= ${now}, abs(s.ends_at - ${now}) LIMIT 1)`,
  );
}

/** For a page that is the same for everybody: the next screening to end, else the last that ended. */
export function matchNextScreening(now: SqlTime): SQL {
  return eq(
    screenings.id,
    sql`(SELECT s.id FROM screenings s WHERE s.title_id = titles.id AND s.hidden = 0 ORDER BY s.ends_at <= ${now}, abs(s.ends_at - ${now}) LIMIT 1)`,
  );
}
