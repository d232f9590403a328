import { eq, sql } from 'drizzle-orm';
import type { Env } from '../../../platform/config/env.ts';
import type { Database } from '../../../platform/db/client.ts';
import { downloads } from './schema.ts';
import { titles } from '../../titles/server/schema.ts';
import { users } from '../../accounts/server/schema.ts';
import { isSubscribed } from '../../accounts/server/user-view.ts';
import { downloadNames, series } from './download-names.ts';
import { downloadPrice, ownsDownload } from './download-offers.ts';
import { GUEST } from './link.ts';

export type DownloadFacts = NonNullable<Awaited<ReturnType<typeof findDownload>>>;

/** A download with what decides whether `user` (`GUEST` for none) may have it now. */
export async function findDownload(db: Database, { user, id }: { user: number; id: number }, now: number) {
  const [row] = await db
    .select({
      id: downloads.id,
      file: downloads.file,
      quality: downloads.quality,
      toman: downloads.toman,
      access: titles.access,
      release: titles.release,
      age: titles.age,
      ...downloadNames,
      owned: ownsDownload(sql`${user}`, now),
      user: { id: users.id, mobile: users.mobile, subscribedUntil: users.subscribedUntil },
      cancelled: sql`${users.cancelledAt} IS NOT NULL`.mapWith(Boolean),
    })
    .from(downloads)
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .leftJoin(series, eq(series.id, titles.seriesId))
    .leftJoin(users, eq(users.id, user))
    .where(eq(downloads.id, id));
  return row;
}

/**
 * Whether it is bought, or free for this viewer: by a subscription that covers it, or for everybody. An account that is
 * cancelled, erased or gone may have nothing, not even what is free to guests.
 */
export function isEntitled(
  match: DownloadFacts,
  viewer: number,
  site: { env: Env; host: string; now: number },
): boolean {
  const { owned, cancelled, release, user, toman, access } = match;
  if (cancelled || (viewer !== GUEST && user === null)) return false;
  if (owned) return true;
  const subscribed = isSubscribed({ ...site, user });
  return release === 'released' && downloadPrice({ toman, access, owned, subscribed }) === 0;
}
