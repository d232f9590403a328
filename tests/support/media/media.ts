import { readFileSync } from 'node:fs';
import { GUEST_COOKIE } from '../../../src/platform/config/session.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { fileAddress, signFolder } from '../../../src/platform/media/media-address.ts';
import { viewerTag } from '../../../src/platform/http/session/viewer.ts';
import { serveMedia } from '../../../src/app/media.ts';
import type { Platform } from '../site/platform.ts';

export const KEY = 'a-key-for-tests-only';
export const BYTES = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const MASTER = readFileSync('seed/media/clip-1/master.m3u8', 'utf8');
export const GUEST = 'g'.repeat(22);
export const OTHER_GUEST = 'o'.repeat(22);
/** Epoch seconds: ten minutes from now, by the real clock that media addresses are checked against. */
export const LATER = Math.floor(Date.now() / 1000) + 600;

export const guestCookie = (id: string) => `${GUEST_COOKIE}=${id}`;

/** Puts a folder of small files into the bucket, with a real master playlist. */
export async function putMedia({ env }: Platform): Promise<void> {
  const names = ['360p/seg-0.m4s', '360p/init.mp4', 'subs/fa.vtt', 'storyboard.jpg', 'secret.txt'];
  for (const name of names) await env.MEDIA.put(`video/clip-1/${name}`, BYTES);
  for (const clip of ['clip-1', 'clip-2']) await env.MEDIA.put(`video/${clip}/master.m3u8`, MASTER);
  await env.MEDIA.put('art/private.png', BYTES);
}

/** The signed address of a folder, without a slash at its end, for a guest. */
export async function folderFor(
  guest: string,
  { folder = 'clip-1', expires = LATER, key = KEY }: { folder?: string; expires?: number; key?: string } = {},
): Promise<string> {
  const viewer = await viewerTag({ guest });
  const signed = await signFolder({ current: key, previous: null }, { viewer, folder, expires });
  return `/media/${fileAddress.build({ ...signed, path: folder })}`;
}

/** Asks the media door, as the guest whom the folders above are signed for unless headers say otherwise. */
export function createFileRequest(site: Platform) {
  return (path: string, init: RequestInit = {}, env: Env = site.env): Promise<Response> => {
    const headers = new Headers({ cookie: guestCookie(GUEST), ...(init.headers as Record<string, string>) });
    const url = path.startsWith('http') ? path : `https://pardeh.test${path}`;
    return serveMedia(new Request(url, { ...init, headers }), env, site.ctx);
  };
}
