/** Cloudflare compresses pages and scripts itself, but not these types. */
const TEXT = /^(application\/vnd\.apple\.mpegurl|text\/vtt)(;|$)/;
const WORTH_BYTES = 1200; // Less fits into one packet

/** Gzips whole playlists and subtitles: a two-hour film's playlist is 55 KB plain, 5 to 10 KB packed. */
export function packText(request: Request, response: Response): Response {
  const { headers, body, status } = response;
  const length = Number(headers.get('content-length') ?? Infinity);
  if (status !== 200 || body === null || length < WORTH_BYTES || !TEXT.test(headers.get('content-type') ?? '')) {
    return response;
  }
  const open = new Response(body, response);
  open.headers.append('vary', 'accept-encoding');
  if (request.method === 'HEAD' || !takesGzip(request)) return open;
  const packed = new Headers(open.headers);
  packed.set('content-encoding', 'gzip');
  packed.delete('content-length');
  packed.delete('accept-ranges');
  const etag = packed.get('etag');
  // The bytes differ, so the tag becomes weak (RFC 9110, 8.8.1).
  if (etag !== null && !etag.startsWith('W/')) packed.set('etag', `W/${etag}`);
  return new Response(body.pipeThrough(new CompressionStream('gzip')), { headers: packed, encodeBody: 'manual' });
}

const GZIP = /^gzip(?:\s*;\s*q=([\d.]+))?$/;

/** Cloudflare replaces Accept-Encoding and keeps the browser's own in `cf`. */
function takesGzip(request: Request): boolean {
  const clientEncoding: unknown = request.cf?.['clientAcceptEncoding'];
  const accepted =
    typeof clientEncoding === 'string' && clientEncoding !== ''
      ? clientEncoding
      : (request.headers.get('accept-encoding') ?? '');
  return accepted
    .toLowerCase()
    .split(',')
    .some((coding) => {
      const match = GZIP.exec(coding.trim());
      return match !== null && Number(match[1] ?? 1) > 0;
    });
}
