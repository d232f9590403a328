import { and, desc, eq, sql } from 'drizzle-orm';
import type { listDownloads as call } from '../contract.ts';
import { ok } from '../../../platform/outcome.ts';
import { downloads } from './schema.ts';
import { isInArea } from '../../entitlement/area.ts';
import { purchases } from '../../entitlement/server/schema.ts';
import { titles } from '../../titles/server/schema.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { downloadNames, series } from './download-names.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { filmSubtitles, listSubtitleFiles } from './subtitle-files.ts';
import { createDownloadLink } from './link.ts';

const MAX_DOWNLOADS = 200;

export const listDownloads: Service<typeof call> = async (context) => {
  const { db, now } = context;
  const rows = await db
    .select({
      id: downloads.id,
      ...downloadNames,
      quality: downloads.quality,
      size: downloads.bytes,
      file: downloads.file,
      subtitles: downloads.subtitles,
      films: filmSubtitles,
      kind: titles.kind,
      title_id: titles.id,
      available_countries: titles.availableCountries,
      available_networks: titles.availableNetworks,
      bought_at: purchases.boughtAt,
    })
    .from(purchases)
    .innerJoin(downloads, eq(downloads.id, purchases.itemId))
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .leftJoin(series, eq(series.id, titles.seriesId))
    .where(
      and(
        eq(purchases.userId, requireUser(context).id),
        eq(purchases.kind, 'download'),
        sql`(${purchases.endsAt} IS NULL OR ${purchases.endsAt} > ${now})`,
      ),
    )
    .orderBy(desc(purchases.boughtAt), desc(downloads.id))
    .limit(MAX_DOWNLOADS);
  const data = rows.map(
    async ({ kind, title_id: id, file, films, available_countries, available_networks, ...row }) => {
      const isOutside = !isInArea({ available_countries, available_networks }, context);
      const url = isOutside ? null : ((await createDownloadLink(context, { ...row, file }))?.url ?? null);
      return {
        ...row,
        url,
        ...(isOutside && { is_outside: true }),
        subtitle_files: listSubtitleFiles(films, url),
        title: { kind, id },
      };
    },
  );
  return ok({ data: await Promise.all(data) });
};
