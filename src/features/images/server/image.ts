import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import { artKind, parsePictureSize, SOCIAL, type PictureSize } from '../../../platform/image-widths.ts';
import { fail } from '../../../platform/outcome.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { putStored, getStored } from '../../../platform/http/cache/edge-store.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { readWhole } from '../../../platform/media/stored-file.ts';
import { IMAGE_STORE, servePlaceholder } from './fallback.ts';
import { encodePicture } from './encode-picture.ts';
import { JPEG, preferredFormat, type ImageFormat } from './format.ts';

/** A key of art holds the hash of its content. */
const HEADERS = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept' };

export async function serveImage(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  art: string,
  size: string,
): Promise<Response> {
  const kind = artKind(art);
  const pixels = kind && parsePictureSize(kind, size);
  if (!kind || !pixels) return respondFailure(fail('not_found'));
  // Programs that show a link name formats that they cannot draw.
  const format = size === SOCIAL ? JPEG : preferredFormat(request.headers.get('accept'));
  const cacheKey = new URL(`/media/img/${art}/${size}?_format=${format.name}`, request.url).href;
  const cached = await getStored(cacheKey, IMAGE_STORE);
  if (cached) return cached;
  const work = derivative(env, ctx, { art, size, pixels, format });
  try {
    const body = await withDeadline(work, DEADLINES.form, 'image');
    if (!body) return respondFailure(fail('not_found'));
    const headers = { ...HEADERS, 'content-type': format.type };
    putStored(ctx, cacheKey, { body, status: 200, headers }, IMAGE_STORE);
    return new Response(body, { headers });
  } catch (cause) {
    ctx.waitUntil(work.catch(() => undefined));
    console.error(`image ${art}: ${describeError(cause)}`);
    return servePlaceholder(kind);
  }
}

interface Derivative {
  art: string;
  size: string;
  pixels: PictureSize;
  format: ImageFormat;
}

async function derivative(
  env: Env,
  ctx: ExecutionContext,
  { art, size, pixels, format }: Derivative,
): Promise<ArrayBuffer | null> {
  const key = `img/${art}-${size}.${format.name}`;
  const made = await env.MEDIA.get(key);
  if (made) return readWhole(made);
  const master = await env.MEDIA.get(`art/${art}.png`);
  if (!master) return null;
  const image = await encodePicture(env, master.body as ReadableStream<Uint8Array>, pixels, format);
  ctx.waitUntil(env.MEDIA.put(key, image, { httpMetadata: { contentType: format.type } }).catch(() => undefined));
  return image;
}
