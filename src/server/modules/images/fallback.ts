import { fallbackArt, isFallbackKind } from '../../../domain/fallback-art.ts';
import { fail } from '../../../domain/outcome.ts';
import { respondFailure } from '../../lib/respond.ts';

/** A drawing for a title or person without art of its own. */
export function serveFallback(kind: string, id: number): Response {
  if (!isFallbackKind(kind)) return respondFailure(fail('not_found'));
  return new Response(fallbackArt(kind, id), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened by itself, an SVG is a document of this origin: let it run nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
