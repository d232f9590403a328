import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { OWN_LISTS } from '../my-lists.ts';

export const userLists = sqliteTable(
  'user_lists',
  {
    userId: integer('user_id').notNull(),
    list: text('list', { enum: OWN_LISTS }).notNull(),
    titleId: integer('title_id').notNull(),
    addedAt: integer('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.list, t.titleId] }),
    index('user_lists_newest').on(t.userId, t.list, t.addedAt, t.titleId),
  ],
);
