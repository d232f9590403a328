import * as calls from '../contract/catalogue.ts';
import { serve, type Api, type Service } from '../../../platform/http/calls/serve.ts';
import { getCategory } from './category.ts';
import { getCategories, getFacets, getGenreArt, getGenres } from './facets.ts';
import { listTitles } from './list-titles.ts';
import { getTitle } from './title-details.ts';
import { and, eq } from 'drizzle-orm';
import type { getTitleKind as call } from '../contract/catalogue.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { titles } from './schema.ts';
import { buildAgeConditions } from './filters.ts';

/** Ids are unique over all kinds (spec 2.09). An unknown one is `title_not_found`. */
const getTitleKind: Service<typeof call> = async ({ db, maxAge }, { id }) => {
  const [title] = await db
    .select({ kind: titles.kind })
    .from(titles)
    .where(and(eq(titles.id, id), ...buildAgeConditions(maxAge)));
  return title ? ok({ data: title }) : fail('title_not_found');
};

export function mountTitles(app: Api): void {
  serve(app, calls.getTitle, getTitle);
  serve(app, calls.getTitleKind, getTitleKind);
  serve(app, calls.listTitles, listTitles);
  serve(app, calls.getGenres, getGenres);
  serve(app, calls.getGenreArt, getGenreArt);
  serve(app, calls.getFacets, getFacets);
  serve(app, calls.getCategories, getCategories);
  serve(app, calls.getCategory, getCategory);
}
