import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** Online screenings; see migrations/0009_kids_and_screenings.sql. Times are epoch seconds, the price is toman. */
export const screenings = sqliteTable(
  'screenings',
  {
    id: integer('id').primaryKey(),
    titleId: integer('title_id').notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    hours: integer('hours').notNull(),
    toman: integer('toman').notNull(),
  },
  (t) => [index('screenings_title').on(t.titleId, t.endsAt), index('screenings_end').on(t.endsAt, t.id)],
);
