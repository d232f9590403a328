import { RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import type { Env } from '../platform/config/env.ts';
import { fail } from '../platform/outcome.ts';
import { describeError, isOutage } from '../platform/http/describe-error.ts';
import { KIDS_HEADER } from '../platform/http/kids.ts';
import type { RequestContext } from '../platform/http/context.ts';
import { readNetworkNumber } from '../platform/http/network-number.ts';
import { sessionToken } from '../platform/http/session-cookie.ts';
import { isMediaHost, MEDIA_HOST_HEADERS } from '../platform/media/media-host.ts';
import { requestContext } from './request-context.ts';
import { packText } from './packed-text.ts';
import { respondFailure } from '../platform/http/respond.ts';
import { StorageFailure, storageFailed } from '../platform/media/stored-file.ts';
import { serveDownload } from '../features/downloads/server/serve-file.ts';
import { serveFallback } from '../features/images/server/fallback.ts';
import { serveImage } from '../features/images/server/image.ts';
import type { AiredAs } from '../features/live/playout/aired.ts';
import { serveAired } from '../features/live/server/serve-aired.ts';
import { serveLive } from '../features/live/server/serve-live.ts';
import { serveCast } from '../features/playback/server/serve-cast.ts';
import { serveVideo } from '../features/playback/server/video.ts';

const METHODS = 'GET, HEAD';
/** A showing's signature, expiry, kind, start and length, then the folder (live/server/aired-address.ts). */
const AIRED =
  /^\/media\/v\/([\w-]+)\.([\w-]+)\/(\d{1,12})\/(live|rewind|again)\.(\d{1,16})\.(\d{1,6})\/([\w-]+)\/([\w-]+\/[\w-]+\.[a-z0-9]{2,4})$/;
const VIDEO = /^\/media\/v\/([^./]*)(?:\.([^/]*))?\/(\d{1,12})\/(.+)$/;
/** Open to a receiver on another origin, which sends no cookies. */
const RECEIVER = /^\/media\/(cast\/|(live|v)\/(anyone|cast-[\w-]+)\.)/;
/** A stream or `free`, with the signature; no cookie is asked for. */
const CAST = /^\/media\/cast\/([\w-]+)\.([\w-]+)\/(\d{1,12})\/(([\w-]+)\/.+)$/;
const LIVE =
  /^\/media\/live\/([\w-]+)\.([\w-]+)\/(\d{1,12})\/(\d{1,9})\/(?:(\d{1,10})\/)?([a-z]+\d{0,4}|subs-[a-zA-Z-]{2,12})\.m3u8$/;
/** Addresses without an expiry are of an older format and have ended. */
const DOWNLOAD = /^\/media\/d\/(\d{1,12})\.(?:(\d{1,12})\.)?([^/.]*)\/(\d{1,12})\/[^/]+$/;
const FALLBACK = /^\/media\/img\/none\/([a-z]+)\/(\d{1,9})$/;
const IMAGE = /^\/media\/img\/([A-Za-z0-9-]+)\/(?:(\d{1,4})|(social)\.jpg)$/;

export async function serveMedia(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const away = isMediaHost(request, env);
  const isForReceiver = RECEIVER.test(new URL(request.url).pathname);
  const isPreflighted = away || isForReceiver;
  if (isPreflighted && request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: MEDIA_HOST_HEADERS });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return respondFailure(fail('method_not_allowed'), { allow: METHODS });
  }
  const result = packText(request, await route(request, env, ctx));
  const response = isPreflighted ? new Response(result.body, result) : result;
  if (isPreflighted) for (const [name, value] of Object.entries(MEDIA_HOST_HEADERS)) response.headers.set(name, value);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

async function route(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    const aired = AIRED.exec(pathname);
    if (aired) {
      const [, audience = '', signature = '', expires, as, startsAt, count, folder = '', file = ''] = aired;
      const airing = { startsAt: Number(startsAt), count: Number(count) };
      const grant = { audience, folder, as: as as AiredAs, airing, expires: Number(expires) };
      return await serveAired(request, { env, ctx }, { ...grant, signature, file });
    }
    const video = VIDEO.exec(pathname);
    if (video) {
      const [, viewer = '', signature = '', expires = '', path = ''] = video;
      return await serveVideo(request, { env, ctx }, { viewer, signature, expires: Number(expires), path }, () =>
        readViewer(request, env),
      );
    }
    const cast = CAST.exec(pathname);
    if (cast) {
      const [, holder = '', signature = '', expires, path = '', folder = ''] = cast;
      const grant = { holder, folder, expires: Number(expires) };
      return await serveCast(request, { env, ctx }, { ...grant, signature, path });
    }
    const live = LIVE.exec(pathname);
    if (live) {
      const [, audience = '', signature = '', expires, channel, from, name = ''] = live;
      const programme = from === undefined ? null : Number(from);
      const path = { audience, signature, expires: Number(expires), channel: Number(channel), from: programme, name };
      return await serveLive(request, env, path);
    }
    const download = DOWNLOAD.exec(pathname);
    if (download) {
      const [, user, expires = 0, signature = '', id] = download;
      const grant = { user: Number(user), expires: Number(expires), id: Number(id) };
      return await serveDownload(request, env, { ...grant, signature });
    }
    const fallback = FALLBACK.exec(pathname);
    if (fallback) return serveFallback(fallback[1] ?? '', Number(fallback[2]));
    const image = IMAGE.exec(pathname);
    if (image) return await serveImage(request, env, ctx, image[1] ?? '', image[2] ?? image[3] ?? '');
    return respondFailure(fail('not_found'));
  } catch (error) {
    if (error instanceof StorageFailure) return storageFailed(error);
    console.error(`${request.method} ${pathname}: ${describeError(error)}`);
    if (!isOutage(error)) return respondFailure(fail('internal'));
    return respondFailure(fail('unavailable', { retryAfter: RETRY_AFTER_SECONDS }));
  }
}

async function readViewer(request: Request, env: Env): Promise<RequestContext> {
  return { ...(await requestContext(withBearer(request), env)), asn: readNetworkNumber(request) };
}

function withBearer(request: Request): Request {
  const headers = new Headers(request.headers);
  const token = headers.has('authorization') ? null : sessionToken(request);
  headers.delete(KIDS_HEADER);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return new Request(request.url, { headers });
}
