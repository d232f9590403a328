import { eq, lte, sql, type SQL } from 'drizzle-orm';
import { getFacetKeys } from './facet-walk.ts';
import { titles, type titleFacets } from './schema.ts';

/** The filter of spec 3.17, as parsed: 0 and '0' mean any. */
export interface TitleFilter {
  age: number;
  lang: string;
  country: string;
  f_type: '0' | 'movie' | 'series' | 'video';
}

/** Where kind and age are read: of the titles, or of the copies in the index of a facet. */
type Rows = typeof titles | typeof titleFacets;

/** The viewer's age ceiling (years) as conditions. Every query that shows titles must take it. */
export function buildAgeConditions(maxAge: number | undefined, by: Rows = titles): SQL[] {
  return maxAge === undefined ? [] : [lte(by.age, maxAge)];
}

/** `age` is the viewer's age: titles for that age or younger pass. */
export function buildKindConditions({ age, f_type }: Pick<TitleFilter, 'age' | 'f_type'>, by: Rows = titles): SQL[] {
  return [...(age > 0 ? [lte(by.age, age)] : []), ...(f_type === '0' ? [] : [eq(by.kind, f_type)])];
}

/** Conditions on titles that are walked in another order than a facet's. */
export function buildFilterConditions(filter: TitleFilter): SQL[] {
  return [...buildKindConditions(filter), ...buildFacetConditions(getFacetKeys(filter))];
}

export function buildFacetConditions(facets: readonly string[]): SQL[] {
  return facets.map(
    (facet) => sql`EXISTS (SELECT 1 FROM title_facets WHERE title_id = ${titles.id} AND facet = ${facet})`,
  );
}
