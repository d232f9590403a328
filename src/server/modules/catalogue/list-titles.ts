import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import { TITLES_PER_PAGE } from '../../../config/constants.ts';
import type { listTitles as call, SORTS } from '../../../contract/catalogue.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import type { TitleKind } from '../../../domain/kinds.ts';
import { genres, lists, titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { cardColumns } from './card-columns.ts';
import { filterConditions, withinAge, type TitleFilter } from './filters.ts';
import { pageMeta } from './page-meta.ts';

interface ListInput extends TitleFilter {
  kind?: TitleKind | undefined;
  genre?: string | undefined;
  list?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  page: number;
}

/** A page of 48 titles. A page beyond the last is empty; a genre or list that does not exist is `not_found`. */
export async function listTitles(
  { db, maxAge }: RequestContext,
  input: ListInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const where = and(...withinAge(maxAge), ...conditionsOf(input));
  const [data, [count], [genre], [list]] = await db.batch([
    db
      .select({ ...cardColumns, ...(input.kind === 'episode' && episodeNames) })
      .from(titles)
      .where(where)
      .orderBy(...orderOf(input))
      .limit(TITLES_PER_PAGE)
      .offset((input.page - 1) * TITLES_PER_PAGE),
    db
      .select({ total: sql<number>`count(*)`.as('total') })
      .from(titles)
      .where(where),
    db
      .select({ key: genres.key })
      .from(genres)
      .where(eq(genres.key, input.genre ?? '')),
    db
      .select({ key: lists.key })
      .from(lists)
      .where(eq(lists.key, input.list ?? '')),
  ]);
  if ((input.genre !== undefined && !genre) || (input.list !== undefined && !list)) return fail('not_found');
  return ok({ data, meta: pageMeta(input.page, count?.total ?? 0, TITLES_PER_PAGE) });
}

function conditionsOf(input: ListInput): SQL[] {
  const conditions = filterConditions(input);
  // Literal, so that the partial indexes over everything but episodes apply.
  conditions.push(input.kind === undefined ? sql`kind <> 'episode'` : eq(titles.kind, input.kind));
  if (input.genre !== undefined) {
    conditions.push(sql`${titles.id} IN (SELECT title_id FROM title_genres WHERE genre = ${input.genre})`);
  }
  if (input.list !== undefined) {
    conditions.push(sql`${titles.id} IN (SELECT title_id FROM list_titles WHERE list = ${input.list})`);
  }
  return conditions;
}

function orderOf({ sort, list }: ListInput): SQL[] {
  if (sort === undefined && list !== undefined) {
    return [sql`(SELECT position FROM list_titles WHERE list = ${list} AND title_id = ${titles.id})`];
  }
  if (sort === 'views') return [desc(titles.views), desc(titles.id)];
  if (sort === 'rating') return [desc(titles.rating), desc(titles.id)];
  if (sort === 'year') return [asc(titles.year), asc(titles.id)];
  return [desc(titles.year), desc(titles.id)];
}

/** «قسمت ۳» alone says nothing in a list: an episode's card names its series first. */
const episodeNames = {
  name_fa: sql<string>`(SELECT s.name_fa FROM titles s WHERE s.id = titles.series_id) || '، ' || titles.name_fa`.as(
    'name_fa',
  ),
  name_en: sql<string>`(SELECT s.name_en FROM titles s WHERE s.id = titles.series_id) || ', ' || titles.name_en`.as(
    'name_en',
  ),
};
