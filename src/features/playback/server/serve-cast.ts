import type { Env } from '../../../platform/config/env.ts';
import { openDatabase } from '../../../platform/db/client.ts';
import { isAhead, isGrantOpen } from '../../../platform/http/clock.ts';
import { readKids } from '../../../platform/http/session/kids-cookie.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { buildMediaHeaders } from '../../../platform/media/media-file.ts';
import { isSignedText, requireSigningKeys } from '../../../platform/media/signing.ts';
import type { MediaPlace } from '../../../platform/media/shared-file.ts';
import { fail } from '../../../platform/outcome.ts';
import { isForKids } from '../../kids/server/media.ts';
import { admitStream } from '../../streams/server/admit.ts';
import { buildCastText, CAST_ADDRESS_SECONDS, FREE_CAST, isCastAlive, type SignedCast } from './cast-address.ts';
import { readEncryption } from '../../../platform/media/encryption.ts';
import { findKeySecret, serveKey } from './encrypted.ts';
import { SAFE_PATH, serveFile } from './video.ts';

/** Seconds that an isolate takes a grant for alive: a sign-out ends an address after as long. */
const MAX_AGE_SECONDS = 20;
const MAX_ENTRIES = 2000;
const aliveUntil = new Map<string, number>();

/** For a receiver on another origin, without cookies. While the database is away, nothing opens that was not open. */
export async function serveCast(request: Request, place: MediaPlace, cast: SignedCast): Promise<Response> {
  const { env } = place;
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
  if (cast.holder !== FREE_CAST) {
    if (!(await isCastOpen(env, cast.holder))) return respondFailure(fail('media_link_expired'));
    const refusal = await admitStream(env, request, cast.holder);
    if (refusal !== null) return respondFailure(fail(refusal));
  }
  if (keySecret !== null) return serveKey(keySecret, cast.path, now);
  if (headers === null) return respondFailure(fail('not_found'));
  return (await serveFile(request, place, cast.path, headers)) ?? respondFailure(fail('not_found'));
}

export async function isCastOpen(env: Env, stream: string): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000);
  if (isAhead(aliveUntil.get(stream) ?? 0, now, MAX_AGE_SECONDS)) return true;
  if (!(await isCastAlive(openDatabase(env.DB), stream, now))) return false;
  if (aliveUntil.size >= MAX_ENTRIES) aliveUntil.clear();
  aliveUntil.set(stream, now + MAX_AGE_SECONDS);
  return true;
}
