import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SALES } from '../entitlement.ts';

/** migrations/0009_kids_and_screenings.sql. Epoch seconds; toman. `capacity` null: any number of people. */
export const screenings = sqliteTable(
  'screenings',
  {
    id: integer('id').primaryKey(),
    titleId: integer('title_id').notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    hours: integer('hours').notNull(),
    toman: integer('toman').notNull(),
    hidden: integer('hidden').notNull().default(0),
    capacity: integer('capacity'),
  },
  (t) => [index('screenings_title').on(t.titleId, t.endsAt), index('screenings_end').on(t.endsAt, t.id)],
);

/** `ownedHours` null: for good. `episodeToman`: direct debit collects it for each new episode. */
export const titlePrices = sqliteTable('title_prices', {
  titleId: integer('title_id').primaryKey(),
  toman: integer('toman').notNull(),
  sale: text('sale', { enum: SALES }).notNull(),
  ownedHours: integer('owned_hours'),
  episodeToman: integer('episode_toman'),
});

export const purchases = sqliteTable(
  'purchases',
  {
    userId: integer('user_id').notNull(),
    kind: text('kind', { enum: ['title', 'screening', 'download'] }).notNull(),
    itemId: integer('item_id').notNull(),
    paymentId: text('payment_id').notNull(),
    titleId: integer('title_id').notNull(),
    boughtAt: integer('bought_at').notNull(),
    endsAt: integer('ends_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.itemId, t.paymentId] }),
    index('purchases_title').on(t.userId, t.titleId),
  ],
);
