import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tables for Drizzle's types; migrations/ makes them. Times are epoch seconds; money is integer toman. */

/** How many people a casts page has; kept by triggers. */
export const peopleCounts = sqliteTable('people_counts', {
  group: text('group_name').primaryKey(),
  total: integer('total').notNull(),
});
