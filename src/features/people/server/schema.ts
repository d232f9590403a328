import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Kept by triggers. */
export const peopleCounts = sqliteTable('people_counts', {
  group: text('group_name').primaryKey(),
  total: integer('total').notNull(),
});
