import { readVisitor } from '../../platform/http/session/visitor.ts';

/** Playlists, initialisations and the first segments: the beginning of a film, which is loaded ahead without a lease. */
const FIRST_FILE = /^[\w-]+\/(?:[\w-]+\/)?(?:[\w-]+\.m3u8|(?:h\d{6}\/)?(?:init\.mp4|seg-([0-3])\.m4s))$/;
const PURPOSE = 'prefetch';
const LAST = { engine: 1, browser: 3 }; // A browser's own HLS buffers ten seconds before it rests.

export const PREFETCH_HEADERS = { purpose: PURPOSE };
export const AHEAD_COOKIE = 'ahead';

export function isAhead(request: Request): boolean {
  return getLastSegment(request) !== null;
}

/** `path` is `<folder>/<file>`. Any other file of a request loaded ahead needs its lease. */
export function isPrefetch(request: Request, path: string): boolean {
  const last = getLastSegment(request);
  if (last === null) return false;
  const match = FIRST_FILE.exec(path);
  return match !== null && Number(match[1] ?? 0) <= last;
}

function getLastSegment(request: Request): number | null {
  if (request.headers.get('purpose') === PURPOSE) return LAST.engine;
  return readVisitor(request).cookies.has(AHEAD_COOKIE) ? LAST.browser : null;
}
