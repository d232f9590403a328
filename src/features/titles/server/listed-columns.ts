import { sql } from 'drizzle-orm';
import { selectCard } from './card-columns.ts';

const selectFromSeries = (column: 'name_fa' | 'name_en' | 'art' | 'art_en') =>
  sql`(SELECT s.${sql.raw(column)} FROM titles s WHERE s.id = titles.series_id)`;

/** «قسمت ۳» alone names nothing: an episode's card names its series first, and has its art. */
export const listedNames = {
  name_fa: sql<string>`coalesce(${selectFromSeries('name_fa')} || '، ', '') || titles.name_fa`.as('name_fa'),
  name_en: sql<string>`coalesce(${selectFromSeries('name_en')} || ', ', '') || titles.name_en`.as('name_en'),
  art: sql<string | null>`coalesce(titles.art, ${selectFromSeries('art')})`.as('art'),
  art_en: sql<string | null>`iif(titles.art IS NULL, ${selectFromSeries('art_en')}, titles.art_en)`.as('art_en'),
};

export function selectListed(now: number) {
  return { ...selectCard(now), ...listedNames };
}
