import { sql } from 'drizzle-orm';
import type { SearchQuery } from '../../../domain/search-query.ts';
import type { Database } from '../../db/client.ts';

/** The index first, then its documents by row number: CROSS JOIN keeps SQLite from turning the two around. */
const SOURCE = sql`search_index CROSS JOIN search_docs d ON d.id = search_index.rowid`;

interface Scope {
  /** The viewer's ceiling in years. */
  maxAge?: number | undefined;
}

/** Under a ceiling only titles rated for it are found; people are not rated. */
function within(maxAge: number | undefined) {
  if (maxAge === undefined) return sql``;
  return sql` AND EXISTS (SELECT 1 FROM titles WHERE titles.id = d.ref_id AND titles.kind = d.type AND titles.age <= ${maxAge})`;
}

const resultColumns = {
  type: sql<string>`d.type`.as('type'),
  id: sql<number>`d.ref_id`.as('id'),
  name_fa: sql<string>`d.name_fa`.as('name_fa'),
  name_en: sql<string>`d.name_en`.as('name_en'),
  year: sql<number | null>`d.year`.as('year'),
  iranian: sql<boolean>`d.iranian`.mapWith(Boolean).as('iranian'),
  art: sql<string | null>`d.art`.as('art'),
};

/**
 * The best matches: a name that is the query, then a name that begins with it, then by relevance, then by views.
 * `names` keeps each folded name between line breaks, which folded text never holds.
 */
export function matching(
  db: Database,
  { match, folded }: SearchQuery,
  { type, maxAge, limit, offset = 0 }: Scope & { type?: string | undefined; limit: number; offset?: number },
) {
  const ofType = type === undefined ? sql`` : sql` AND d.type = ${type}`;
  return db
    .select(resultColumns)
    .from(SOURCE)
    .where(sql`search_index MATCH ${match}${ofType}${within(maxAge)}`)
    .orderBy(
      sql`instr(d.names, ${`\n${folded}\n`}) = 0`,
      sql`instr(d.names, ${`\n${folded}`}) = 0`,
      sql`round(bm25(search_index))`,
      sql`d.views DESC`,
      sql`d.id`,
    )
    .limit(limit)
    .offset(offset);
}

/** How many match, by type. */
export function matchCounts(db: Database, { match }: SearchQuery, maxAge?: number) {
  return db
    .select({ type: resultColumns.type, total: sql<number>`count(*)`.as('total') })
    .from(SOURCE)
    .where(sql`search_index MATCH ${match}${within(maxAge)}`)
    .groupBy(sql`d.type`);
}
