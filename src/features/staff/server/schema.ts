import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const operatorAudit = sqliteTable('operator_audit', {
  id: integer('id').primaryKey(),
  operator: text('operator').notNull(),
  action: text('action').notNull(),
  permission: text('permission'),
  subject: text('subject').notNull(),
  origin: text('origin'),
  status: integer('status'),
  before: text('before'),
  after: text('after'),
  created_at: integer('created_at').notNull(),
});
