import { RETRY_AFTER_SECONDS } from '../../../platform/config/deadlines.ts';
import { fallbackArt, isFallbackKind, type FallbackKind } from '../../titles/fallback-art.ts';
import { fail } from '../../../platform/outcome.ts';
import { respondFailure } from '../../../platform/http/respond.ts';

/** The name of the edge's store of pictures. */
export const IMAGE_STORE = 'images';

const SVG_HEADERS = {
  'content-type': 'image/svg+xml; charset=utf-8',
  // Opened by itself, an SVG is a document of this origin: let it run nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

/** A drawing for a title or person without art of its own. */
export function serveFallback(kind: string, id: number): Response {
  if (!isFallbackKind(kind)) return respondFailure(fail('not_found'));
  return new Response(fallbackArt(kind, id), {
    headers: { ...SVG_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' },
  });
}

/**
 * A drawing in place of art that cannot be had now. Browsers show a picture whatever its status; by 503 no browser and no
 * service worker keeps it.
 */
export function servePlaceholder(kind: FallbackKind): Response {
  const retry = String(RETRY_AFTER_SECONDS);
  const headers = { ...SVG_HEADERS, 'cache-control': 'no-store', 'retry-after': retry };
  return new Response(fallbackArt(kind, 0), { status: 503, headers });
}
