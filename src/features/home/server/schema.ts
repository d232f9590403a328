import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

export const sliders = sqliteTable('sliders', {
  position: integer('position').primaryKey(),
  titleId: integer('title_id').notNull(),
});
