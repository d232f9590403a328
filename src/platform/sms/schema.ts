import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tables for Drizzle's types; migrations/ makes them. Times are epoch seconds; money is integer toman. */

/** SMS that the `outbox` provider keeps instead of sending. */
export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  mobile: text('mobile').notNull(),
  text: text('text').notNull(),
  code: text('code').notNull(),
  sentAt: integer('sent_at').notNull(),
});
