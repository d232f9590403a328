import { and, desc, eq, sql } from 'drizzle-orm';
import type { listDownloads as call } from '../../../contract/downloads.ts';
import { ok } from '../../../domain/outcome.ts';
import { downloads, purchases } from '../../db/money-schema.ts';
import { titles } from '../../db/schema.ts';
import type { Service } from '../../lib/serve.ts';
import { downloadNames, series } from '../cart/download-names.ts';
import { signedIn } from '../payments/signed-in.ts';
import { downloadLink } from './link.ts';

/** Downloads on the page; who has bought more finds the older ones at their titles. */
const MOST = 200;

/** What the caller has bought to download, the newest first. */
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
      kind: titles.kind,
      title_id: titles.id,
      bought_at: purchases.boughtAt,
    })
    .from(purchases)
    .innerJoin(downloads, eq(downloads.id, purchases.itemId))
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .leftJoin(series, eq(series.id, titles.seriesId))
    .where(
      and(
        eq(purchases.userId, signedIn(context).id),
        eq(purchases.kind, 'download'),
        sql`(${purchases.endsAt} IS NULL OR ${purchases.endsAt} > ${now})`,
      ),
    )
    .orderBy(desc(purchases.boughtAt), desc(downloads.id))
    .limit(MOST);
  const data = rows.map(async ({ kind, title_id: id, file, ...row }) => ({
    ...row,
    url: await downloadLink(context, { ...row, file }),
    title: { kind, id },
  }));
  return ok({ data: await Promise.all(data) });
};
