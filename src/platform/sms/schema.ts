import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  mobile: text('mobile').notNull(),
  text: text('text').notNull(),
  code: text('code').notNull(),
  sentAt: integer('sent_at').notNull(),
});
