import { sql, type SQL } from 'drizzle-orm';
import { customType, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { numericReferrer, type Referrer } from '../text/referral-code.ts';

/** A referrer's number. The column holds every one exactly; D1 reads whole numbers above 2^53 − 1 inexactly. */
export const referrerColumn = customType<{ data: Referrer; driverData: Referrer }>({ dataType: () => 'integer' });

/** Reads a referrer exactly. */
export function exactReferrer(column: AnySQLiteColumn): SQL<Referrer> {
  return sql`CAST(${column} AS TEXT)`.mapWith(numericReferrer);
}
