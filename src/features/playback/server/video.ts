import { fail } from '../../../platform/outcome.ts';
import { readKids } from '../../../platform/http/session/kids-cookie.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { isGranted, type SignedFile } from '../../../platform/media/media-address.ts';
import { buildMediaHeaders } from '../../../platform/media/media-file.ts';
import { isMediaHost } from '../../../platform/media/media-host.ts';
import { answerRenewal, asksToRenew, getEffectiveGrant } from '../../../platform/media/media-renewal.ts';
import { requireSigningKeys } from '../../../platform/media/signing.ts';
import { isViewer, isViewerTag } from '../../../platform/http/session/viewer.ts';
import { admitAhead, admitStream } from '../../streams/server/admit.ts';
import { noteFailure } from '../../streams/server/note-failure.ts';
import { splitViewer } from '../../streams/stream-id.ts';
import { isForKids } from '../../kids/server/media.ts';
import { serveShared, type MediaContext } from '../../../platform/media/shared-file.ts';
import { retryRead } from '../../../platform/media/stored-file.ts';
import { isAhead, isPrefetch } from '../first-files.ts';
import { readEncryption } from '../../../platform/media/encryption.ts';
import { findKeySecret, serveEncryptedFile, serveKey } from './encrypted.ts';
import { admitMedia } from './folder-right.ts';
import { serveManifest } from './manifest.ts';
import { MANIFEST } from './folder-renditions.ts';

/** No `..`, empty name or percent sign. A store fails for a key above 1,024 bytes (R2) and a name above 255 (files). */
export const SAFE_PATH = /^(?=.{1,900}$)(?:[\w-]{1,200}\/)+[\w-]{1,200}\.[a-z0-9]{2,4}$/i;

/** 403 for a bad or expired signature whatever the path, and on the site's own host for another viewer's. */
export async function serveVideo(
  request: Request,
  context: MediaContext,
  { viewer, signature, expires, path }: SignedFile,
  mayOpenKey: (folder: string, stream: string | null) => Promise<boolean>,
): Promise<Response> {
  const { env } = context;
  const keys = requireSigningKeys(env);
  const encryption = readEncryption(env);
  if (keys === null || encryption === 'unusable') return respondFailure(fail('media_unavailable'));
  const now = Math.floor(Date.now() / 1000);
  const folder = path.split('/', 1)[0] ?? '';
  const grant = await getEffectiveGrant(request, folder, { signature, expires }, (renewal) =>
    isGranted(keys, renewal.signature, { viewer, folder, expires: renewal.expires }, now),
  );
  // Channels once signed whole folders for everybody: such an address opens nothing.
  const { tag, stream } = splitViewer(viewer);
  if (!grant || !isViewerTag(tag)) return respondFailure(fail('media_link_expired'));
  const keySecret = findKeySecret(encryption, path);
  const isKey = keySecret !== null;
  const isForeign = isMediaHost(request, env) ? isKey : !(await isViewer(request, tag));
  if (isForeign) return respondFailure(fail('media_foreign'));
  // An address that was passed on does not open in a kids session what its pages hold back.
  const kids = await readKids(request, env);
  if (kids?.on && !(await isForKids(env, folder))) return respondFailure(fail('kids_not_allowed'));
  if (keySecret !== null) {
    const admit = isAhead(request) ? admitAhead : admitStream;
    const refusal = await admit(env, request, stream);
    if (refusal !== null) return respondFailure(fail(refusal));
    if (!(await mayOpenKey(folder, stream))) return respondFailure(fail('media_key_refused'));
    return serveKey(keySecret, path, now);
  }
  const headers = SAFE_PATH.test(path) ? buildMediaHeaders(path, grant.expires - now) : null;
  if (headers === null) return respondFailure(fail('not_found'));
  const renews = path.endsWith(`/${MANIFEST}`) && asksToRenew(request);
  // The lease and the file are read at once: neither waits for the other.
  const [refusal, response] = await Promise.all([
    stream !== null && isPrefetch(request, path) ? null : admitMedia(env, request, { stream, folder }),
    renews
      ? answerRenewal(folder, grant, now)
      : noteFailure(env, stream, path === `${folder}/${MANIFEST}`, serveFile(request, context, path, headers)),
  ]);
  if (refusal === null) return response ?? respondFailure(fail('not_found'));
  await response?.body?.cancel();
  return respondFailure(fail(refusal));
}

export async function serveFile(
  request: Request,
  context: MediaContext,
  path: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  const key = `video/${path}`;
  const encryption = readEncryption(context.env);
  if (encryption === 'unusable') return respondFailure(fail('media_unavailable'));
  if (!path.endsWith(`/${MANIFEST}`)) {
    const encrypted =
      encryption === 'off' ? null : await serveEncryptedFile(request, context, encryption, path, headers);
    if (typeof encrypted === 'string') return respondFailure(fail(encrypted));
    return encrypted ?? serveShared(request, context, key, headers);
  }
  const file = await retryRead(() => context.env.MEDIA.get(key));
  const isProtected = encryption !== 'off' && encryption.method === 'cbcs';
  return file && serveManifest(request, file, headers, isProtected);
}
