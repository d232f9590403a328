/** What the media door sends as text. Cloudflare packs pages and scripts by itself, but neither of these. */
const TEXT = /^(application\/vnd\.apple\.mpegurl|text\/vtt)(;|$)/;
/** Fewer bytes than this fit into one packet anyway. */
const WORTH_BYTES = 1200;

/**
 * The response, gzipped where it is whole, a playlist or subtitles, and its asker takes that: the playlist of a film of
 * two hours is 55 KB in plain and 5 to 10 KB packed. Browsers' own players ask for plain bytes and are given them.
 */
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
  // The bytes are others than those that the tag was made of (RFC 9110, 8.8.1).
  if (etag !== null && !etag.startsWith('W/')) packed.set('etag', `W/${etag}`);
  return new Response(body.pipeThrough(new CompressionStream('gzip')), { headers: packed, encodeBody: 'manual' });
}

/** Cloudflare asks Workers for gzip whatever the browser takes, and keeps what that asked for in `cf`. */
function takesGzip(request: Request): boolean {
  const asked: unknown = request.cf?.['clientAcceptEncoding'];
  const takes = typeof asked === 'string' && asked !== '' ? asked : (request.headers.get('accept-encoding') ?? '');
  return takes
    .toLowerCase()
    .split(',')
    .some((coding) => /^\s*gzip\s*(;\s*q=(1|0?\.0*[1-9]\d*)[\d.]*\s*)?$/.test(coding));
}
