import { and, asc, gt, lt, max, sql } from 'drizzle-orm';
import { IMAGE_WIDTHS } from '../../../platform/image-widths.ts';
import { TITLE_KINDS, type TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import type { Database } from '../../../platform/db/client.ts';
import { people, titles } from '../../titles/server/schema.ts';
import { isSmallPart, SMALL_PARTS, type SmallPart } from './small-parts.ts';
import { toTitlePage, queryTitleRows } from './title-pages.ts';
import type { SitemapPage } from './xml.ts';

const IDS_PER_PART = 5000; // Two languages each: a part has at most 10 000 addresses
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
  const part = sql<number>`id / ${sql.raw(String(IDS_PER_PART))}`;
  const [titleParts, peopleParts] = await db.batch([
    db
      .select({ kind: titles.kind, part: part.as('part'), modified: max(titles.updatedAt).as('modified') })
      .from(titles)
      .groupBy(titles.kind, sql`part`),
    db
      .select({ part: part.as('part') })
      .from(people)
      .groupBy(sql`part`),
  ]);
  const at = (kind: TitleKind) => TITLE_KINDS.indexOf(kind);
  return [
    ...Object.keys(SMALL_PARTS).map((file) => ({ file, modified: null })),
    ...titleParts
      .sort((a, b) => at(a.kind) - at(b.kind) || a.part - b.part)
      .map(({ kind, part: range, modified }) => ({ file: `${kind}-${String(range)}`, modified })),
    ...peopleParts.map(({ part: range }) => ({ file: `people-${String(range)}`, modified: null })),
  ];
}

/** Paginates by keyset. `site` is the public origin; `now` in epoch seconds. */
export async function* listPages(
  db: Database,
  part: Part,
  { site, now }: { site: string; now: number },
): AsyncGenerator<SitemapPage[]> {
  if (!('range' in part)) {
    const matches = await SMALL_PARTS[part.name](db);
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
