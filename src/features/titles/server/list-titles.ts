import { and, eq, sql, type SQL } from 'drizzle-orm';
import { TITLES_PER_PAGE } from '../../../platform/config/constants.ts';
import type { listTitles as call } from '../contract/catalogue.ts';
import type { Output } from '../../../platform/http/call.ts';
import type { ErrorCode } from '../../../platform/http/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Sort } from '../browse.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import type { Database } from '../../../platform/db/client.ts';
import { titleGenres, titles } from './schema.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import { cardColumns } from './card-columns.ts';
import { countTitles, isInGenre, readStoredCount } from './count-titles.ts';
import { buildFilterConditions, buildAgeConditions, type TitleFilter } from './filters.ts';
import { buildOrderBy } from './order.ts';
import { toCappedPageMeta, getCountLimit, toPageMeta } from './page-meta.ts';

interface ListInput extends TitleFilter {
  kind?: TitleKind | undefined;
  genre?: string | undefined;
  list?: string | undefined;
  sort?: Sort | undefined;
  page: number;
}

type ViewerListInput = ListInput & Pick<RequestContext, 'maxAge'>;

/** A page of 48 titles. A page beyond the last is empty; an unknown genre or list is `not_found`. */
export async function listTitles(
  { db, read, maxAge }: RequestContext,
  input: ListInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const [data, [count], [known]] = await read([
    queryPage(db, { ...input, maxAge }),
    queryCount(db, { ...input, maxAge }),
    queryKeys({ genre: input.genre ?? '', list: input.list ?? '' }),
  ]);
  if ((input.genre !== undefined && !known?.genre) || (input.list !== undefined && !known?.list))
    return fail('not_found');
  const toMeta = hasStoredCount({ ...input, maxAge }) ? toPageMeta : toCappedPageMeta;
  return ok({ data, meta: toMeta(input.page, count?.total ?? 0, TITLES_PER_PAGE) });
}

/** 1 for a genre or a list that exists, else 0. */
function queryKeys({ genre, list }: { genre: string; list: string }) {
  return sql<{ genre: number; list: number }>`SELECT EXISTS (SELECT 1 FROM genres WHERE key = ${genre}) AS genre,
    EXISTS (SELECT 1 FROM lists WHERE key = ${list}) AS list`;
}

function queryPage(db: Database, input: ViewerListInput) {
  const { kind, genre, list, page } = input;
  const query = db.select({ ...cardColumns, ...(kind === 'episode' && episodeNames) });
  const where = and(...buildConditions(input));
  const rows =
    genre === undefined || list !== undefined
      ? query
          .from(titles)
          .where(genre === undefined ? where : and(where, isInGenre(genre)))
          .orderBy(...buildOrder(input, titles, titles.id))
      : // Along an index of the genre: CROSS JOIN keeps SQLite from going through the titles instead.
        query
          .from(titleGenres)
          .crossJoin(titles)
          .where(and(eq(titleGenres.genre, genre), sql`${titles.id} = ${titleGenres.titleId}`, where, matchKind(kind)))
          .orderBy(...buildOrder(input, titleGenres, titleGenres.titleId));
  return rows.limit(TITLES_PER_PAGE).offset((page - 1) * TITLES_PER_PAGE);
}

function queryCount(db: Database, input: ViewerListInput) {
  const { kind, genre, list, lang, country, page } = input;
  if (hasStoredCount(input)) return readStoredCount(db, kind, genre);
  const limit = getCountLimit(page, TITLES_PER_PAGE);
  // A list is short: its titles are looked up one by one.
  const where = and(...buildConditions({ ...input, ...(list === undefined && { lang: '0', country: '0' }) }));
  if (list === undefined) return countTitles(db, { genre, country, lang, where, limit });
  const listed = genre === undefined ? where : and(where, isInGenre(genre));
  return countTitles(db, { country: '0', lang: '0', where: listed, limit });
}

/** Triggers keep these counts (migration 0004). */
function hasStoredCount({ list, age, lang, country, f_type, maxAge }: ViewerListInput): boolean {
  const anyAge = maxAge === undefined && age === 0;
  return list === undefined && anyAge && lang === '0' && country === '0' && f_type === '0';
}

function buildConditions(input: ViewerListInput): SQL[] {
  const conditions = [...buildAgeConditions(input.maxAge), ...buildFilterConditions(input)];
  conditions.push(input.kind === undefined ? sql`${titles.kind} <> 'episode'` : eq(titles.kind, input.kind));
  if (input.list !== undefined) {
    conditions.push(sql`${titles.id} IN (SELECT title_id FROM list_titles WHERE list = ${input.list})`);
  }
  return conditions;
}

/** The kind as the genre's index has it, so that other kinds are skipped before a lookup. */
function matchKind(kind: TitleKind | undefined): SQL | undefined {
  return kind === undefined ? undefined : eq(titleGenres.kind, kind);
}

function buildOrder(
  { sort, list }: ListInput,
  by: typeof titles | typeof titleGenres,
  id: typeof titles.id | typeof titleGenres.titleId,
): SQL[] {
  if (sort === undefined && list !== undefined) {
    return [sql`(SELECT position FROM list_titles WHERE list = ${list} AND title_id = ${titles.id})`];
  }
  return buildOrderBy(sort ?? 'newest', by, id);
}

/** «قسمت ۳» alone names nothing: an episode's card names its series first. */
const episodeNames = {
  name_fa: sql<string>`(SELECT s.name_fa FROM titles s WHERE s.id = titles.series_id) || '، ' || titles.name_fa`.as(
    'name_fa',
  ),
  name_en: sql<string>`(SELECT s.name_en FROM titles s WHERE s.id = titles.series_id) || ', ' || titles.name_en`.as(
    'name_en',
  ),
};
