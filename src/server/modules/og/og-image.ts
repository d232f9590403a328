import * as v from 'valibot';
import type { Env } from '../../../config/env.ts';
import { getTitle } from '../../../contract/catalogue.ts';
import { TITLE_KINDS } from '../../../domain/kinds.ts';
import { OG_HEIGHT, OG_WIDTH, ogHash, ogImagePath, type OgTitle } from '../../../domain/og-image.ts';
import { fail } from '../../../domain/outcome.ts';
import { apiBackend } from '../../api-backend.ts';
import { API_BASE } from '../../app.ts';
import { respondFailure } from '../../lib/respond.ts';
import { drawCard } from './card.ts';
import { decodePng, encodePng } from './png.ts';
import type { Picture } from './raster.ts';

const HEADERS = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' };
const PATH = /^\/media\/og\/([a-z]+)\/([1-9]\d{0,8})\/([0-9a-f]{8})\.jpg$/;
/** For the Images binding at the edge; the local one leaves it to its encoder. */
const QUALITY = 80;

/**
 * The picture of a title for social sites, drawn at the first request and kept in R2 and at the edge. An address
 * whose name or backdrop has changed since leads on to the present one, so that shared links keep their picture.
 */
export async function serveOgImage(request: Request, env: Env, ctx: ExecutionContext): Promise<Response | null> {
  const url = new URL(request.url);
  const [, kindName, id = '', hash = ''] = PATH.exec(url.pathname) ?? [];
  const kind = TITLE_KINDS.find((known) => known === kindName);
  if (!kind) return null;
  const cache = await caches.open('images');
  const cacheKey = url.origin + url.pathname;
  const cached = await cache.match(cacheKey);
  if (cached) return cached;
  const key = `img/og-${kind}-${id}-${hash}.jpg`;
  let image = await env.MEDIA.get(key).then((made) => made?.arrayBuffer());
  if (!image) {
    const title = await titleOf(request, env, ctx, `/titles/${kind}/${id}`);
    if (title === null) return respondFailure(fail('not_found'));
    if (ogHash(title) !== hash) {
      return new Response(null, {
        status: 302,
        headers: { location: ogImagePath(title), 'cache-control': 'no-cache' },
      });
    }
    image = await draw(env, title);
    ctx.waitUntil(env.MEDIA.put(key, image, { httpMetadata: { contentType: 'image/jpeg' } }));
  }
  const response = new Response(image, { headers: HEADERS });
  ctx.waitUntil(cache.put(cacheKey, response.clone()));
  return response;
}

async function titleOf(request: Request, env: Env, ctx: ExecutionContext, path: string): Promise<OgTitle | null> {
  const response = await apiBackend(env)(new Request(new URL(API_BASE + path, request.url)), env, ctx);
  const body = response.ok ? v.safeParse(getTitle.output, await response.json()) : null;
  if (!body?.success) return null;
  return { ...body.output.data, series_fa: body.output.data.series?.name_fa ?? null };
}

async function draw(env: Env, title: OgTitle): Promise<ArrayBuffer> {
  const png = encodePng(drawCard(title, await backdropOf(env, title.backdrop)));
  const output = await env.IMAGES.input(new Blob([png]).stream()).output({ format: 'image/jpeg', quality: QUALITY });
  return output.response().arrayBuffer();
}

/** The backdrop's pixels in the size of the picture; null where there is none that can be read. */
async function backdropOf(env: Env, backdrop: string | null): Promise<Picture | null> {
  const master = backdrop === null ? null : await env.MEDIA.get(`art/${backdrop}.png`);
  if (!master) return null;
  const scaled = await env.IMAGES.input(master.body as ReadableStream<Uint8Array>)
    .transform({ width: OG_WIDTH, height: OG_HEIGHT, fit: 'cover' })
    .output({ format: 'image/png' });
  const picture = decodePng(new Uint8Array(await scaled.response().arrayBuffer()));
  return picture?.width === OG_WIDTH && picture.height === OG_HEIGHT ? picture : null;
}
