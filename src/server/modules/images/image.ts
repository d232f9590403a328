import type { Env } from '../../../config/env.ts';
import { artKind, isImageWidth } from '../../../domain/image-widths.ts';
import { fail } from '../../../domain/outcome.ts';
import { respondFailure } from '../../lib/respond.ts';
import { preferredFormat, type ImageFormat } from './format.ts';

/** A key of art holds the hash of its content, so an answer never changes. */
const HEADERS = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept' };

/**
 * Art at one of its widths, in the best format that the browser accepts. Made once from the master in R2 and kept
 * there; in front of that stands the edge cache, with the format in its key because Accept differs by browser.
 */
export async function serveImage(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  art: string,
  width: number,
): Promise<Response> {
  const kind = artKind(art);
  if (!kind || !isImageWidth(kind, width)) return respondFailure(fail('not_found'));
  const format = preferredFormat(request.headers.get('accept'));
  const cacheKey = new URL(`/media/img/${art}/${String(width)}?_format=${format.name}`, request.url).href;
  const cache = await caches.open('images');
  const cached = await cache.match(cacheKey);
  if (cached) return cached;
  const body = await derivative(env, ctx, art, width, format);
  if (!body) return respondFailure(fail('not_found'));
  const response = new Response(body, { headers: { ...HEADERS, 'content-type': format.type } });
  ctx.waitUntil(cache.put(cacheKey, response.clone()));
  return response;
}

async function derivative(
  env: Env,
  ctx: ExecutionContext,
  art: string,
  width: number,
  format: ImageFormat,
): Promise<ArrayBuffer | null> {
  const key = `img/${art}-${String(width)}.${format.name}`;
  const made = await env.MEDIA.get(key);
  if (made) return made.arrayBuffer();
  const master = await env.MEDIA.get(`art/${art}.png`);
  if (!master) return null;
  const output = await env.IMAGES.input(master.body as ReadableStream<Uint8Array>)
    .transform({ width })
    .output({ format: format.type, quality: format.quality });
  const image = await output.response().arrayBuffer();
  ctx.waitUntil(env.MEDIA.put(key, image, { httpMetadata: { contentType: format.type } }));
  return image;
}
