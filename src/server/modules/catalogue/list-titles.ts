import { and, eq, sql, type SQL } from 'drizzle-orm';
import { TITLES_PER_PAGE } from '../../../config/constants.ts';
import type { listTitles as call } from '../../../contract/catalogue.ts';
import type { Output } from '../../../contract/call.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import type { Sort } from '../../../domain/browse.ts';
import type { TitleKind } from '../../../domain/kinds.ts';
import type { Database } from '../../db/client.ts';
import { genres, lists, titleGenres, titles } from '../../db/schema.ts';
import type { RequestContext } from '../../lib/context.ts';
import { cardColumns } from './card-columns.ts';
import { countTitles, keptCount } from './count-titles.ts';
import { filterConditions, withinAge, type TitleFilter } from './filters.ts';
import { orderBy } from './order.ts';
import { pageMeta } from './page-meta.ts';

interface ListInput extends TitleFilter {
  kind?: TitleKind | undefined;
  genre?: string | undefined;
  list?: string | undefined;
  sort?: Sort | undefined;
  page: number;
}

/** With the viewer's age ceiling, in years. */
type SeenInput = ListInput & Pick<RequestContext, 'maxAge'>;

/** A page of 48 titles. A page beyond the last is empty; a genre or list that does not exist is `not_found`. */
export async function listTitles(
  { db, maxAge }: RequestContext,
  input: ListInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [data, [count], [genre], [list]] = await db.batch([
    pageOf(db, { ...input, maxAge }),
    countOf(db, { ...input, maxAge }),
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

function pageOf(db: Database, input: SeenInput) {
  const { kind, genre, list, page } = input;
  const query = db.select({ ...cardColumns, ...(kind === 'episode' && episodeNames) });
  const where = and(...conditionsOf(input));
  const rows =
    genre === undefined || list !== undefined
      ? query
          .from(titles)
          .where(genre === undefined ? where : and(where, inGenre(genre)))
          .orderBy(...orderOf(input, titles, titles.id))
      : // Along an index of the genre: CROSS JOIN keeps SQLite from going through the titles instead.
        query
          .from(titleGenres)
          .crossJoin(titles)
          .where(and(eq(titleGenres.genre, genre), sql`${titles.id} = ${titleGenres.titleId}`, where, kindIn(kind)))
          .orderBy(...orderOf(input, titleGenres, titleGenres.titleId));
  return rows.limit(TITLES_PER_PAGE).offset((page - 1) * TITLES_PER_PAGE);
}

function countOf(db: Database, input: SeenInput) {
  const { kind, genre, list, age, lang, country, f_type, maxAge } = input;
  const anyAge = maxAge === undefined && age === 0;
  const kept = list === undefined && anyAge && lang === '0' && country === '0' && f_type === '0';
  if (kept) return keptCount(db, kind, genre);
  const where = and(...conditionsOf(input));
  if (list !== undefined && genre !== undefined) return countTitles(db, undefined, and(where, inGenre(genre)));
  return countTitles(db, genre, genre === undefined ? where : and(where, kindIn(kind)));
}

function conditionsOf(input: SeenInput): SQL[] {
  const conditions = [...withinAge(input.maxAge), ...filterConditions(input)];
  // Literal, so that the partial indexes over everything but episodes apply.
  conditions.push(input.kind === undefined ? sql`${titles.kind} <> 'episode'` : eq(titles.kind, input.kind));
  if (input.list !== undefined) {
    conditions.push(sql`${titles.id} IN (SELECT title_id FROM list_titles WHERE list = ${input.list})`);
  }
  return conditions;
}

function inGenre(genre: string): SQL {
  return sql`EXISTS (SELECT 1 FROM title_genres WHERE title_id = ${titles.id} AND genre = ${genre})`;
}

/** The kind as a genre's index has it: titles of another are passed over before they are looked up. */
function kindIn(kind: TitleKind | undefined): SQL | undefined {
  return kind === undefined ? undefined : eq(titleGenres.kind, kind);
}

function orderOf(
  { sort, list }: ListInput,
  by: typeof titles | typeof titleGenres,
  id: typeof titles.id | typeof titleGenres.titleId,
): SQL[] {
  if (sort === undefined && list !== undefined) {
    return [sql`(SELECT position FROM list_titles WHERE list = ${list} AND title_id = ${titles.id})`];
  }
  return orderBy(sort ?? 'newest', by, id);
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
