import { asc, desc, type SQL } from 'drizzle-orm';
import type { Sort } from '../browse.ts';
import { titles, type titleFacets } from './schema.ts';

/** `by` may be the copies in a facet's index. Ids break ties, so that pages do not repeat a title. */
export function buildOrderBy(
  sort: Sort,
  by: typeof titles | typeof titleFacets = titles,
  id: typeof titles.id | typeof titleFacets.titleId = titles.id,
): SQL[] {
  if (sort === 'views') return [desc(by.views), desc(id)];
  if (sort === 'rating') return [desc(by.rating), desc(id)];
  if (sort === 'year') return [asc(by.year), asc(id)];
  return [desc(by.year), desc(id)];
}
