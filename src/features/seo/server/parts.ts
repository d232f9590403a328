import { and, asc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import { IMAGE_WIDTHS } from '../../../platform/image-widths.ts';
import { TITLE_KINDS, type TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import type { Database } from '../../../platform/db/client.ts';
import { isInWindow } from '../../../platform/db/in-window.ts';
import { people, categories, genres, lists } from '../../titles/server/schema.ts';
import { PAGES } from '../../../platform/pages/find-page.ts';
import { channels } from '../../live/server/schema.ts';
import { magazines } from '../../magazines/server/schema.ts';
import { toTitlePage, queryTitleRows } from './title-pages.ts';
import type { SitemapPage } from './xml.ts';

/** Parts of one page each. Empty genres and lists are left out. */
const SMALL_PARTS = {
  pages: () => Promise.resolve(Object.values(PAGES).flatMap(({ sitemap }) => sitemap)),
  genres: async (db: Database) => {
    const filled = sql`EXISTS (SELECT 1 FROM title_facets WHERE facet = ${genres.key})`;
    const rows = await db.select({ key: genres.key }).from(genres).where(filled).orderBy(asc(genres.position));
    return rows.map(({ key }) => paths.genre(key));
  },
  lists: async (db: Database, now: number) => {
    const filled = sql`EXISTS (SELECT 1 FROM list_titles JOIN titles ON titles.id = list_titles.title_id WHERE list = ${lists.key})`;
    const rows = await db
      .select({ key: lists.key })
      .from(lists)
      .where(and(filled, isInWindow(lists, now)))
      .orderBy(asc(lists.position));
    return rows.map(({ key }) => paths.list(key));
  },
  categories: async (db: Database) => {
    const rows = await db.select({ slug: categories.slug }).from(categories).orderBy(asc(categories.position));
    return rows.map(({ slug }) => paths.category(slug));
  },
  channels: async (db: Database) => {
    const [live, printed] = await db.batch([
      db.select({ slug: channels.slug }).from(channels).where(eq(channels.state, 'released')).orderBy(asc(channels.id)),
      db
        .select({ slug: magazines.slug })
        .from(magazines)
        .where(eq(magazines.state, 'released'))
        .orderBy(asc(magazines.id)),
    ]);
    return [...live.map(({ slug }) => paths.liveChannel(slug)), ...printed.map(({ slug }) => paths.channel(slug))];
  },
};

type SmallPart = keyof typeof SMALL_PARTS;

function isSmallPart(name: string): name is SmallPart {
  return Object.hasOwn(SMALL_PARTS, name);
}

const IDS_PER_PART = 5000; // Two languages each: a part has at most 10 000 addresses. In the index of migration 0053, too
const PER_PART = sql.raw(String(IDS_PER_PART));
const ROWS_AT_ONCE = 250; // Rows per query, which bounds the memory

/** A small part by name, or a range of ids of one kind. */
export type Part = { name: SmallPart } | { name: TitleKind | 'people'; range: number };

const PART = /^(movie|series|episode|video|people)-(\d{1,6})$/;

export function parsePart(file: string): Part | null {
  if (isSmallPart(file)) return { name: file };
  const [, name, range] = PART.exec(file) ?? [];
  const titlePart = [...TITLE_KINDS, 'people' as const].find((kind) => kind === name);
  return titlePart && String(Number(range)) === range ? { name: titlePart, range: Number(range) } : null;
}

/** Parts that have pages, with the latest change in epoch seconds if known. */
export async function listParts(db: Database): Promise<{ file: string; modified: number | null }[]> {
  const [titleParts, peopleParts] = await db.batch([queryTitleParts(db), queryPeopleParts(db)]);
  const at = (kind: TitleKind) => TITLE_KINDS.indexOf(kind);
  return [
    ...Object.keys(SMALL_PARTS).map((file) => ({ file, modified: null })),
    ...titleParts
      .toSorted((a, b) => at(a.kind) - at(b.kind) || a.part - b.part)
      .map(({ kind, part: range, modified }) => ({ file: `${kind}-${String(range)}`, modified })),
    ...peopleParts.map(({ part: range }) => ({ file: `people-${String(range)}`, modified: null })),
  ];
}

/** One seek of the index titles_sitemap per part; GROUP BY would walk all titles. */
function queryTitleParts(db: Database) {
  const next = (kind: SQL, after: SQL) =>
    sql`(SELECT id / ${PER_PART} FROM titles WHERE kind = ${kind} AND id / ${PER_PART} > ${after} ORDER BY id / ${PER_PART} LIMIT 1)`;
  const parts = sql`(WITH RECURSIVE found (kind, part) AS (
      SELECT value, ${next(sql`value`, sql`-1`)} FROM json_each(${JSON.stringify(TITLE_KINDS)})
      UNION ALL
      SELECT found.kind, ${next(sql`found.kind`, sql`found.part`)} FROM found WHERE found.part IS NOT NULL
    ) SELECT kind, part FROM found WHERE part IS NOT NULL) found`;
  return db
    .select({
      kind: sql<TitleKind>`found.kind`.as('kind'),
      part: sql<number>`found.part`.as('part'),
      modified:
        sql<number>`(SELECT max(updated_at) FROM titles t WHERE t.kind = found.kind AND t.id / ${PER_PART} = found.part)`.as(
          'modified',
        ),
    })
    .from(parts);
}

function queryPeopleParts(db: Database) {
  const next = (from: SQL) => sql`(SELECT id / ${PER_PART} FROM people WHERE id >= ${from} ORDER BY id LIMIT 1)`;
  const parts = sql`(WITH RECURSIVE found (part) AS (
      SELECT ${next(sql`0`)}
      UNION ALL
      SELECT ${next(sql`(found.part + 1) * 5000`)} FROM found WHERE found.part IS NOT NULL
    ) SELECT part FROM found WHERE part IS NOT NULL) found`;
  return db.select({ part: sql<number>`found.part`.as('part') }).from(parts);
}

/** Paginates by keyset. `site` is the public origin; `now` in epoch seconds. */
export async function* listPages(
  db: Database,
  part: Part,
  { site, now }: { site: string; now: number },
): AsyncGenerator<SitemapPage[]> {
  if (!('range' in part)) {
    const matches = await SMALL_PARTS[part.name](db, now);
    yield matches.map((path) => ({ url: site + path, modified: null }));
    return;
  }
  const end = (part.range + 1) * IDS_PER_PART;
  let after = part.range * IDS_PER_PART - 1;
  for (;;) {
    const rows = await readRows(db, part.name, { after, end }, { site, now });
    if (rows.length > 0) yield rows.map(({ page }) => page);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = last.id;
  }
}

async function readRows(
  db: Database,
  name: TitleKind | 'people',
  between: { after: number; end: number },
  { site, now }: { site: string; now: number },
): Promise<{ id: number; page: SitemapPage }[]> {
  if (name !== 'people') {
    const rows = await queryTitleRows(db, name, between, { limit: ROWS_AT_ONCE, now });
    return rows.map((row) => ({ id: row.id, page: toTitlePage(row, site) }));
  }
  const rows = await db
    .select({ id: people.id, art: people.art })
    .from(people)
    .where(and(gt(people.id, between.after), lt(people.id, between.end)))
    .orderBy(asc(people.id))
    .limit(ROWS_AT_ONCE);
  return rows.map(({ id, art }) => ({
    id,
    page: {
      url: site + paths.person(id),
      modified: null,
      ...(art !== null && { image: site + paths.image(art, IMAGE_WIDTHS.portrait[2]) }),
    },
  }));
}
