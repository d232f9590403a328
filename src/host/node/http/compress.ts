import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { listCodings } from './codings.ts';

/** As Cloudflare compresses by itself. A playlist packs itself (app/packed-text.ts). */
const TEXT =
  /^(text\/(html|css|plain|xml|javascript)|application\/(json|javascript|manifest\+json|xml)|image\/svg\+xml)\b/;
/** Less fits into one packet. */
const WORTH_BYTES = 1200;
const BROTLI_QUALITY = 4;

/** Brotli or gzip for a text. Each part that the app sends is flushed: the top of a page comes ahead of the rest. */
export function compress(request: Request, response: Response): Response {
  const { headers, body, status } = response;
  const isText = TEXT.test(headers.get('content-type') ?? '') && !headers.has('content-encoding');
  const length = Number(headers.get('content-length') ?? Infinity);
  if (!isText || body === null || length < WORTH_BYTES || status === 206) return response;
  const coding = chooseCoding(request.headers.get('accept-encoding') ?? '');
  const packed = new Headers(headers);
  if (!/\baccept-encoding\b/i.test(packed.get('vary') ?? '')) packed.append('vary', 'accept-encoding');
  if (coding === null || request.method === 'HEAD') return new Response(body, { status, headers: packed });
  packed.set('content-encoding', coding);
  packed.delete('content-length');
  const etag = packed.get('etag');
  if (etag !== null && !etag.startsWith('W/')) packed.set('etag', `W/${etag}`);
  // Either end that fails or leaves ends the other one. The sender of the answer reports a failure.
  const encoder = createEncoder(coding);
  pipeline(Readable.fromWeb(body as never), encoder, () => undefined);
  return new Response(Readable.toWeb(encoder) as unknown as ReadableStream, { status, headers: packed });
}

function createEncoder(coding: 'br' | 'gzip'): Transform {
  if (coding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH });
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params });
}

function chooseCoding(accepted: string): 'br' | 'gzip' | null {
  const codings = listCodings(accepted);
  return codings.includes('br') ? 'br' : codings.includes('gzip') ? 'gzip' : null;
}
