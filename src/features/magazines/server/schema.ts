import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PRINT_STATES } from '../contract.ts';

export const magazines = sqliteTable('magazines', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  titleEn: text('title_en').notNull(),
  kind: text('kind', { enum: ['magazine', 'newspaper', 'studio'] }).notNull(),
  synopsisFa: text('synopsis_fa').notNull(),
  synopsisEn: text('synopsis_en').notNull(),
  /** Null: the cover of the newest issue. */
  art: text('art'),
  state: text('state', { enum: PRINT_STATES }).notNull(),
});

export const issues = sqliteTable(
  'issues',
  {
    magazineId: integer('magazine_id').notNull(),
    number: integer('number').notNull(),
    date: text('date').notNull(),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
    art: text('art'),
    state: text('state', { enum: PRINT_STATES }).notNull(),
    startsAt: integer('starts_at'),
  },
  (t) => [primaryKey({ columns: [t.magazineId, t.number] })],
);
