import { eq, sql } from 'drizzle-orm';
import type { Env } from '../../../platform/config/env.ts';
import type { Database } from '../../../platform/db/client.ts';
import { downloads } from './schema.ts';
import { isSoldAlone } from '../../entitlement/server/entitlement-facts.ts';
import { selectRelease } from '../../titles/server/release.ts';
import { titles } from '../../titles/server/schema.ts';
import { users } from '../../accounts/server/schema.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';
import { downloadNames, series } from './download-names.ts';
import { getDownloadPrice, ownsDownload } from './title-downloads.ts';
import { GUEST } from './link.ts';

type DownloadFacts = NonNullable<Awaited<ReturnType<typeof findDownload>>>;

export async function findDownload(db: Database, { user, id }: { user: number; id: number }, now: number) {
  const [row] = await db
    .select({
      id: downloads.id,
      file: downloads.file,
      quality: downloads.quality,
      toman: downloads.toman,
      access: titles.access,
      soldAlone: isSoldAlone,
      release: selectRelease(now),
      age: titles.age,
      available_countries: titles.availableCountries,
      available_networks: titles.availableNetworks,
      ...downloadNames,
      owned: ownsDownload(sql`${user}`, now),
      user: {
        id: users.id,
        mobile: users.mobile,
        subscribedUntil: users.subscribedUntil,
        pausedUntil: users.pausedUntil,
      },
      closed: sql`(${users.cancelledAt} IS NOT NULL OR ${users.blockedAt} IS NOT NULL)`.mapWith(Boolean),
    })
    .from(downloads)
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .leftJoin(series, eq(series.id, titles.seriesId))
    .leftJoin(users, eq(users.id, user))
    .where(eq(downloads.id, id));
  return row;
}

/** Bought, or free by subscription or for everybody. A cancelled, blocked or erased account may have nothing. */
export function isEntitled(
  download: DownloadFacts,
  viewer: number,
  site: { env: Env; host: string; now: number },
): boolean {
  const { owned, closed, release, user, toman, access, soldAlone } = download;
  if (closed || (viewer !== GUEST && user === null)) return false;
  if (owned) return true;
  const subscribed = isSubscribed({ ...site, user });
  return release === 'released' && getDownloadPrice({ toman, access, owned, soldAlone, subscribed }) === 0;
}
