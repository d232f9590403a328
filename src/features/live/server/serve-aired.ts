import { readKids } from '../../../platform/http/session/kids-cookie.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { buildMediaHeaders } from '../../../platform/media/media-file.ts';
import { isMediaHost } from '../../../platform/media/media-host.ts';
import { requireSigningKeys } from '../../../platform/media/signing.ts';
import { serveEncrypted } from '../../../platform/media/encrypted-file.ts';
import { readEncryption } from '../../../platform/media/encryption.ts';
import { createAesCipher, deriveKey } from '../../../platform/media/segment-keys.ts';
import { serveShared, type MediaContext } from '../../../platform/media/shared-file.ts';
import { fail } from '../../../platform/outcome.ts';
import { admitStream } from '../../streams/server/admit.ts';
import { splitViewer } from '../../streams/stream-id.ts';
import { isFileOnAir } from '../playout/aired.ts';
import { parseSubtitlePath, cutSubtitles } from '../playout/subtitle-segment.ts';
import { ENCRYPTED_FILE } from '@pardeh/hls/encrypt-playlist';
import { buildKeyAnswer } from '../../playback/server/encrypted.ts';
import { admitFolder } from '../../playback/server/folder-right.ts';
import { AIRED_KEY, findKeyFile, getAiredScope } from './aired-keys.ts';
import { isAiredGrant, type SignedAired } from './aired-address.ts';
import { isInAudience } from './audience.ts';
import { mediaIn } from './folders.ts';
import type { Env } from '../../../platform/config/env.ts';
import { SharedValues } from '../../../platform/http/cache/shared-values.ts';
import { retryRead, readWhole } from '../../../platform/media/stored-file.ts';
import { readVtt } from '../../../platform/media/subtitles/read-blocks.ts';
import type { VttCue } from '../../../platform/media/web-vtt.ts';
import type { Media } from '../playout/media.ts';

const MAX_AGE_MS = 10 * 60_000;
/** A film has about 200 kB of cues. */
const MAX_ENTRIES = 40;

const shared = new SharedValues<string, VttCue[]>(MAX_ENTRIES);

async function serveSubtitleSegment(
  env: Env,
  { folder, durationsUs }: Media,
  { file, segment }: { file: string | null; segment: number },
  headers: Record<string, string>,
): Promise<Response> {
  const cues = file === null ? [] : await readCues(env, `video/${folder}/subs/${file}.vtt`);
  return new Response(cutSubtitles(cues, durationsUs, segment), { headers });
}

function readCues(env: Env, key: string): Promise<VttCue[]> {
  return shared.read(key, async () => {
    const stored = await retryRead(() => env.MEDIA.get(key));
    const value = stored ? readVtt(new TextDecoder().decode(await readWhole(stored))) : [];
    return { value, keepMs: MAX_AGE_MS };
  });
}

/** A segment or init section of a channel. 403 for a bad or expired signature, another audience, or a file not on air. */
export async function serveAired(request: Request, context: MediaContext, path: SignedAired): Promise<Response> {
  const { env } = context;
  const keys = requireSigningKeys(env);
  const encryption = readEncryption(env);
  if (keys === null || encryption === 'unusable') return respondFailure(fail('media_unavailable'));
  const now = Date.now();
  const seconds = Math.floor(now / 1000);
  const { folder, file, as, airing, expires } = path;
  if (!(await isAiredGrant(keys, path.signature, path, seconds))) return respondFailure(fail('media_link_expired'));
  const isForeign = isMediaHost(request, env)
    ? file.endsWith(`/${AIRED_KEY}`)
    : !(await isInAudience(request, env, path.audience));
  if (isForeign) {
    return respondFailure(fail('media_foreign'));
  }
  if ((await readKids(request, env))?.on) return respondFailure(fail('kids_not_allowed'));
  const media = await mediaIn(env, folder);
  const keyFile = encryption === 'off' || !media ? null : findKeyFile(media, file);
  const headers = buildMediaHeaders(file, expires - seconds);
  if (!media || !(headers ?? keyFile)) return respondFailure(fail('not_found'));
  if (!isFileOnAir(media, keyFile?.init ?? file, as, airing, now * 1000))
    return respondFailure(fail('media_link_expired'));
  // The stream is of the channel. A playlist that was loaded before lists the files of its programmes for hours.
  const [refusal, ended] = await Promise.all([
    admitStream(env, request, splitViewer(path.audience).stream),
    as === 'live' ? null : admitFolder(env, request, folder),
  ]);
  const reason = refusal ?? ended;
  if (reason !== null) return respondFailure(fail(reason));
  const subtitles = parseSubtitlePath(file);
  if (subtitles && headers) return serveSubtitleSegment(env, media, subtitles, headers);
  if (encryption !== 'off') return serveInCipher(request, context, encryption.secret, path, headers);
  return (
    (await serveShared(request, context, `video/${folder}/${file}`, headers ?? {})) ?? respondFailure(fail('not_found'))
  );
}

async function serveInCipher(
  request: Request,
  context: MediaContext,
  secret: string,
  { folder, file, airing }: SignedAired,
  headers: Record<string, string> | null,
): Promise<Response> {
  const [path = '', name = ''] = file.split('/');
  const scope = getAiredScope(folder, path, airing);
  if (name === AIRED_KEY) return buildKeyAnswer(await deriveKey(secret, scope));
  if (headers === null || !ENCRYPTED_FILE.test(name)) return respondFailure(fail('not_found'));
  const unit = { folder, path, file: name, range: null };
  const cipher = await createAesCipher(secret, { ...scope, ...unit });
  return (await serveEncrypted(request, context, unit, cipher, headers)) ?? respondFailure(fail('not_found'));
}
