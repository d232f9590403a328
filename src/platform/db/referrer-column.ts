import { sql, type SQL } from 'drizzle-orm';
import { customType, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { numericReferrer, type Referrer } from '../text/referral-code.ts';

/** D1 reads integers above 2^53 − 1 inexactly. */
export const referrerColumn = customType<{ data: Referrer; driverData: Referrer }>({ dataType: () => 'integer' });

export function exactReferrer(column: AnySQLiteColumn): SQL<Referrer> {
  return sql`CAST(${column} AS TEXT)`.mapWith(numericReferrer);
}
