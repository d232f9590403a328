import { findStartIndex } from '../../../data-cost/start-quality.ts';
import { getAttribute, splitAtUris } from '@pardeh/hls/lines';

/** The playlists of the rendition that the engine begins with, and of the default sound. `estimate` is in bit/s. */
export function startPlaylists(
  master: string,
  isPlayable: (codecs: string) => boolean,
  { estimate, held }: { estimate: number | null; held: number | null },
): string[] {
  const blocks = splitAtUris(master);
  const variants = blocks.flatMap((tags, at) => {
    const bandwidth = Number(getAttribute(tags, 'EXT-X-STREAM-INF', 'BANDWIDTH'));
    const codecs = getAttribute(tags, 'EXT-X-STREAM-INF', 'CODECS') ?? '';
    const height = Number(getAttribute(tags, 'EXT-X-STREAM-INF', 'RESOLUTION')?.split('x')[1] ?? 0);
    const plays = bandwidth > 0 && (codecs === '' || isPlayable(codecs));
    return plays ? [{ bandwidth, height, codec: codecs.slice(0, 4), uri: blocks[at + 1] }] : [];
  });
  const [lowest, ...rest] = variants.sort((a, b) => a.bandwidth - b.bandwidth);
  const ladder = lowest ? [lowest, ...rest.filter(({ codec }) => codec === lowest.codec)] : [];
  const first = ladder[findStartIndex(ladder, estimate, held)];
  return defined([first?.uri, getAttribute(master, 'EXT-X-MEDIA(?=.*TYPE=AUDIO)', 'URI')]);
}

export function startFiles(playlist: string, position: number): string[] {
  const blocks = splitAtUris(playlist);
  let end = 0;
  const at = blocks.findIndex((tags) => (end += parseFloat(tags.split('#EXTINF:')[1] ?? '') || 0) > position);
  return at < 0 ? [] : defined([getAttribute(playlist, 'EXT-X-MAP', 'URI'), blocks[at + 1]]);
}

const defined = (uris: (string | undefined)[]) => uris.filter((uri): uri is string => Boolean(uri));
