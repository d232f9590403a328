import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** migrations/0015_progress.sql. Seconds; epoch seconds. */
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
    /** A rewind does not lower it (migrations/0034_progress_furthest.sql). */
    furthest: integer('furthest').notNull().default(0),
    /** By the server's clock (migrations/0058_watched_seconds.sql). */
    watched: integer('watched').notNull().default(0),
    measuredAt: integer('measured_at').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.profile, t.titleId] })],
);
