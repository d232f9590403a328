import type { Env } from '../../../config/env.ts';
import { fail } from '../../../domain/outcome.ts';
import { kidsOf } from '../../lib/kids-cookie.ts';
import { respondFailure } from '../../lib/respond.ts';
import { isSigned } from '../../lib/signing.ts';
import { isForKids } from '../kids/media.ts';
import { parseRange, type ByteRange } from './range.ts';

const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
};

/** One plain name after another: no `..`, no empty part, no percent sign, so that a key is what it looks like. */
const SAFE_PATH = /^[\w-]+(\/[\w-]+)*\/[\w-]+\.([a-z0-9]{2,4})$/i;

/** How long a browser keeps a part; never longer than its address is good for. Seconds. */
const KEPT_SECONDS = 60 * 60;

export interface SignedPath {
  signature: string;
  /** Epoch seconds. */
  expires: number;
  /** `<folder>/<file>`; the folder is what was signed. */
  path: string;
}

/** A file of a signed folder from R2, whole or by range. A bad or expired signature is 403, whatever the path. */
export async function serveVideo(
  request: Request,
  env: Env,
  { signature, expires, path }: SignedPath,
): Promise<Response> {
  const key = env.MEDIA_SIGNING_KEY ?? '';
  if (key === '') {
    console.error(
      'MEDIA_SIGNING_KEY is not set: media is refused. Set it with `wrangler secret put`, or in .dev.vars.',
    );
    return respondFailure(fail('media_unavailable'));
  }
  const now = Math.floor(Date.now() / 1000);
  const folder = path.split('/', 1)[0] ?? '';
  if (!(await isSigned(key, { signature, folder, expires }, now))) return respondFailure(fail('media_link_expired'));
  // A signed address that was passed on does not open in a kids session what its pages hold back.
  const kids = await kidsOf(request, env);
  if (kids?.on && !(await isForKids(env, folder))) return respondFailure(fail('kids_not_allowed'));
  const extension = SAFE_PATH.exec(path)?.[2]?.toLowerCase() ?? '';
  const type = TYPES[extension];
  const meta = type === undefined ? null : await env.MEDIA.head(`video/${path}`);
  if (type === undefined || !meta) return respondFailure(fail('not_found'));

  const headers = {
    'content-type': type,
    'accept-ranges': 'bytes',
    etag: meta.httpEtag,
    'last-modified': meta.uploaded.toUTCString(),
    'cache-control': `private, max-age=${String(Math.min(KEPT_SECONDS, expires - now))}`,
  };
  if (request.headers.get('if-none-match') === meta.httpEtag) return new Response(null, { status: 304, headers });
  const range = rangeOf(request, meta);
  if (range === 'unsatisfiable') {
    return respondFailure(fail('range_not_satisfiable'), { 'content-range': `bytes */${String(meta.size)}` });
  }
  return send(request, env, meta, range, headers);
}

async function send(
  request: Request,
  env: Env,
  meta: R2Object,
  range: ByteRange | null,
  headers: Record<string, string>,
): Promise<Response> {
  const length = range ? range.length : meta.size;
  const body = request.method === 'HEAD' ? null : await env.MEDIA.get(meta.key, range ? { range } : {});
  const answer = { ...headers, 'content-length': String(length) };
  if (!range) return new Response(body?.body ?? null, { headers: answer });
  const last = String(range.offset + range.length - 1);
  const contentRange = `bytes ${String(range.offset)}-${last}/${String(meta.size)}`;
  return new Response(body?.body ?? null, { status: 206, headers: { ...answer, 'content-range': contentRange } });
}

/** If-Range with another file's tag or an older date asks for the whole (RFC 9110, 13.1.5). */
function rangeOf(request: Request, meta: R2Object): ByteRange | null | 'unsatisfiable' {
  const condition = request.headers.get('if-range');
  if (condition !== null && condition !== meta.httpEtag && condition !== meta.uploaded.toUTCString()) return null;
  return parseRange(request.headers.get('range'), meta.size);
}
