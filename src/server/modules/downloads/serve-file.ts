import { eq, sql } from 'drizzle-orm';
import type { Env } from '../../../config/env.ts';
import { KIDS_MAX_AGE } from '../../../config/kids.ts';
import { anyFileName, attachment } from '../../../domain/file-name.ts';
import { fail } from '../../../domain/outcome.ts';
import { openDatabase, type Database } from '../../db/client.ts';
import { downloads } from '../../db/money-schema.ts';
import { titles, users } from '../../db/schema.ts';
import { bearerOf } from '../../lib/bearer.ts';
import { kidsOf } from '../../lib/kids-cookie.ts';
import { isMediaHost } from '../../lib/media-host.ts';
import { respondFailure } from '../../lib/respond.ts';
import { sessionToken } from '../../lib/session-cookie.ts';
import { findSessionUser } from '../../lib/session.ts';
import { signingKeys } from '../../lib/signing.ts';
import { serveStored } from '../../lib/stored-file.ts';
import { isSubscribed } from '../auth/user-view.ts';
import { downloadNames, series } from '../cart/download-names.ts';
import { downloadPrice, ownsDownload } from '../cart/download-offers.ts';
import { isDownloadLink, latinName } from './link.ts';

export interface DownloadAddress {
  /** Whom it was made for; 0 for a guest. */
  user: number;
  signature: string;
  id: number;
}

/**
 * The file of a download: whole, by range, conditional. Asked of D1 at every request: whether this user may have it
 * now. A visitor who is signed in as somebody else is refused; a program without a session is not.
 */
export async function serveDownload(request: Request, env: Env, address: DownloadAddress): Promise<Response> {
  const keys = signingKeys(env);
  if (keys === null) {
    console.error('MEDIA_SIGNING_KEY is not set: downloads are refused.');
    return respondFailure(fail('media_unavailable'));
  }
  if (!(await isDownloadLink(keys, address.signature, address))) return respondFailure(fail('media_link_expired'));
  const db = openDatabase(env.DB);
  const now = Math.floor(Date.now() / 1000);
  if (!isMediaHost(request, env) && (await isForeign(request, db, address.user, now))) {
    return respondFailure(fail('media_foreign'));
  }
  const found = await findDownload(db, address, now);
  if (!found || found.file === null) return respondFailure(fail('not_found'));
  if (!isEntitled(found, { env, host: new URL(request.url).host, now })) {
    return respondFailure(fail('download_not_allowed'));
  }
  const kids = await kidsOf(request, env);
  if (kids?.on && found.age > KIDS_MAX_AGE) return respondFailure(fail('kids_not_allowed'));
  const headers = {
    'content-type': 'video/mp4',
    // Kept by the visitor, not by their cache; what goes on after hours is checked by the tag.
    'cache-control': 'private, no-cache',
    'content-disposition': attachment(
      `${latinName(found)}.mp4`,
      `${anyFileName(`${found.name_fa} ${found.quality}`, latinName(found))}.mp4`,
    ),
  };
  return (await serveStored(request, env.MEDIA, found.file, headers)) ?? respondFailure(fail('not_found'));
}

async function isForeign(request: Request, db: Database, user: number, now: number): Promise<boolean> {
  const token = bearerOf(request) ?? sessionToken(request);
  if (token === null || user === 0) return false;
  const visitor = await findSessionUser(db, token, now);
  return visitor !== null && visitor.id !== user;
}

type Found = NonNullable<Awaited<ReturnType<typeof findDownload>>>;

async function findDownload(db: Database, { user, id }: DownloadAddress, now: number) {
  const [found] = await db
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
      user: { id: users.id, mobile: users.mobile, subscribedUntil: users.subscribedUntil, ref: users.ref },
      cancelled: sql`${users.cancelledAt} IS NOT NULL`.mapWith(Boolean),
    })
    .from(downloads)
    .innerJoin(titles, eq(titles.id, downloads.titleId))
    .leftJoin(series, eq(series.id, titles.seriesId))
    .leftJoin(users, eq(users.id, user))
    .where(eq(downloads.id, id));
  return found;
}

/** Bought, or free for this viewer: by a subscription that covers it, or for everybody. */
function isEntitled(found: Found, site: { env: Env; host: string; now: number }): boolean {
  const { owned, cancelled, release, user, toman, access } = found;
  if (cancelled) return false;
  if (owned) return true;
  return (
    release === 'released' && downloadPrice({ toman, access, owned, subscribed: isSubscribed({ ...site, user }) }) === 0
  );
}
