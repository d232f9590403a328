import { and, eq, sql, type SQL } from 'drizzle-orm';
import { TITLES_PER_PAGE } from '../../../platform/config/constants.ts';
import type { listTitles as call } from '../contract/catalogue.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { Sort } from '../browse.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isInWindow } from '../../../platform/db/in-window.ts';
import { lists, titleFacets, titles } from './schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { selectCard } from './card-columns.ts';
import { countUpTo, readStoredCount } from './count-titles.ts';
import { getFacetKeys, matchFacets } from './facet-walk.ts';
import { buildAgeConditions, buildFacetConditions, buildKindConditions, type TitleFilter } from './filters.ts';
import { buildOrderBy } from './order.ts';
import { isDownloadable } from './release.ts';
import { toCappedPageMeta, getCountLimit, toPageMeta } from './page-meta.ts';

interface ListInput extends TitleFilter {
  kind?: TitleKind | undefined;
  genre?: string | undefined;
  list?: string | undefined;
  downloads: '0' | '1';
  sort?: Sort | undefined;
  page: number;
}

type ViewerListInput = ListInput & Pick<RequestContext, 'maxAge' | 'now'>;

/** A page of 48 titles. A page beyond the last is empty; an unknown genre or list is `not_found`. */
export async function listTitles(
  { db, read, maxAge, now }: RequestContext,
  input: ListInput,
): Promise<Outcome<Output<typeof call>, ErrorCode>> {
  const list = { ...input, maxAge, now };
  const isStored = hasStoredCount(list);
  const [rows, [stored], [keys]] = await read([
    queryPage(db, list),
    readStoredCount(db, input.kind, input.genre),
    queryKeys({ genre: input.genre ?? '', list: input.list ?? '', now }),
  ]);
  if ((input.genre !== undefined && !keys?.genre) || (input.list !== undefined && !keys?.list))
    return fail('not_found');
  const data = rows.map(({ matches: _matches, ...card }) => card);
  if (isStored) return ok({ data, meta: toPageMeta(input.page, stored?.total ?? 0, TITLES_PER_PAGE) });
  // A page beyond the last has no row to name the count.
  const isBeyond = rows.length === 0 && input.page > 1;
  const [counted] = isBeyond ? await queryCount(db, list) : [];
  const total = counted?.total ?? rows[0]?.matches ?? 0;
  return ok({ data, meta: toCappedPageMeta(input.page, total, TITLES_PER_PAGE) });
}

function queryKeys({ genre, list, now }: { genre: string; list: string; now: number }) {
  return sql<{ genre: number; list: number }>`SELECT EXISTS (SELECT 1 FROM genres WHERE key = ${genre}) AS genre,
    EXISTS (SELECT 1 FROM ${lists} WHERE ${lists.key} = ${list} AND ${isInWindow(lists, now)}) AS list`;
}

/** Numbers first, so that an offset skips rows of the walked index alone. A count takes the same walk. */
function queryPage(db: Database, input: ViewerListInput) {
  const { by, id, where } = buildWalk(input);
  const offset = (input.page - 1) * TITLES_PER_PAGE;
  const order = buildOrder(input, by, id);
  const isCounted = !hasStoredCount(input);
  const limit = isCounted ? Math.max(getCountLimit(input.page, TITLES_PER_PAGE), offset + TITLES_PER_PAGE) : null;
  const walk = sql`SELECT ${id} AS id FROM ${by} WHERE ${where ?? sql`true`} ORDER BY ${sql.join(order, sql`, `)}`;
  const numbers =
    limit === null
      ? walk
      : sql`WITH matched AS MATERIALIZED (${walk} LIMIT ${limit}) SELECT id, (SELECT count(*) FROM matched) AS matches FROM matched`;
  const page = sql`(SELECT ${isCounted ? sql`id, matches` : sql`id, 0 AS matches`} FROM (${numbers}) LIMIT ${isCounted ? TITLES_PER_PAGE : limitWithin(db, input, offset)} OFFSET ${offset}) found`;
  return db
    .select({
      ...selectCard(input.now),
      ...(input.kind === 'episode' && episodeColumns),
      matches: sql<number>`found.matches`.as('matches'),
    })
    .from(page)
    .crossJoin(titles)
    .where(sql`${titles.id} = found.id`)
    .orderBy(...buildOrder(input, titles, titles.id));
}

/** Beyond the last page nothing is walked. */
function limitWithin(db: Database, { kind, genre }: ViewerListInput, offset: number): SQL {
  return sql`CASE WHEN ${offset} < (${readStoredCount(db, kind, genre)}) THEN ${TITLES_PER_PAGE} ELSE 0 END`;
}

function queryCount(db: Database, input: ViewerListInput) {
  const { by, where } = buildWalk(input);
  return countUpTo(db, getCountLimit(input.page, TITLES_PER_PAGE), { from: sql`${by}`, where });
}

/** A filtered list walks the index of its rarest facet. An editorial list, and one without facets, walk the titles. */
function buildWalk(input: ViewerListInput) {
  const facets = getFacetKeys(input);
  if (input.list !== undefined || facets.length === 0) {
    return {
      by: titles,
      id: titles.id,
      where: and(...buildConditions(input, titles), ...buildFacetConditions(facets)),
    };
  }
  const where = and(...matchFacets(facets), ...buildConditions(input, titleFacets));
  return { by: titleFacets, id: titleFacets.titleId, where };
}

/** Triggers keep these counts (migration 0004). */
function hasStoredCount({ list, age, lang, country, f_type, downloads, maxAge }: ViewerListInput): boolean {
  const anyAge = maxAge === undefined && age === 0;
  return list === undefined && anyAge && lang === '0' && country === '0' && f_type === '0' && downloads === '0';
}

function buildConditions(input: ViewerListInput, by: typeof titles | typeof titleFacets): SQL[] {
  const conditions = [...buildAgeConditions(input.maxAge, by), ...buildKindConditions(input, by)];
  conditions.push(input.kind === undefined ? sql`${by.kind} <> 'episode'` : eq(by.kind, input.kind));
  if (input.list !== undefined) {
    conditions.push(sql`${titles.id} IN (SELECT title_id FROM list_titles WHERE list = ${input.list})`);
  }
  if (input.downloads === '1') {
    const id = by === titles ? titles.id : titleFacets.titleId;
    conditions.push(
      sql`EXISTS (SELECT 1 FROM titles offered WHERE offered.id = ${id} AND ${isDownloadable(input.now, 'offered')})`,
    );
  }
  return conditions;
}

function buildOrder(
  { sort, list }: ListInput,
  by: typeof titles | typeof titleFacets,
  id: typeof titles.id | typeof titleFacets.titleId,
): SQL[] {
  if (sort === undefined && list !== undefined) {
    return [sql`(SELECT position FROM list_titles WHERE list = ${list} AND title_id = ${titles.id})`];
  }
  return buildOrderBy(sort ?? 'newest', by, id);
}

/** Episodes of a series have one poster, so a list shows them by their stills. */
const episodeColumns = {
  backdrop: sql<string | null>`coalesce(${titles.still}, ${titles.backdrop},
    (SELECT s.backdrop FROM titles s WHERE s.id = titles.series_id))`.as('backdrop'),
  name_fa: sql<string>`(SELECT s.name_fa FROM titles s WHERE s.id = titles.series_id) || '، ' || titles.name_fa`.as(
    'name_fa',
  ),
  name_en: sql<string>`(SELECT s.name_en FROM titles s WHERE s.id = titles.series_id) || ', ' || titles.name_en`.as(
    'name_en',
  ),
};
