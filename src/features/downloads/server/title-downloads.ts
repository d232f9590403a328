import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Download } from '../contract.ts';
import type { AccessKind } from '../../../platform/kinds.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { downloads } from './schema.ts';
import { isInArea } from '../../entitlement/area.ts';
import { isSoldAlone } from '../../entitlement/server/entitlement-facts.ts';
import { isReleased } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';
import { buildAgeConditions } from '../../titles/server/filters.ts';
import { createDownloadLink } from './link.ts';
import { filmSubtitles, listSubtitleFiles } from './subtitle-files.ts';
import { downloadNames, series } from './download-names.ts';

interface Facts {
  toman: number;
  access: AccessKind;
  owned: boolean;
  soldAlone: boolean;
  subscribed: boolean;
}

/** Toman before VAT; 0 once bought or covered by the subscription. */
export function getDownloadPrice({ toman, access, owned, soldAlone, subscribed }: Facts): number {
  return owned || access === 'free' || (access === 'subscription' && subscribed && !soldAlone) ? 0 : toman;
}

export function ownsDownload(userId: SQL, now: number) {
  return sql<boolean>`EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = ${userId} AND o.kind = 'download'
    AND o.item_id = downloads.id AND (o.ends_at IS NULL OR o.ends_at > ${now}))`.mapWith(Boolean);
}

/** Smallest first; of a series those of its episodes, in order. The user's own also of what is not out, and
 * of what is not available where the user is. */
export async function listTitleDownloads(context: RequestContext, titleId: number): Promise<Download[]> {
  const { db, now, user, locale, maxAge } = context;
  const subscribed = isSubscribed(context);
  const rows = await db
    .select({
      id: downloads.id,
      quality: downloads.quality,
      file: downloads.file,
      subtitles: downloads.subtitles,
      filmSubtitles,
      size: downloads.bytes,
      toman: downloads.toman,
      title_id: titles.id,
      kind: titles.kind,
      access: titles.access,
      soldAlone: isSoldAlone,
      available_countries: titles.availableCountries,
      available_networks: titles.availableNetworks,
      ...downloadNames,
      owned: ownsDownload(sql`${user?.id ?? 0}`, now),
    })
    .from(downloads)
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .leftJoin(series, eq(series.id, titles.seriesId))
    .where(
      and(
        sql`${downloads.titleId} IN (SELECT id FROM titles WHERE id = ${titleId}
          UNION ALL SELECT id FROM titles WHERE series_id = ${titleId})`,
        or(isReleased(now), ownsDownload(sql`${user?.id ?? 0}`, now)),
        ...buildAgeConditions(maxAge),
      ),
    )
    .orderBy(asc(titles.season), asc(titles.number), asc(downloads.bytes));
  const offered = rows.filter((row) => row.owned || isInArea(row, context));
  return Promise.all(
    offered.map(async (row) => {
      const { id, quality, size, subtitles, toman, owned, access, soldAlone } = row;
      const amount = getDownloadPrice({ toman, owned, access, soldAlone, subscribed });
      const isOutside = !isInArea(row, context);
      const url = amount === 0 && !isOutside ? ((await createDownloadLink(context, row))?.url ?? null) : null;
      return {
        ...{ id, quality, size, subtitles, owned, amount },
        name: nameIn(locale, row),
        url,
        ...(isOutside && { is_outside: true }),
        subtitle_files: listSubtitleFiles(row.filmSubtitles, url),
        title: { kind: row.kind, id: row.title_id },
      };
    }),
  );
}
