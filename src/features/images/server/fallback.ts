import { RETRY_AFTER_SECONDS } from '../../../platform/config/deadlines.ts';
import { drawFallbackArt, isFallbackKind } from '../../titles/fallback-art.ts';
import type { ArtKind } from '../../../platform/image-widths.ts';
import { fail } from '../../../platform/outcome.ts';
import { respondFailure } from '../../../platform/http/calls/respond.ts';

export const IMAGE_STORE = 'images';

const SVG_HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  // Opened by itself, an SVG is a document of this origin: it must run nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

export function serveFallback(kind: string, id: number): Response {
  if (!isFallbackKind(kind)) return respondFailure(fail('not_found'));
  return new Response(drawFallbackArt(kind, id), {
    headers: { ...SVG_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' },
  });
}

/** Browsers show a picture whatever its status; a 503 is not cached. */
export function servePlaceholder(kind: ArtKind): Response {
  const retry = String(RETRY_AFTER_SECONDS);
  const headers = { ...SVG_HEADERS, 'cache-control': 'no-store', 'retry-after': retry };
  const shape = kind === 'still' ? 'backdrop' : kind === 'wordmark' ? 'logo' : kind;
  return new Response(drawFallbackArt(shape, 0), { status: 503, headers });
}
