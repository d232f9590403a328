import type { ErrorCode } from '../../../platform/http/errors.ts';
import { respondFailure } from '../../../platform/http/respond.ts';
import { keepAnswer, readStored } from '../../../platform/http/edge-store.ts';
import { serveEncrypted } from '../../../platform/media/encrypted-file.ts';
import { isMediaHost } from '../../../platform/media/media-host.ts';
import { createVectors, deriveKey, toHex, toHour, type KeyScope } from '../../../platform/media/segment-keys.ts';
import { SHARED_STORE, type MediaPlace } from '../../../platform/media/shared-file.ts';
import { readWhole, retryRead, StorageFailure } from '../../../platform/media/stored-file.ts';
import { fail } from '../../../platform/outcome.ts';
import { encryptPlaylist, ENCRYPTED_FILE, listUnits, type MediaUnit } from '../../hls/encrypt-playlist.ts';
import { parseMediaPlaylist } from '../../hls/playlist.ts';

/** The folder, the rendition, the hour since 1970, perhaps a range as offset and length, and the file. */
const ENCRYPTED = /^([\w-]+)\/([\w-]+)\/h(\d{6})(?:-(\d{1,9})-(\d{1,8}))?\/([\w-]+\.(?:m4s|m4a|mp4|key))$/;
const KEY_FILE = 'media.key';
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

export function isKeyPath(path: string): boolean {
  return parseEncryptedPath(path)?.file === KEY_FILE;
}

/** Later hours are closed: a viewer whose right ends would take their keys along. */
function isOpenHour(hour: number, now: number): boolean {
  return hour <= toHour(now + CLOCK_SECONDS) && hour > toHour(now) - HOURS_KEPT;
}

/** 16 bytes. The caller has checked the viewer's right to the title. */
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
  place: MediaPlace,
  secret: string,
  path: string,
  headers: Record<string, string>,
): Promise<Response | ErrorCode | null> {
  const now = Math.floor(Date.now() / 1000);
  const unit = parseEncryptedPath(path);
  if (unit && unit.file !== KEY_FILE) {
    if (!isOpenHour(unit.hour, now)) return 'media_link_expired';
    return (await serveEncrypted(request, place, secret, unit, headers)) ?? 'not_found';
  }
  if (ENCRYPTED_FILE.test(path)) return 'not_found';
  const [, folder, rendition] = /^([\w-]+)\/([\w-]+)\/[\w-]+\.m3u8$/.exec(path) ?? [];
  if (folder === undefined || rendition === undefined) return null;
  const text = await readPlaylist(request, place, secret, path, { folder, path: rendition, hour: toHour(now) });
  if (text === null) return 'not_found';
  const bytes = new TextEncoder().encode(isMediaHost(request, place.env) ? pointKeysHome(request, place, text) : text);
  return new Response(bytes, { headers: { ...headers, 'content-length': String(bytes.byteLength) } });
}

/** A media host has no cookies, so that keys come from the site itself. */
function pointKeysHome({ url }: Request, { env }: MediaPlace, text: string): string {
  const home = env.SITE_URL === '' ? url : new URL(new URL(url).pathname, env.SITE_URL).href;
  return text.replaceAll(
    /^(#EXT-X-KEY:.*URI=")([^"]+)/gm,
    (_, before: string, uri: string) => before + new URL(uri, home).href,
  );
}

/** Alike for all viewers of the hour: made once per place. */
async function readPlaylist(
  request: Request,
  place: MediaPlace,
  secret: string,
  path: string,
  scope: KeyScope,
): Promise<string | null> {
  const name = toHex(await createVectors(secret, scope)(path, null));
  const cacheKey = new URL(`/media/encrypted/${name}/video/${path}`, request.url).href;
  const kept = await readStored(cacheKey, SHARED_STORE);
  if (kept) return kept.text();
  const file = await retryRead(() => place.env.MEDIA.get(`video/${path}`));
  if (!file) return null;
  const text = await rewritePlaylist(new TextDecoder().decode(await readWhole(file)), secret, scope);
  if (text === null) throw new StorageFailure(`${path} lists files that cannot be encrypted`);
  const headers = { 'cache-control': `public, max-age=${String(PLAYLIST_SECONDS)}` };
  keepAnswer(place.ctx, cacheKey, { body: new TextEncoder().encode(text), status: 200, headers }, SHARED_STORE);
  return text;
}

async function rewritePlaylist(text: string, secret: string, scope: KeyScope): Promise<string | null> {
  const playlist = parseMediaPlaylist(text);
  const units = playlist && listUnits(playlist);
  if (!units) return null;
  if (units.length === 0) return text;
  const getVector = createVectors(secret, scope);
  const toName = ({ file, range }: MediaUnit) =>
    (range ? `-${String(range.offset)}-${String(range.length)}` : '') + file;
  const vectors = new Map<string, string>();
  for (const unit of units) vectors.set(toName(unit), toHex(await getVector(unit.file, unit.range?.offset ?? null)));
  const hour = `h${String(scope.hour)}`;
  const getAddress = ({ file, range }: MediaUnit) =>
    `${hour}${range ? `-${String(range.offset)}-${String(range.length)}` : ''}/${file}`;
  return encryptPlaylist(playlist, getAddress, (unit) => ({
    uri: `${hour}/${KEY_FILE}`,
    iv: vectors.get(toName(unit)) ?? '',
  }));
}
