import { eq, sql, type SQL } from 'drizzle-orm';
import { titleFacets } from './schema.ts';

interface FacetInput {
  genre?: string | undefined;
  country: string; // '0' for any
  lang: string;
}

/** The facets that a title must have, as `title_facets` names them (migration 0035). */
export function getFacetKeys({ genre, country, lang }: FacetInput): string[] {
  return [
    ...(genre === undefined ? [] : [genre]),
    ...(country === '0' ? [] : [`country:${country}`]),
    ...(lang === '0' ? [] : [`language:${lang}`]),
  ];
}

/** Conditions on `title_facets`: the rows of the rarest facet whose titles have the others. The rarest is chosen by
 * counts that triggers keep, in the statement, so that no round trip is spent on it. The walk is along its index. */
export function matchFacets(facets: readonly string[]): SQL[] {
  const [only] = facets;
  if (only !== undefined && facets.length === 1) return [eq(titleFacets.facet, only)];
  const rarest = sql`(SELECT value FROM json_each(${JSON.stringify(facets)})
    ORDER BY (SELECT coalesce(sum(total), 0) FROM title_facet_counts WHERE facet = value) LIMIT 1)`;
  return [sql`${titleFacets.facet} = ${rarest}`, ...facets.map(hasFacet)];
}

function hasFacet(facet: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_facets other WHERE other.title_id = ${titleFacets.titleId} AND other.facet = ${facet})`;
}
