import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { TITLES_PER_PAGE } from '../../../platform/config/constants.ts';
import type { getCategory as call } from '../contract/catalogue.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import type { Sort } from '../browse.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { categories, titleFacets, titles } from './schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectCard } from './card-columns.ts';
import { countUpTo } from './count-titles.ts';
import { getFacetKeys, matchFacets } from './facet-walk.ts';
import { buildAgeConditions, buildKindConditions, type TitleFilter } from './filters.ts';
import { buildOrderBy } from './order.ts';
import { toCappedPageMeta, getCountLimit } from './page-meta.ts';

const filter = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ genres: v.array(v.string()), countries: v.array(v.string()), kinds: v.array(v.picklist(TITLE_KINDS)) }),
);

interface CategoryInput extends TitleFilter {
  slug: string;
  sort?: Sort | undefined;
  page: number;
}

/** A category with a page of 48 titles. A page beyond the last is empty; an unknown slug is `not_found`. */
export async function getCategory(
  { db, maxAge, now }: RequestContext,
  input: CategoryInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [category] = await db.select().from(categories).where(eq(categories.slug, input.slug));
  if (!category) return fail('not_found');
  const facets = getFacetKeys(input);
  const where = and(
    ...buildAgeConditions(maxAge),
    ...buildConditions(v.parse(filter, category.filter)),
    ...buildKindConditions(input),
  );
  const limit = getCountLimit(input.page, TITLES_PER_PAGE);
  // A country or a language that was asked for is walked by its index; else the titles are.
  const walked = and(...matchFacets(facets), where);
  const query = db.select(selectCard(now));
  const [rows, counted] =
    facets.length === 0
      ? [
          query
            .from(titles)
            .where(where)
            .orderBy(...buildOrderBy(input.sort ?? 'newest')),
          { from: sql`${titles}`, where },
        ]
      : [
          query
            .from(titleFacets)
            .crossJoin(titles)
            .where(and(sql`${titles.id} = ${titleFacets.titleId}`, walked))
            .orderBy(...buildOrderBy(input.sort ?? 'newest', titleFacets, titleFacets.titleId)),
          { from: sql`title_facets CROSS JOIN titles ON titles.id = title_facets.title_id`, where: walked },
        ];
  const [data, [count]] = await db.batch([
    rows.limit(TITLES_PER_PAGE).offset((input.page - 1) * TITLES_PER_PAGE),
    countUpTo(db, limit, counted),
  ]);
  return ok({
    category: {
      category_id: category.id,
      cat_id: category.slug,
      persian_name: category.persianName,
      english_name: category.englishName,
    },
    data,
    meta: toCappedPageMeta(input.page, count?.total ?? 0, TITLES_PER_PAGE),
  });
}

function buildConditions({ genres, countries, kinds }: v.InferOutput<typeof filter>): SQL[] {
  // Literal, so that the partial indexes over everything but episodes apply.
  const conditions: SQL[] = [sql`${titles.kind} <> 'episode'`];
  if (kinds.length > 0) conditions.push(inArray(titles.kind, kinds));
  // JSON arrays: D1 binds at most 100 values. EXISTS walks titles newest first and stops after 48; IN gathers all.
  // The plus prevents the index, so that a title's few rows are compared with the list.
  if (genres.length > 0) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM title_genres WHERE title_id = ${titles.id} AND +genre IN (SELECT value FROM json_each(${JSON.stringify(genres)})))`,
    );
  }
  if (countries.length > 0) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM title_countries WHERE title_id = ${titles.id} AND +country IN (SELECT value FROM json_each(${JSON.stringify(countries)})))`,
    );
  }
  return conditions;
}
