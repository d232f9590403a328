import { asc, desc, type SQL } from 'drizzle-orm';
import type { Sort } from '../../../domain/browse.ts';
import { titles } from '../../db/schema.ts';

/** The columns that put titles in an order; ids decide between equals, so that no page repeats a title of another. */
export function orderBy(sort: Sort): SQL[] {
  if (sort === 'views') return [desc(titles.views), desc(titles.id)];
  if (sort === 'rating') return [desc(titles.rating), desc(titles.id)];
  if (sort === 'year') return [asc(titles.year), asc(titles.id)];
  return [desc(titles.year), desc(titles.id)];
}
