import type { Env } from '../../../platform/config/env.ts';
import { KIDS_MAX_AGE } from '../../../platform/http/session/kids.ts';
import { toFileName, buildContentDisposition } from '../file-name.ts';
import { fail } from '../../../platform/outcome.ts';
import { openDatabase, type Database } from '../../../platform/db/client.ts';
import { readBearer } from '../../../platform/http/session/bearer.ts';
import { readKids } from '../../../platform/http/session/kids-cookie.ts';
import { readPlace } from '../../../platform/http/address/place.ts';
import { isMediaHost } from '../../../platform/media/media-host.ts';
import { systemClock } from '../../../platform/http/clock.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { readVisitor } from '../../../platform/http/session/visitor.ts';
import { findSessionUser } from '../../accounts/server/session.ts';
import { requireSigningKeys } from '../../../platform/media/signing.ts';
import { serveStored } from '../../../platform/media/stored-file.ts';
import { isInArea } from '../../entitlement/area.ts';
import { findDownload, isEntitled } from './entitled.ts';
import { readSubtitleFile, readSubtitleLanguage } from './subtitle-files.ts';
import { GUEST, isDownloadGranted, getLatinName, type SignedDownload } from './link.ts';

/** Checks D1 on every request. Refuses a visitor signed in as another user, but not a program without a session. */
export async function serveDownload(request: Request, env: Env, address: SignedDownload): Promise<Response> {
  const keys = requireSigningKeys(env);
  if (keys === null) return respondFailure(fail('media_unavailable'));
  const now = systemClock();
  if (!(await isDownloadGranted(keys, address.signature, address, now))) {
    return respondFailure(fail('download_link_expired'));
  }
  const db = openDatabase(env.DB);
  if (!isMediaHost(request, env) && (await isForeign(request, db, address.user, now))) {
    return respondFailure(fail('media_foreign'));
  }
  const row = await findDownload(db, address, now);
  if (!row || row.file === null) return respondFailure(fail('not_found'));
  if (!isEntitled(row, address.user, { env, host: new URL(request.url).host, now })) {
    return respondFailure(fail('download_not_allowed'));
  }
  if (!isInArea(row, readPlace(request, env))) return respondFailure(fail('outside_area'));
  const kids = await readKids(request, env);
  if (kids?.on && row.age > KIDS_MAX_AGE) return respondFailure(fail('kids_not_allowed'));
  const language = readSubtitleLanguage(new URL(request.url).pathname);
  const ending = language === null ? 'mp4' : `${language}.srt`;
  const headers = {
    'content-type': language === null ? 'video/mp4' : 'application/x-subrip; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-disposition': buildContentDisposition(
      `${getLatinName(row)}.${ending}`,
      `${toFileName(`${row.name_fa} ${row.quality}`, getLatinName(row))}.${ending}`,
    ),
  };
  if (language !== null) {
    const text = await readSubtitleFile(env, row.file, language);
    return text === null ? respondFailure(fail('not_found')) : new Response(text, { headers });
  }
  return (await serveStored(request, env.MEDIA, row.file, headers)) ?? respondFailure(fail('not_found'));
}

async function isForeign(request: Request, db: Database, user: number, now: number): Promise<boolean> {
  const token = readBearer(request) ?? readVisitor(request).token;
  if (token === null || user === GUEST) return false;
  const visitor = await findSessionUser(db, token, now);
  return visitor !== null && visitor.id !== user;
}
