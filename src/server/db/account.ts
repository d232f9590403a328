import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { OWN_LISTS } from '../../domain/my-lists.ts';
import { SUBTITLE_BACKGROUNDS, SUBTITLE_COLOURS, SUBTITLE_SIZES } from '../../domain/preferences.ts';

/** The tables of migrations/0011_account.sql. Times are epoch seconds. */

export const userSettings = sqliteTable('user_settings', {
  userId: integer('user_id').primaryKey(),
  autoplay: integer('autoplay', { mode: 'boolean' }).notNull(),
  dataSaver: integer('data_saver', { mode: 'boolean' }).notNull(),
  subtitleSize: text('subtitle_size', { enum: SUBTITLE_SIZES }).notNull(),
  subtitleColour: text('subtitle_colour', { enum: SUBTITLE_COLOURS }).notNull(),
  subtitleBackground: text('subtitle_background', { enum: SUBTITLE_BACKGROUNDS }).notNull(),
});

export const userLists = sqliteTable(
  'user_lists',
  {
    userId: integer('user_id').notNull(),
    list: text('list', { enum: OWN_LISTS }).notNull(),
    titleId: integer('title_id').notNull(),
    addedAt: integer('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.list, t.titleId] }),
    index('user_lists_newest').on(t.userId, t.list, t.addedAt, t.titleId),
  ],
);
