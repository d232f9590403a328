import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { CLOCK_SLACK_SECONDS } from '../http/clock.ts';

/** As `isAhead` of http/clock.ts, for a column of epoch seconds; the clocks of two machines may differ. */
export function isAheadInSql(end: SQLWrapper, now: number, longest: number): SQL {
  return sql`(${end} > ${now} AND ${end} <= ${now + longest + CLOCK_SLACK_SECONDS})`;
}
