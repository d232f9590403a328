import * as v from 'valibot';
import type { Env } from '../../../platform/config/env.ts';
import { getTitle } from '../../titles/contract/catalogue.ts';
import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { OG_HEIGHT, OG_WIDTH, ogHash, ogImagePath, type OgTitle } from '../../../platform/seo/og-image.ts';
import { fail } from '../../../platform/outcome.ts';
import { API_BASE, type ApiFetch } from '../../../platform/http/api-base.ts';
import { OutageError } from '../../../platform/http/deadline.ts';
import { describeError } from '../../../platform/http/describe-error.ts';
import { keepAnswer, readStored } from '../../../platform/http/edge-store.ts';
import { respondFailure } from '../../../platform/http/respond.ts';
import { readWhole } from '../../../platform/media/stored-file.ts';
import { IMAGE_STORE } from '../../images/server/fallback.ts';
import { isWholePicture } from '../../images/server/whole-picture.ts';
import { drawCard } from './card.ts';
import { decodePng, encodePng } from './png.ts';
import type { Picture } from './raster.ts';

const HEADERS = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' };
const PATH = /^\/media\/og\/([a-z]+)\/([1-9]\d{0,8})\/([0-9a-f]{8})\.jpg$/;
/** For the Images binding; the local one uses its encoder's default. */
const QUALITY = 80;

/** The Open Graph image, drawn at the first request, kept in R2 and the edge cache. An outdated address redirects. */
export async function serveOgImage(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  api: ApiFetch,
): Promise<Response | null> {
  const url = new URL(request.url);
  const [, kindName, id = '', hash = ''] = PATH.exec(url.pathname) ?? [];
  const kind = TITLE_KINDS.find((candidate) => candidate === kindName);
  if (!kind) return null;
  const cacheKey = url.origin + url.pathname;
  const cached = await readStored(cacheKey, IMAGE_STORE);
  if (cached) return cached;
  const key = `img/og-${kind}-${id}-${hash}.jpg`;
  let image = await env.MEDIA.get(key).then((made) => made && readWhole(made));
  if (!image) {
    const title = await readTitle(
      await api(new Request(new URL(`${API_BASE}/titles/${kind}/${id}`, request.url)), env, ctx),
    );
    if (title === null) return respondFailure(fail('not_found'));
    if (ogHash(title) !== hash) {
      return new Response(null, {
        status: 302,
        headers: { location: ogImagePath(title), 'cache-control': 'no-cache' },
      });
    }
    // A truncated backdrop cannot be decoded; the next try may read all of it.
    image = await draw(env, title).catch((cause: unknown) => {
      throw new OutageError(`picture of ${kind} ${id}: ${describeError(cause)}`);
    });
    if (!isWholePicture(image, 'jpg')) throw new OutageError('Images gave a part of a picture');
    ctx.waitUntil(env.MEDIA.put(key, image, { httpMetadata: { contentType: 'image/jpeg' } }).catch(() => undefined));
  }
  keepAnswer(ctx, cacheKey, { body: image, status: 200, headers: HEADERS }, IMAGE_STORE);
  return new Response(image, { headers: HEADERS });
}

async function readTitle(response: Response): Promise<OgTitle | null> {
  // Only a 404 means that the title does not exist.
  if (response.status >= 500) throw new OutageError(`the title's call failed: ${String(response.status)}`);
  const body = response.ok ? v.safeParse(getTitle.output, await response.json()) : null;
  if (!body?.success) return null;
  return { ...body.output.data, series_fa: body.output.data.series?.name_fa ?? null };
}

async function draw(env: Env, title: OgTitle): Promise<ArrayBuffer> {
  const png = encodePng(drawCard(title, await readBackdrop(env, title.backdrop)));
  const output = await env.IMAGES.input(new Blob([png]).stream()).output({ format: 'image/jpeg', quality: QUALITY });
  return output.response().arrayBuffer();
}

/** In the picture's size; null if unreadable. */
async function readBackdrop(env: Env, backdrop: string | null): Promise<Picture | null> {
  const master = backdrop === null ? null : await env.MEDIA.get(`art/${backdrop}.png`);
  if (!master) return null;
  const scaled = await env.IMAGES.input(master.body as ReadableStream<Uint8Array>)
    .transform({ width: OG_WIDTH, height: OG_HEIGHT, fit: 'cover' })
    .output({ format: 'image/png' });
  const picture = decodePng(new Uint8Array(await scaled.response().arrayBuffer()));
  return picture?.width === OG_WIDTH && picture.height === OG_HEIGHT ? picture : null;
}
