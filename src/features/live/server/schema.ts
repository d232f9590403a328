import { PRINT_STATES } from '../../magazines/contract.ts';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tables for Drizzle's types; migrations/ makes them. Times are epoch seconds. */

export const channels = sqliteTable('channels', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  nameFa: text('name_fa').notNull(),
  nameEn: text('name_en').notNull(),
  synopsisFa: text('synopsis_fa').notNull(),
  synopsisEn: text('synopsis_en').notNull(),
  art: text('art'),
  streamUrl: text('stream_url'),
  access: text('access', { enum: ['free', 'subscription'] }).notNull(),
  state: text('state', { enum: PRINT_STATES }).notNull(),
});

/** Day 0 is Saturday; start and length are minutes of Tehran time. */
export const programmes = sqliteTable(
  'programmes',
  {
    channelId: integer('channel_id').notNull(),
    day: integer('day').notNull(),
    start: integer('start').notNull(),
    minutes: integer('minutes').notNull(),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
    titleId: integer('title_id'),
    media: text('media'),
    picture: text('picture'),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.day, t.start] })],
);
