import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const sliders = sqliteTable('sliders', {
  position: integer('position').primaryKey(),
  titleId: integer('title_id').notNull(),
  lineFa: text('line_fa'),
  lineEn: text('line_en'),
  startsAt: integer('starts_at'), // Epoch seconds; null: always
  endsAt: integer('ends_at'),
});
