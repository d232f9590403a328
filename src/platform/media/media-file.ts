const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
};

/** Seconds; never longer than the address is valid. A master playlist changes where the desk adds subtitles. */
const BROWSER_CACHE_SECONDS = 60 * 60;
const MASTER_CACHE_SECONDS = 60;

/** `secondsLeft` of the address. Null for a type that is not served. */
export function buildMediaHeaders(file: string, secondsLeft: number): Record<string, string> | null {
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1).toLowerCase()];
  if (type === undefined) return null;
  const isMaster = file.endsWith('/master.m3u8');
  const seconds = Math.min(isMaster ? MASTER_CACHE_SECONDS : BROWSER_CACHE_SECONDS, secondsLeft);
  return { 'content-type': type, 'cache-control': `private, max-age=${String(seconds)}` };
}
