import { desc, sql } from 'drizzle-orm';
import type { SearchResult } from '../contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import { titles } from '../../titles/server/schema.ts';

const POPULAR = 12;

/** `maxAge` in years. */
export async function findPopularTitles(db: Database, maxAge?: number): Promise<SearchResult[]> {
  return db
    .select({
      type: titles.kind,
      id: titles.id,
      slug: sql<string | null>`NULL`.as('slug'),
      name_fa: titles.nameFa,
      name_en: titles.nameEn,
      year: titles.year,
      iranian: titles.iranian,
      art: titles.art,
    })
    .from(titles)
    .where(sql`kind <> 'episode'${maxAge === undefined ? sql`` : sql` AND age <= ${maxAge}`}`)
    .orderBy(desc(titles.views), desc(titles.id))
    .limit(POPULAR);
}
