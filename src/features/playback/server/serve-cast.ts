import type { Env } from '../../../platform/config/env.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { LruCache } from '../../../platform/http/cache/lru-cache.ts';
import { isGrantOpen } from '../../../platform/http/clock.ts';
import { readKids } from '../../../platform/http/session/kids-cookie.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { buildMediaHeaders } from '../../../platform/media/media-file.ts';
import { isSignedText, requireSigningKeys } from '../../../platform/media/signing.ts';
import type { MediaContext } from '../../../platform/media/shared-file.ts';
import { fail } from '../../../platform/outcome.ts';
import { isForKids } from '../../kids/server/media.ts';
import { buildCastText, CAST_ADDRESS_SECONDS, FREE_CAST, isCastAlive, type SignedCast } from './cast-address.ts';
import { noteFailure } from '../../streams/server/note-failure.ts';
import { readEncryption } from '../../../platform/media/encryption.ts';
import { findKeySecret, serveKey } from './encrypted.ts';
import { admitMedia } from './folder-right.ts';
import { MANIFEST } from './folder-renditions.ts';
import { SAFE_PATH, serveFile } from './video.ts';

/** Seconds that an isolate takes a grant for alive: a sign-out ends an address after as long. */
const MAX_AGE_SECONDS = 20;
const MAX_ENTRIES = 2000;
const alive = new LruCache<true>({ max: MAX_ENTRIES });

/** For a receiver on another origin, without cookies. While the database is away, nothing opens that was not open. */
export async function serveCast(request: Request, context: MediaContext, cast: SignedCast): Promise<Response> {
  const { env } = context;
  const keys = requireSigningKeys(env);
  if (keys === null) return respondFailure(fail('media_unavailable'));
  const now = Math.floor(Date.now() / 1000);
  const isSigned = await isSignedText(keys, cast.signature, buildCastText(cast));
  if (!isSigned || !isGrantOpen(cast.expires, now, CAST_ADDRESS_SECONDS))
    return respondFailure(fail('media_link_expired'));
  const encryption = readEncryption(env);
  if (encryption === 'unusable') return respondFailure(fail('media_unavailable'));
  if (encryption !== 'off' && encryption.method === 'cbcs') return respondFailure(fail('cast_protected'));
  const kids = await readKids(request, env);
  if (kids?.on && !(await isForKids(env, cast.folder))) return respondFailure(fail('kids_not_allowed'));
  const keySecret = findKeySecret(encryption, cast.path);
  const headers = SAFE_PATH.test(cast.path) ? buildMediaHeaders(cast.path, cast.expires - now) : null;
  const stream = cast.holder === FREE_CAST ? null : cast.holder;
  if (stream !== null && !(await isCastOpen(env, stream))) return respondFailure(fail('media_link_expired'));
  const refusal = await admitMedia(env, request, { stream, folder: cast.folder });
  if (refusal !== null) return respondFailure(fail(refusal));
  if (keySecret !== null) return serveKey(keySecret, cast.path, now);
  if (headers === null) return respondFailure(fail('not_found'));
  const file = serveFile(request, context, cast.path, headers);
  const response = await noteFailure(env, stream, cast.path === `${cast.folder}/${MANIFEST}`, file);
  return response ?? respondFailure(fail('not_found'));
}

export async function isCastOpen(env: Env, stream: string): Promise<boolean> {
  if (alive.get(stream)) return true;
  const now = Math.floor(Date.now() / 1000);
  if (!(await isCastAlive(openDatabase(env.DB), stream, now))) return false;
  alive.put(stream, true, MAX_AGE_SECONDS * 1000);
  return true;
}
