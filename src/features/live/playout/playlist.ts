import type { AirSegment } from './on-air.ts';
import type { Media, Rendition, Variant } from './media.ts';

/** The name of the playlist of sound; those of pictures are `v<height>`. */
export const SOUND = 'audio';

/** `v240`, the channel's rendition of 240 lines. */
export function getRenditionName(height: number): string {
  return `v${String(height)}`;
}

/** The heights that a channel is offered in: those of all its media, lowest first. */
export function listRenditionHeights(media: readonly Media[]): number[] {
  const heights = media.flatMap(({ variants }) => variants.map(({ height }) => height));
  return [...new Set(heights)].sort((a, b) => a - b);
}

/** What a source plays on a rendition: its highest picture that is not above it, or its lowest. */
export function variantFor({ variants }: Media, height: number): Variant | undefined {
  return variants.findLast((variant) => variant.height <= height) ?? variants[0];
}

/** What a source plays of a channel's playlist; null for a name that is none. */
export function renditionFor(media: Media, name: string): Rendition | null {
  const height = /^v(\d{2,4})$/.exec(name)?.[1];
  const path = name === SOUND ? media.audio : height && variantFor(media, Number(height))?.path;
  return (path && media.renditions.get(path)) || null;
}

/** The channel's master playlist: a rendition for each height up to `max`, the lowest always; sound beside it. */
export function masterPlaylist(media: readonly Media[], max = Infinity): string {
  const renditionHeights = listRenditionHeights(media);
  const sound = media.every(({ audio }) => audio !== null);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (sound) {
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="main",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${SOUND}.m3u8"`,
    );
  }
  for (const [index, height] of renditionHeights.entries()) {
    if (height > max && index > 0) continue;
    const played = media.flatMap((source) => variantFor(source, height) ?? []);
    const heaviest = played.reduce((most, variant) => (variant.bandwidth > most.bandwidth ? variant : most));
    const average = Math.max(...played.map((variant) => variant.average));
    const largest = played.find((variant) => variant.height === height) ?? heaviest;
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${String(heaviest.bandwidth)},AVERAGE-BANDWIDTH=${String(average)},` +
        `CODECS="${heaviest.codecs}",RESOLUTION=${String(largest.width)}x${String(height)},` +
        (largest.frameRate === null ? '' : `FRAME-RATE=${largest.frameRate.toFixed(3)},`) +
        `${sound ? 'AUDIO="sound",' : ''}CLOSED-CAPTIONS=NONE`,
      `${getRenditionName(height)}.m3u8`,
    );
  }
  return `${lines.join('\n')}\n`;
}

export interface PlaylistOptions {
  /** Seconds, as EXT-X-TARGETDURATION has them. */
  target: number;
  /** `live` slides; `event` grows; `vod` is complete. */
  type: 'live' | 'event' | 'vod';
  /** The loop of media from which discontinuities are counted. */
  firstLoop: number;
  /** The address of a file of a source. */
  getUrl: (media: Media, path: string, file: string) => string;
}

/** The playlist of one rendition (`v240`, `audio`) of segments in a row; null where a source has no such rendition. */
export function mediaPlaylist(
  segments: readonly AirSegment[],
  name: string,
  { target, type, firstLoop, getUrl }: PlaylistOptions,
): string | null {
  const [start] = segments;
  // The tag before the first segment counts as still there in a live playlist; the others begin with their own first segment.
  const tagged = type === 'live' && start?.first === true;
  const discontinuities = Math.max(0, (start?.loop ?? 0) - firstLoop - (tagged ? 1 : 0));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${String(target)}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(start?.sequence ?? 0)}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${String(discontinuities)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(type === 'live' ? [] : [`#EXT-X-PLAYLIST-TYPE:${type.toUpperCase()}`]),
  ];
  for (const [at, { media, index, first, startsAt }] of segments.entries()) {
    const rendition = renditionFor(media, name);
    const segment = rendition?.segments[index];
    const durationUs = media.durationsUs[index];
    if (!rendition || !segment || durationUs === undefined) return null;
    if (first && (at > 0 || tagged)) lines.push('#EXT-X-DISCONTINUITY');
    if ((first || at === 0) && rendition.init !== null) {
      lines.push(`#EXT-X-MAP:URI="${getUrl(media, rendition.path, rendition.init)}"`);
    }
    if (first || at === 0 || type === 'live') {
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(startsAt / 1000)).toISOString()}`);
    }
    // The same in every rendition: sound is cut to its own frames, and over hundreds of loops its milliseconds would grow
    // to seconds between the playlists, which hls.js then aligns by moving the one, and waits for what never comes.
    lines.push(`#EXTINF:${(durationUs / 1e6).toFixed(6)},`, getUrl(media, rendition.path, segment.uri));
  }
  if (type === 'vod') lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}
