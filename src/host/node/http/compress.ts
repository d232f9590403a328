import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { getHeldBytes, holdWhole } from '../../../edge/held-body.ts';
import { listCodings } from './codings.ts';

/** As Cloudflare compresses by itself. A playlist packs itself (app/packed-text.ts). */
const TEXT =
  /^(text\/(html|css|plain|xml|javascript)|application\/(json|javascript|manifest\+json|xml)|image\/svg\+xml)\b/;
/** Less fits into one packet. */
const WORTH_BYTES = 1200;
const BROTLI_QUALITY = 4;
/** Of bytes that an encoder looks back, as a power of two: a page has fewer, and its encoder holds less memory. */
const BROTLI_WINDOW = 18;
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
};
/** A packed page is one piece: of several, zlib makes a copy. */
const PIECE_BYTES = 32 * 1024;
const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Brotli or gzip for a text. A whole page is packed at once; of another text each part that the app sends is flushed. */
export async function compress(request: Request, response: Response): Promise<Response> {
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
  const heldBytes = getHeldBytes(response);
  if (heldBytes) {
    const options = { chunkSize: PIECE_BYTES };
    const bytes = await (coding === 'gzip'
      ? packGzip(heldBytes, options)
      : packBrotli(heldBytes, { ...options, params: BROTLI }));
    return new Response(holdWhole(bytes), { status, headers: packed });
  }
  // Either end that fails or leaves ends the other one. The sender of the answer reports a failure.
  const encoder = createEncoder(coding);
  pipeline(Readable.fromWeb(body as never), encoder, () => undefined);
  return new Response(Readable.toWeb(encoder) as unknown as ReadableStream, { status, headers: packed });
}

function createEncoder(coding: 'br' | 'gzip'): Transform {
  if (coding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH });
  return createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: BROTLI });
}

function chooseCoding(accepted: string): 'br' | 'gzip' | null {
  const codings = listCodings(accepted);
  return codings.includes('br') ? 'br' : codings.includes('gzip') ? 'gzip' : null;
}
