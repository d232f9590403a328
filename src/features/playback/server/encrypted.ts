import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { putStored, getStored } from '../../../platform/http/cache/edge-store.ts';
import { createCbcsCipher } from '../../../platform/media/cbcs-cipher.ts';
import { deriveContentKey } from '../../../platform/media/cbcs/content-key.ts';
import { serveEncrypted, type MediaCipher } from '../../../platform/media/encrypted-file.ts';
import type { Encryption } from '../../../platform/media/encryption.ts';
import { isMediaHost } from '../../../platform/media/media-host.ts';
import { createAesCipher, deriveKey, toHour, type KeyScope } from '../../../platform/media/segment-keys.ts';
import { SHARED_STORE, type MediaContext } from '../../../platform/media/shared-file.ts';
import { readWhole, retryRead, StorageFailure } from '../../../platform/media/stored-file.ts';
import { fail } from '../../../platform/outcome.ts';
import { ENCRYPTED_FILE, listUnits, type MediaUnit } from '@pardeh/hls/encrypt-playlist';
import { parseMediaPlaylist } from '@pardeh/hls/playlist';
import { KEY_FILE, openAesPlaylist, openProtectedPlaylist } from './rewrite-playlist.ts';

/** The folder, the rendition, the hour since 1970, perhaps a range as offset and length, and the file. */
const ENCRYPTED = /^([\w-]+)\/([\w-]+)\/h(\d{6})(?:-(\d{1,9})-(\d{1,8}))?\/([\w-]+\.(?:m4s|m4a|mp4|key))$/;
/** Hours for which a player may hold a playlist, and seconds by which the clocks of two machines may differ. */
const HOURS_KEPT = 24;
const CLOCK_SECONDS = 60;
const PLAYLIST_SECONDS = 60 * 60;

interface EncryptedPath extends KeyScope {
  file: string;
  range: MediaUnit['range'];
}

function parseEncryptedPath(path: string): EncryptedPath | null {
  const [, folder = '', rendition = '', hour, offset, length, file = ''] = ENCRYPTED.exec(path) ?? [];
  if (hour === undefined) return null;
  const range = offset === undefined ? null : { offset: Number(offset), length: Number(length) };
  return { folder, path: rendition, hour: Number(hour), range, file };
}

/** The secret of a key's address; null for another address, and where keys come in licences. */
export function findKeySecret(encryption: Encryption, path: string): string | null {
  if (typeof encryption === 'string' || encryption.method !== 'aes-128') return null;
  return parseEncryptedPath(path)?.file === KEY_FILE ? encryption.secret : null;
}

/** Later hours are closed: a viewer whose right ends would take their keys along. */
export function isOpenHour(hour: number, now: number): boolean {
  return hour <= toHour(now + CLOCK_SECONDS) && hour > toHour(now) - HOURS_KEPT;
}

export async function serveKey(secret: string, path: string, now: number): Promise<Response> {
  const parsed = parseEncryptedPath(path);
  if (parsed?.range !== null) return respondFailure(fail('not_found'));
  if (!isOpenHour(parsed.hour, now)) return respondFailure(fail('media_link_expired'));
  return buildKeyAnswer(await deriveKey(secret, parsed));
}

export function buildKeyAnswer(key: Uint8Array<ArrayBuffer>): Response {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': '16', 'cache-control': 'no-store' };
  return new Response(key, { headers });
}

/** Null for a file that is sent as it is: master playlists, subtitles and pictures. Media is not sent in the clear. */
export async function serveEncryptedFile(
  request: Request,
  context: MediaContext,
  encryption: Exclude<Encryption, string>,
  path: string,
  headers: Record<string, string>,
): Promise<Response | ErrorCode | null> {
  const now = Math.floor(Date.now() / 1000);
  const unit = parseEncryptedPath(path);
  if (unit && unit.file !== KEY_FILE) {
    if (!isOpenHour(unit.hour, now)) return 'media_link_expired';
    if (unit.range && encryption.method === 'cbcs') return 'not_found';
    const cipher = await openCipher(request, context, encryption, unit);
    return (await serveEncrypted(request, context, unit, cipher, headers)) ?? 'not_found';
  }
  if (ENCRYPTED_FILE.test(path)) return 'not_found';
  const [, folder, rendition] = /^([\w-]+)\/([\w-]+)\/[\w-]+\.m3u8$/.exec(path) ?? [];
  if (folder === undefined || rendition === undefined) return null;
  const text = await readPlaylist(request, context, encryption, path, { folder, path: rendition, hour: toHour(now) });
  if (text === null) return 'not_found';
  const bytes = new TextEncoder().encode(
    isMediaHost(request, context.env) ? pointKeysHome(request, context, text) : text,
  );
  return new Response(bytes, { headers: { ...headers, 'content-length': String(bytes.byteLength) } });
}

function pointKeysHome({ url }: Request, { env }: MediaContext, text: string): string {
  const home = env.SITE_URL === '' ? url : new URL(new URL(url).pathname, env.SITE_URL).href;
  return text.replaceAll(
    /^(#EXT-X-KEY:.*URI=")([^"]+)/gm,
    (_, before: string, uri: string) => before + new URL(uri, home).href,
  );
}

async function openCipher(
  request: Request,
  context: MediaContext,
  encryption: Exclude<Encryption, string>,
  unit: EncryptedPath,
): Promise<MediaCipher> {
  if (encryption.method === 'aes-128') return createAesCipher(encryption.secret, unit);
  const key = await deriveContentKey(encryption.secret, unit);
  return createCbcsCipher(request, context, unit, { key, systems: [...encryption.licences.keys()] });
}

async function readPlaylist(
  request: Request,
  context: MediaContext,
  encryption: Exclude<Encryption, string>,
  path: string,
  scope: KeyScope,
): Promise<string | null> {
  const { tag, rewrite } =
    encryption.method === 'cbcs'
      ? await openProtectedPlaylist(encryption, scope)
      : await openAesPlaylist(encryption.secret, scope, path);
  const cacheKey = new URL(`/media/encrypted/${tag}/video/${path}`, request.url).href;
  const stored = await getStored(cacheKey, SHARED_STORE);
  if (stored) return stored.text();
  const file = await retryRead(() => context.env.MEDIA.get(`video/${path}`));
  if (!file) return null;
  const plain = new TextDecoder().decode(await readWhole(file));
  const playlist = parseMediaPlaylist(plain);
  const units = playlist && listUnits(playlist);
  // Pictures for trick play are ranges of clear files.
  if (encryption.method === 'cbcs' && playlist?.head.includes('#EXT-X-I-FRAMES-ONLY')) return null;
  const text = units && (units.length === 0 ? plain : await rewrite(playlist, units));
  if (text === null) throw new StorageFailure(`${path} lists files that cannot be encrypted`);
  const headers = { 'cache-control': `public, max-age=${String(PLAYLIST_SECONDS)}` };
  putStored(context.ctx, cacheKey, { body: new TextEncoder().encode(text), status: 200, headers }, SHARED_STORE);
  return text;
}
