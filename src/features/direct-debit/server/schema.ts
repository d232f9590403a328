import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Tables for Drizzle's types; migrations/ creates them. Times are epoch seconds, money is whole toman. */

export const mandates = sqliteTable('mandates', {
  id: text('id').primaryKey(),
  userId: integer('user_id').notNull(),
  provider: text('provider').notNull(),
  bank: text('bank').notNull(),
  mobile: text('mobile').notNull(),
  state: text('state', { enum: ['pending', 'active', 'failed', 'cancelled'] }).notNull(),
  token: text('token').notNull(),
  authorizationId: text('authorization_id'),
  limitToman: integer('limit_toman').notNull(),
  countPerMonth: integer('count_per_month').notNull(),
  endsOn: text('ends_on').notNull(),
  createdAt: integer('created_at').notNull(),
  verifiedAt: integer('verified_at'),
  returnPath: text('return_path'),
  approvedAt: integer('approved_at'),
  claimedAt: integer('claimed_at').notNull().default(0),
});

export type MandateRow = typeof mandates.$inferSelect;
