import { sql } from 'drizzle-orm';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { takeBudget } from '../../../platform/http/limits/rate-limit.ts';
import { ok } from '../../../platform/outcome.ts';
import { tehranHourStart } from '../../../platform/text/tehran-week.ts';
import type { reportEmptySearch as call } from '../empty-search-contract.ts';
import { toStorableQuery } from '../query/storable-query.ts';

/** So that random queries do not grow the table; the hour's sum counts the rest, too. */
const MAX_QUERIES_PER_HOUR = 100;
const MAX_AGE_SECONDS = 8 * 24 * 60 * 60;

/** `too_many_requests` by network. Nothing is stored of who searches. */
export const countEmptySearch: Service<typeof call> = async (context, { query: text }) => {
  const budget = await takeBudget(context, [{ limit: 'empty_search' }]);
  if (!budget.ok) return budget;
  const hour = tehranHourStart(context.now);
  const query = toStorableQuery(text);
  await batch(context.db, [
    sql`INSERT INTO desk_hours (hour, figure, part, value) VALUES (${hour}, 'empty_searches', '', 1)
      ON CONFLICT (hour, figure, part) DO UPDATE SET value = value + 1`,
    ...(query === null
      ? []
      : [
          sql`INSERT INTO empty_searches (hour, query, searches) SELECT ${hour}, ${query}, 1
            WHERE EXISTS (SELECT 1 FROM empty_searches WHERE hour = ${hour} AND query = ${query})
              OR (SELECT count(*) FROM empty_searches WHERE hour = ${hour}) < ${MAX_QUERIES_PER_HOUR}
            ON CONFLICT (hour, query) DO UPDATE SET searches = searches + 1`,
        ]),
  ]);
  return ok({ data: { counted: true } });
};

export async function sweepEmptySearches({ db, now }: { db: Database; now: number }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM empty_searches WHERE (hour, query) IN (SELECT hour, query FROM empty_searches
      WHERE hour < ${now - MAX_AGE_SECONDS} LIMIT ${SWEEP_ROWS})`,
  ]);
}
