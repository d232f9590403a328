import type { Env } from '../../../config/env.ts';
import { fail } from '../../../domain/outcome.ts';
import { isMediaHost, MEDIA_HOST_HEADERS } from '../../lib/media-host.ts';
import { packText } from '../../lib/packed-text.ts';
import { respondFailure } from '../../lib/respond.ts';
import { StorageFailure, storageFailed } from '../../lib/stored-file.ts';
import { serveDownload } from '../downloads/serve-file.ts';
import { serveFallback } from '../images/fallback.ts';
import { serveImage } from '../images/image.ts';
import { serveOgImage } from '../og/og-image.ts';
import { serveLive } from '../live/serve-live.ts';
import { serveVideo } from './video.ts';

const METHODS = 'GET, HEAD';
const VIDEO = /^\/media\/v\/([^./]*)\.?([^/]*)\/(\d{1,12})\/(.+)$/;
const LIVE = /^\/media\/live\/([^/]+)\/(\d{1,12})\/(\d{1,9})\/(?:(\d{1,10})\/)?([a-z]+\d{0,4})\.m3u8$/;
const DOWNLOAD = /^\/media\/d\/(\d{1,12})\.([^/]*)\/(\d{1,12})\/[^/]+$/;
const FALLBACK = /^\/media\/img\/none\/([a-z]+)\/(\d{1,9})$/;
const IMAGE = /^\/media\/img\/([a-z0-9-]+)\/(\d{1,4})$/;

/** The media door: signed video, live playlists, downloads, images, drawn fallbacks, and pictures for social sites. Anything else is 404. */
export async function serveMedia(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const away = isMediaHost(request, env);
  if (away && request.method === 'OPTIONS') return new Response(null, { status: 204, headers: MEDIA_HOST_HEADERS });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return respondFailure(fail('method_not_allowed'), { allow: METHODS });
  }
  const found = packText(request, await route(request, env, ctx));
  const response = away ? new Response(found.body, found) : found;
  if (away) for (const [name, value] of Object.entries(MEDIA_HOST_HEADERS)) response.headers.set(name, value);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

async function route(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    const video = VIDEO.exec(pathname);
    if (video) {
      const [, viewer = '', signature = '', expires = '', path = ''] = video;
      return await serveVideo(request, env, { viewer, signature, expires: Number(expires), path });
    }
    const live = LIVE.exec(pathname);
    if (live) {
      const [, signature = '', expires, channel, from, name = ''] = live;
      const programme = from === undefined ? null : Number(from);
      const path = { signature, expires: Number(expires), channel: Number(channel), from: programme, name };
      return await serveLive(request, env, path);
    }
    const download = DOWNLOAD.exec(pathname);
    if (download) {
      const [, user = '', signature = '', id = ''] = download;
      return await serveDownload(request, env, { user: Number(user), signature, id: Number(id) });
    }
    const fallback = FALLBACK.exec(pathname);
    if (fallback) return serveFallback(fallback[1] ?? '', Number(fallback[2]));
    const image = IMAGE.exec(pathname);
    if (image) return await serveImage(request, env, ctx, image[1] ?? '', Number(image[2]));
    return (await serveOgImage(request, env, ctx)) ?? respondFailure(fail('not_found'));
  } catch (error) {
    if (error instanceof StorageFailure) return storageFailed(error);
    console.error(`${request.method} ${pathname}:`, error);
    return respondFailure(fail('internal'));
  }
}
