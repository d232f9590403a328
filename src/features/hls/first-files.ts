/** Playlists, initialisations and two segments: the beginning of a film, which is loaded ahead without a stream's lease. */
const FIRST_FILE = /^[\w-]+\/(?:[\w-]+\/)?(?:[\w-]+\.m3u8|(?:h\d{6}\/)?(?:init\.mp4|seg-[01]\.m4s))$/;
const PURPOSE = 'prefetch';

export const PREFETCH_HEADERS = { purpose: PURPOSE };

export function isAhead(headers: Headers): boolean {
  return headers.get('purpose') === PURPOSE;
}

/** `path` is `<folder>/<file>`. Any other file of a request with these headers needs its lease. */
export function isPrefetch(headers: Headers, path: string): boolean {
  return isAhead(headers) && FIRST_FILE.test(path);
}
