import type { AirPart } from './on-air.ts';
import type { Media, Rendition, Variant } from './media.ts';

/** The name of the playlist of sound; those of pictures are `v<height>`. */
export const SOUND = 'audio';

/** `v240`, the channel's rung of 240 lines. */
export function rungName(height: number): string {
  return `v${String(height)}`;
}

/** The heights that a channel is offered in: those of all its media, lowest first. */
export function rungsOf(media: readonly Media[]): number[] {
  const heights = media.flatMap(({ variants }) => variants.map(({ height }) => height));
  return [...new Set(heights)].sort((a, b) => a - b);
}

/** What a medium plays on a rung: its highest picture that is not above it, or its lowest. */
export function variantFor({ variants }: Media, height: number): Variant | undefined {
  return variants.findLast((variant) => variant.height <= height) ?? variants[0];
}

/** What a medium plays of a channel's playlist; null for a name that is none. */
export function renditionFor(media: Media, name: string): Rendition | null {
  const height = /^v(\d{2,4})$/.exec(name)?.[1];
  const path = name === SOUND ? media.audio : height && variantFor(media, Number(height))?.path;
  return (path && media.renditions.get(path)) || null;
}

/** The channel's master playlist: a rung for each height up to `max`, the lowest always; sound beside it. */
export function masterPlaylist(media: readonly Media[], max = Infinity): string {
  const rungs = rungsOf(media);
  const sound = media.every(({ audio }) => audio !== null);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (sound) {
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="main",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${SOUND}.m3u8"`,
    );
  }
  for (const [index, height] of rungs.entries()) {
    if (height > max && index > 0) continue;
    const played = media.flatMap((medium) => variantFor(medium, height) ?? []);
    const heaviest = played.reduce((most, variant) => (variant.bandwidth > most.bandwidth ? variant : most));
    const average = Math.max(...played.map((variant) => variant.average));
    const largest = played.find((variant) => variant.height === height) ?? heaviest;
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${String(heaviest.bandwidth)},AVERAGE-BANDWIDTH=${String(average)},` +
        `CODECS="${heaviest.codecs}",RESOLUTION=${String(largest.width)}x${String(height)},` +
        (largest.frameRate === null ? '' : `FRAME-RATE=${largest.frameRate.toFixed(3)},`) +
        `${sound ? 'AUDIO="sound",' : ''}CLOSED-CAPTIONS=NONE`,
      `${rungName(height)}.m3u8`,
    );
  }
  return `${lines.join('\n')}\n`;
}

export interface PlaylistOptions {
  /** Seconds, as EXT-X-TARGETDURATION has them. */
  target: number;
  /** `live` slides; `event` grows; `vod` is complete. */
  type: 'live' | 'event' | 'vod';
  /** The round of media from which discontinuities are counted. */
  firstRound: number;
  /** The address of a file of a medium. */
  urlOf: (media: Media, path: string, file: string) => string;
}

/** The playlist of one rendition (`v240`, `audio`) of parts in a row; null where a medium has no such rendition. */
export function mediaPlaylist(
  parts: readonly AirPart[],
  name: string,
  { target, type, firstRound, urlOf }: PlaylistOptions,
): string | null {
  const [start] = parts;
  // The tag before the first part counts as still there in a live playlist; the others begin with their own first part.
  const tagged = type === 'live' && start?.first === true;
  const discontinuities = Math.max(0, (start?.round ?? 0) - firstRound - (tagged ? 1 : 0));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${String(target)}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(start?.sequence ?? 0)}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${String(discontinuities)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(type === 'live' ? [] : [`#EXT-X-PLAYLIST-TYPE:${type.toUpperCase()}`]),
  ];
  for (const [at, { media, index, first, startsAt }] of parts.entries()) {
    const rendition = renditionFor(media, name);
    const part = rendition?.parts[index];
    const micros = media.micros[index];
    if (!rendition || !part || micros === undefined) return null;
    if (first && (at > 0 || tagged)) lines.push('#EXT-X-DISCONTINUITY');
    if ((first || at === 0) && rendition.init !== null) {
      lines.push(`#EXT-X-MAP:URI="${urlOf(media, rendition.path, rendition.init)}"`);
    }
    if (first || at === 0 || type === 'live') {
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(startsAt / 1000)).toISOString()}`);
    }
    // The same in every rendition: sound is cut to its own frames, and over hundreds of rounds its milliseconds would grow
    // to seconds between the playlists, which hls.js then aligns by moving the one, and waits for what never comes.
    lines.push(`#EXTINF:${(micros / 1e6).toFixed(6)},`, urlOf(media, rendition.path, part.uri));
  }
  if (type === 'vod') lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}
