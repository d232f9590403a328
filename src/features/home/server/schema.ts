import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** Tables for Drizzle's types; migrations/ makes them. Times are epoch seconds; money is integer toman. */

export const sliders = sqliteTable('sliders', {
  position: integer('position').primaryKey(),
  titleId: integer('title_id').notNull(),
});
