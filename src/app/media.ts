import { RETRY_AFTER_SECONDS } from '../platform/config/deadlines.ts';
import type { Env } from '../platform/config/env.ts';
import { fail } from '../platform/outcome.ts';
import { describeError, isOutage } from '../platform/http/faults/describe-error.ts';
import { KIDS_HEADER } from '../platform/http/session/kids.ts';
import type { RequestContext } from '../platform/http/calls/context.ts';
import { readPlace } from '../platform/http/address/place.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { fileAddress } from '../platform/media/media-address.ts';
import { isMediaHost, MEDIA_HOST_HEADERS } from '../platform/media/media-host.ts';
import { fallbackAddress, iconAddress, pictureAddress } from '../platform/media/picture-address.ts';
import { requestContext } from './request-context.ts';
import { packText } from './packed-text.ts';
import { respondFailure } from '../platform/http/calls/respond.ts';
import { StorageFailure, storageFailed } from '../platform/media/stored-file.ts';
import { downloadAddress } from '../features/downloads/server/link.ts';
import { serveDownload } from '../features/downloads/server/serve-file.ts';
import { serveFallback } from '../features/images/server/fallback.ts';
import { serveIcon } from '../features/images/server/icon.ts';
import { serveImage } from '../features/images/server/image.ts';
import { liveAddress } from '../features/live/server/address.ts';
import { airedAddress } from '../features/live/server/aired-address.ts';
import { serveAired } from '../features/live/server/serve-aired.ts';
import { serveLive } from '../features/live/server/serve-live.ts';
import { castFileAddress } from '../features/playback/server/cast-address.ts';
import { hasKeyRight } from '../features/playback/server/key-right.ts';
import { serveCast } from '../features/playback/server/serve-cast.ts';
import { serveVideo } from '../features/playback/server/video.ts';

const METHODS = 'GET, HEAD';
/** Open to a receiver on another origin, which sends no cookies. */
const RECEIVER = /^\/media\/(cast\/|(live|v)\/(anyone|cast-[\w-]+)\.)/;

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
  const mayOpenKey = async (folder: string, stream: string | null) =>
    hasKeyRight(await readViewer(request, env), folder, stream);
  try {
    const path = pathname.slice('/media/'.length);
    const aired = airedAddress.parse(path);
    if (aired) return await serveAired(request, { env, ctx }, aired);
    const file = fileAddress.parse(path);
    if (file) return await serveVideo(request, { env, ctx }, file, mayOpenKey);
    const cast = castFileAddress.parse(path);
    if (cast) return await serveCast(request, { env, ctx }, cast);
    const live = liveAddress.parse(path);
    if (live) return await serveLive(request, env, live);
    const download = downloadAddress.parse(path);
    if (download) return await serveDownload(request, env, download);
    const fallback = fallbackAddress.parse(path);
    if (fallback) return serveFallback(fallback.kind, fallback.id);
    const icon = iconAddress.parse(path);
    if (icon) return await serveIcon(request, env, ctx, icon);
    const picture = pictureAddress.parse(path);
    if (picture) return await serveImage(request, env, ctx, picture.art, picture.size);
    return respondFailure(fail('not_found'));
  } catch (error) {
    if (error instanceof StorageFailure) return storageFailed(error);
    console.error(`${request.method} ${pathname}: ${describeError(error)}`);
    if (!isOutage(error)) return respondFailure(fail('internal'));
    return respondFailure(fail('unavailable', { retryAfter: RETRY_AFTER_SECONDS }));
  }
}

async function readViewer(request: Request, env: Env): Promise<RequestContext> {
  return { ...(await requestContext(withBearer(request), env)), ...readPlace(request, env) };
}

function withBearer(request: Request): Request {
  const headers = new Headers(request.headers);
  const token = headers.has('authorization') ? null : readVisitor(request).token;
  headers.delete(KIDS_HEADER);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return new Request(request.url, { headers });
}
