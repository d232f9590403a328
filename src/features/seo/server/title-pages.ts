import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { IMAGE_WIDTHS } from '../../../platform/image-widths.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { getSocialImagePath } from '../../../platform/seo/social-image.ts';
import { paths } from '../../../platform/paths.ts';
import { isWatchable, getUploadDate } from '../../titles/watchable.ts';
import type { Database } from '../../../platform/db/client.ts';
import { selectRelease } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import type { SitemapPage, SitemapVideo } from './xml.ts';

const series = alias(titles, 'series');
const DESCRIPTION_MAX = 2048; // Google's limit of a description, in characters
const ADULT = 18;

/** Keyset page: ids after `after` and before `end`. */
export function queryTitleRows(
  db: Database,
  kind: TitleKind,
  { after, end }: { after: number; end: number },
  { limit, now }: { limit: number; now: number },
) {
  return (
    db
      .select({
        id: titles.id,
        kind: titles.kind,
        name_fa: titles.nameFa,
        name_en: titles.nameEn,
        series_fa: series.nameFa,
        series_en: series.nameEn,
        synopsisFa: sql<string>`coalesce(nullif(${titles.synopsisFa}, ''), ${series.synopsisFa}, '')`,
        synopsisEn: sql<string>`coalesce(nullif(${titles.synopsisEn}, ''), ${series.synopsisEn}, '')`,
        art: sql<string | null>`coalesce(${titles.art}, ${series.art})`,
        backdrop: sql<string | null>`coalesce(${titles.backdrop}, ${series.backdrop})`,
        minutes: titles.minutes,
        age: titles.age,
        access: titles.access,
        release: selectRelease(now),
        releaseDate: titles.releaseDate,
        media: titles.media,
        updatedAt: titles.updatedAt,
      })
      .from(titles)
      .leftJoin(series, eq(series.id, titles.seriesId))
      // The plus keeps SQLite at the primary key, whose order is wanted.
      .where(and(sql`+${titles.kind} = ${kind}`, gt(titles.id, after), lt(titles.id, end)))
      .orderBy(asc(titles.id))
      .limit(limit)
  );
}

export type TitleRow = Awaited<ReturnType<typeof queryTitleRows>>[number];

export function toTitlePage(row: TitleRow, site: string): SitemapPage {
  const image = site + (row.art === null ? getSocialImagePath(row) : paths.image(row.art, IMAGE_WIDTHS.poster[3]));
  const video = (name: string, of: string | null, synopsis: string): SitemapVideo => ({
    thumbnail: image,
    title: of === null ? name : `${of}: ${name}`,
    description: (synopsis || name).slice(0, DESCRIPTION_MAX),
    player: site + paths.play(row.kind, row.id),
    seconds: row.minutes * 60,
    published: getUploadDate(row),
    familyFriendly: row.age < ADULT,
    requiresSubscription: row.access === 'subscription',
  });
  return {
    url: site + paths.title(row.kind, row.id),
    modified: row.updatedAt,
    image,
    ...(isWatchable(row) && {
      video: {
        fa: video(row.name_fa, row.series_fa, row.synopsisFa),
        en: video(row.name_en, row.series_en, row.synopsisEn),
      },
    }),
  };
}
