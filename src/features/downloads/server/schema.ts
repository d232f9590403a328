import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tables for Drizzle's types; migrations/ makes them. Times are epoch seconds; money is integer toman. */

export const downloads = sqliteTable('downloads', {
  id: integer('id').primaryKey(),
  titleId: integer('title_id').notNull(),
  quality: text('quality').notNull(),
  bytes: integer('bytes').notNull(),
  toman: integer('toman').notNull(),
  /** The key in R2; null while there is no file. */
  file: text('file'),
  /** Languages of the subtitles in the file. */
  subtitles: text('subtitles', { mode: 'json' }).$type<string[]>().notNull().default([]),
});
