import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { MARKER_KINDS } from '../../titles/markers.ts';

/** Tables for Drizzle's types; migrations/ makes them. */

/** Seconds from the start of the media in a folder. */
export const markers = sqliteTable(
  'markers',
  {
    media: text('media').notNull(),
    kind: text('kind', { enum: MARKER_KINDS }).notNull(),
    starts: integer('starts').notNull(),
    ends: integer('ends').notNull(),
  },
  (t) => [primaryKey({ columns: [t.media, t.kind] })],
);
