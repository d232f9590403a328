import type { AirSegment } from './on-air.ts';
import { buildMasterPlaylist, buildMediaPlaylist, type NewSegment, type NewVariant } from '../../hls/build-playlist.ts';
import type { Media, Rendition, Variant } from './media.ts';

/** The name of the playlist of sound; those of pictures are `v<height>`. */
const SOUND = 'audio';
const AUDIO_GROUP = 'sound';

/** `v240`, the channel's rendition of 240 lines. */
function getRenditionName(height: number): string {
  return `v${String(height)}`;
}

/** The heights that a channel is offered in: those of all its media, lowest first. */
export function listRenditionHeights(media: readonly Media[]): number[] {
  const heights = media.flatMap(({ variants }) => variants.map(({ height }) => height));
  return [...new Set(heights)].sort((a, b) => a - b);
}

/** What a source plays on a rendition: its highest picture that is not above it, or its lowest. */
function variantFor({ variants }: Media, height: number): Variant | undefined {
  return variants.findLast((variant) => variant.height <= height) ?? variants[0];
}

/** What a source plays of a channel's playlist; null for a name that is none. */
function renditionFor(media: Media, name: string): Rendition | null {
  const height = /^v(\d{2,4})$/.exec(name)?.[1];
  const path = name === SOUND ? media.audio : height && variantFor(media, Number(height))?.path;
  return (path && media.renditions.get(path)) || null;
}

/** The channel's master playlist: a variant for each height up to `max`, the lowest always; sound beside it. */
export function masterPlaylist(media: readonly Media[], max = Infinity): string {
  const heights = listRenditionHeights(media).filter((height, index) => height <= max || index === 0);
  const audio = media.every((source) => source.audio !== null) ? { audio: AUDIO_GROUP } : {};
  const variants = heights.map((height): NewVariant => {
    const played = media.flatMap((source) => variantFor(source, height) ?? []);
    const heaviest = played.reduce((most, variant) => (variant.bandwidth > most.bandwidth ? variant : most));
    const { width, frameRate } = played.find((variant) => variant.height === height) ?? heaviest;
    return {
      bandwidth: heaviest.bandwidth,
      averageBandwidth: Math.max(...played.map((variant) => variant.average)),
      codecs: heaviest.codecs,
      picture: { width, height, frameRate },
      ...audio,
      uri: `${getRenditionName(height)}.m3u8`,
    };
  });
  const sound = { type: 'AUDIO', groupId: AUDIO_GROUP, name: 'main', isDefault: true, uri: `${SOUND}.m3u8` } as const;
  return buildMasterPlaylist('audio' in audio ? [sound] : [], variants);
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
  const listed: NewSegment[] = [];
  for (const [at, { media, index, first, startsAt }] of segments.entries()) {
    const rendition = renditionFor(media, name);
    const segment = rendition?.segments[index];
    const durationUs = media.durationsUs[index];
    if (!rendition || !segment || durationUs === undefined) return null;
    const isFirst = first || at === 0;
    listed.push({
      // The same in every rendition: sound is cut to its own frames, and over hundreds of loops its milliseconds would
      // grow to seconds between the playlists. hls.js then moves one of them and waits for segments that never come.
      durationUs,
      uri: getUrl(media, rendition.path, segment.uri),
      discontinuity: first && (at > 0 || tagged),
      ...(isFirst && rendition.init !== null && { map: getUrl(media, rendition.path, rendition.init) }),
      ...((isFirst || type === 'live') && { programTime: Math.round(startsAt / 1000) }),
    });
  }
  return buildMediaPlaylist({
    targetDuration: target,
    mediaSequence: start?.sequence ?? 0,
    discontinuitySequence: discontinuities,
    isIndependent: true,
    ...(type !== 'live' && { type: type === 'vod' ? 'VOD' : 'EVENT' }),
    segments: listed,
  });
}
