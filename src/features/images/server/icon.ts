import brand from '../../../platform/config/brand.json' with { type: 'json' };
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import type { Env } from '../../../platform/config/env.ts';
import { artKind } from '../../../platform/image-widths.ts';
import { fail } from '../../../platform/outcome.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { getStored, putStored } from '../../../platform/http/cache/edge-store.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';
import { PICTURE_TYPES } from '../../../platform/media/picture-file.ts';
import { IMAGE_STORE } from './fallback.ts';

const HEADERS = { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': PICTURE_TYPES.png };

/** The site's logo as a square for tabs and home screens, on the dark ground that it is made for. */
export async function serveIcon(
  request: Request,
  env: Pick<Env, 'IMAGES' | 'MEDIA'>,
  ctx: ExecutionContext,
  { art, size }: { art: string; size: number },
): Promise<Response> {
  if (artKind(art) !== 'wordmark') return respondFailure(fail('not_found'));
  const key = new URL(`/media/icon/${art}/${String(size)}.png`, request.url).href;
  const stored = await getStored(key, IMAGE_STORE);
  if (stored) return stored;
  const master = await env.MEDIA.get(`art/${art}.png`);
  if (!master) return respondFailure(fail('not_found'));
  const body = await withDeadline(drawIcon(env, master, size), DEADLINES.form, 'icon');
  putStored(ctx, key, { body, status: 200, headers: HEADERS }, IMAGE_STORE);
  return new Response(body, { headers: HEADERS });
}

async function drawIcon({ IMAGES }: Pick<Env, 'IMAGES'>, master: R2ObjectBody, size: number): Promise<ArrayBuffer> {
  const output = await IMAGES.input(master.body as ReadableStream<Uint8Array>)
    .transform({ width: size, height: size, fit: 'pad', background: brand.ground.dark })
    .output({ format: PICTURE_TYPES.png });
  return output.response().arrayBuffer();
}
