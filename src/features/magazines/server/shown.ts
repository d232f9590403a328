import { sql, type SQL } from 'drizzle-orm';
import type { SqlTime } from '../../../platform/db/client.ts';

/** A magazine's own cover, else that of its newest issue that is shown. In a query of `magazines`. `now`: epoch seconds in SQL. */
export const coverText = (now: string): string =>
  `coalesce(magazines.art, (SELECT i.art FROM issues i WHERE i.magazine_id = magazines.id AND i.state = 'released'
    AND (i.starts_at IS NULL OR i.starts_at <= ${now}) AND i.art IS NOT NULL ORDER BY i.number DESC LIMIT 1))`;

/** Gives the documents of search the covers of the lists: where one changes, and where an issue comes out by itself. */
export const coverRefreshText = (now: string): string =>
  `UPDATE search_docs SET art = (SELECT ${coverText(now)} FROM magazines WHERE magazines.id = search_docs.ref_id)
    WHERE type = 'magazine'`;

const bindTime = <T>(text: (now: string) => string, now: SqlTime): SQL<T> => {
  const [head = '', tail = ''] = text('\0').split('\0');
  return sql<T>`${sql.raw(head)}${now}${sql.raw(tail)}`;
};
export const selectCover = (now: SqlTime) => bindTime<string | null>(coverText, now);
export const refreshCovers = (now: SqlTime) => bindTime(coverRefreshText, now);
