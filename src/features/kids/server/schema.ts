import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Migration 0009. Times are epoch seconds. */
export const kidsSessions = sqliteTable('kids_sessions', {
  id: text('id').primaryKey(),
  pinHash: text('pin_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  lockedUntil: integer('locked_until').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  cookieAt: integer('cookie_at').notNull().default(0), // The cookie ends KIDS_COOKIE_SECONDS later
});
