import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The table of migrations/0015_progress.sql and 0034_progress_furthest.sql. Places in seconds, moments in epoch seconds. */
export const progress = sqliteTable(
  'progress',
  {
    profile: text('profile').notNull(),
    titleId: integer('title_id').notNull(),
    duration: integer('duration').notNull(),
    since: integer('since').notNull(),
    seen: integer('seen').notNull(),
    points: text('points').notNull(),
    at: integer('at').notNull(),
    last: integer('last').notNull(),
    hiddenAt: integer('hidden_at').notNull(),
    version: integer('version').notNull(),
    /** The farthest second ever watched; a rewind does not lower it (migrations/0034_progress_furthest.sql). */
    furthest: integer('furthest').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.profile, t.titleId] })],
);
