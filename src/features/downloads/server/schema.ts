import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const downloads = sqliteTable('downloads', {
  id: integer('id').primaryKey(),
  titleId: integer('title_id').notNull(),
  quality: text('quality').notNull(),
  bytes: integer('bytes').notNull(),
  toman: integer('toman').notNull(),
  file: text('file'),
  subtitles: text('subtitles', { mode: 'json' }).$type<string[]>().notNull().default([]),
});
