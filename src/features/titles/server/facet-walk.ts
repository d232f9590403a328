import { eq, sql, type SQL } from 'drizzle-orm';
import { titleFacets } from './schema.ts';

interface FacetInput {
  genre?: string | undefined;
  country: string; // '0' for any
  lang: string;
  downloads?: '0' | '1';
}

/** A title with files to download, or a series with an episode that has some (migration 0135). */
const HAS_FILE = 'has:file';

/** The facets that a title must have, as `title_facets` names them (migrations 0035 and 0135). */
export function getFacetKeys({ genre, country, lang, downloads }: FacetInput): string[] {
  return [
    ...(genre === undefined ? [] : [genre]),
    ...(country === '0' ? [] : [`country:${country}`]),
    ...(lang === '0' ? [] : [`language:${lang}`]),
    ...(downloads === '1' ? [HAS_FILE] : []),
  ];
}

/** Walks the rarest facet's rows by its index. Stored counts (migration 0035) choose it without another round trip. */
export function matchFacets(facets: readonly string[]): SQL[] {
  const [only] = facets;
  if (only !== undefined && facets.length === 1) return [eq(titleFacets.facet, only)];
  return [matchRarest(facets), ...facets.map(hasFacet)];
}

export function matchRarest(facets: readonly string[]): SQL {
  return sql`${titleFacets.facet} = (SELECT value FROM json_each(${JSON.stringify(facets)})
    ORDER BY (SELECT coalesce(sum(total), 0) FROM title_facet_counts WHERE facet = value) LIMIT 1)`;
}

/** Looked up in the facet's own table, whose index is a third of the time of title_facets'. */
function hasFacet(facet: string): SQL {
  const [name = '', code] = facet.split(':');
  if (facet === HAS_FILE)
    return sql`EXISTS (SELECT 1 FROM title_facets other WHERE other.title_id = ${titleFacets.titleId} AND other.facet = ${facet})`;
  const owner =
    code === undefined
      ? sql`SELECT 1 FROM title_genres other WHERE other.genre = ${facet}`
      : name === 'country'
        ? sql`SELECT 1 FROM title_countries other WHERE other.country = ${code}`
        : sql`SELECT 1 FROM title_languages other WHERE other.language = ${code}`;
  return sql`(${titleFacets.facet} = ${facet} OR EXISTS (${owner} AND other.title_id = ${titleFacets.titleId}))`;
}
