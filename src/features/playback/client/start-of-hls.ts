import { getAttribute, splitAtUris } from '../../hls/lines.ts';

/** The playlists of the lowest rendition that this browser plays, and of the default sound. */
export function startPlaylists(master: string, isPlayable: (codecs: string) => boolean): string[] {
  const blocks = splitAtUris(master);
  const variants = blocks.flatMap((tags, at) => {
    const bandwidth = getAttribute(tags, 'EXT-X-STREAM-INF', 'BANDWIDTH');
    const codecs = getAttribute(tags, 'EXT-X-STREAM-INF', 'CODECS');
    const plays = bandwidth !== undefined && (codecs === undefined || isPlayable(codecs));
    return plays ? [[Number(bandwidth), blocks[at + 1]] as const] : [];
  });
  const [lowest] = variants.sort(([a], [b]) => a - b);
  return defined([lowest?.[1], getAttribute(master, 'EXT-X-MEDIA(?=.*TYPE=AUDIO)', 'URI')]);
}

export function startFiles(playlist: string, position: number): string[] {
  const blocks = splitAtUris(playlist);
  let end = 0;
  const at = blocks.findIndex((tags) => (end += parseFloat(tags.split('#EXTINF:')[1] ?? '') || 0) > position);
  return at < 0 ? [] : defined([getAttribute(playlist, 'EXT-X-MAP', 'URI'), blocks[at + 1]]);
}

const defined = (uris: (string | undefined)[]) => uris.filter((uri): uri is string => Boolean(uri));
