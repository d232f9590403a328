import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The parent's PIN of a browser in kids mode; see migrations/0009_kids_and_screenings.sql. Times are epoch seconds. */
export const kidsSessions = sqliteTable('kids_sessions', {
  id: text('id').primaryKey(),
  pinHash: text('pin_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  lockedUntil: integer('locked_until').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  /** When the browser's cookie was last given; it ends KIDS_COOKIE_SECONDS later. */
  cookieAt: integer('cookie_at').notNull().default(0),
});
