import type { AirSegment } from './on-air.ts';
import {
  buildMasterPlaylist,
  buildMediaPlaylist,
  type NewRendition,
  type NewSegment,
  type NewVariant,
} from '@pardeh/hls/build-playlist';
import type { KeyTag } from '@pardeh/hls/encrypt-playlist';
import type { Media, Rendition, Variant } from './media.ts';
import { getSubtitleFile } from './subtitle-segment.ts';
import { REWIND_TAG } from '@pardeh/hls/rewind';

const SOUND = 'audio';
const AUDIO_GROUP = 'sound';
const SUBTITLE_GROUP = 'subs';
const SUBTITLES = /^subs-([\w-]+)$/;

function getRenditionName(height: number): string {
  return `v${String(height)}`;
}

export function listRenditionHeights(media: readonly Media[]): number[] {
  const heights = media.flatMap(({ variants }) => variants.map(({ height }) => height));
  return [...new Set(heights)].sort((a, b) => a - b);
}

/** The highest variant that is not above `height`, or the lowest. */
export function variantFor({ variants }: Media, height: number): Variant | undefined {
  return variants.findLast((variant) => variant.height <= height) ?? variants[0];
}

function renditionFor(media: Media, name: string): Rendition | null {
  const height = /^v(\d{2,4})$/.exec(name)?.[1];
  const path = name === SOUND ? media.audio : height && variantFor(media, Number(height))?.path;
  return (path && media.renditions.get(path)) || null;
}

function listSubtitleLanguages(media: readonly Media[]): string[] {
  return [...new Set(media.flatMap(({ subtitles }) => subtitles.map(({ language }) => language)))].sort();
}

export function isOffered(media: readonly Media[], name: string): boolean {
  const language = SUBTITLES.exec(name)?.[1];
  return language === undefined || listSubtitleLanguages(media).includes(language);
}

function toSubtitles({ subtitles }: Media, language: string, index: number): Rendition {
  const file = subtitles.find((one) => one.language === language)?.file ?? null;
  return { path: 'subs', init: null, segments: [{ uri: getSubtitleFile(file, index), durationUs: 0 }] };
}

export function masterPlaylist(media: readonly Media[], max = Infinity): string {
  const heights = listRenditionHeights(media).filter((height, index) => height <= max || index === 0);
  const audio = media.every((source) => source.audio !== null) ? { audio: AUDIO_GROUP } : {};
  const subtitles = listSubtitleLanguages(media).map((language): NewRendition => {
    const uri = `${SUBTITLE_GROUP}-${language}.m3u8`;
    return { type: 'SUBTITLES', groupId: SUBTITLE_GROUP, name: language, language, isDefault: false, uri };
  });
  const subtitleGroup = subtitles.length > 0 ? { subtitles: SUBTITLE_GROUP } : {};
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
      ...subtitleGroup,
      uri: `${getRenditionName(height)}.m3u8`,
    };
  });
  const sound = { type: 'AUDIO', groupId: AUDIO_GROUP, name: 'main', isDefault: true, uri: `${SOUND}.m3u8` } as const;
  return buildMasterPlaylist(['audio' in audio ? [sound] : [], subtitles].flat(), variants);
}

export interface PlaylistOptions {
  target: number;
  type: 'live' | 'event' | 'vod';
  firstLoop: number;
  /** Seconds before the first segment that another playlist lists. */
  rewindSeconds?: number;
  getUrl: (segment: AirSegment, path: string, file: string) => string;
  getKey: ((segment: AirSegment, path: string, file: string) => KeyTag) | null;
}

export function listAiredFiles({ media, index }: AirSegment, name: string): { path: string; files: string[] } | null {
  const rendition = renditionFor(media, name);
  const segment = rendition?.segments[index];
  return rendition && segment ? { path: rendition.path, files: [rendition.init ?? [], segment.uri].flat() } : null;
}

/** The media playlist of one rendition (`v240`, `audio`, `subs-fa`); null where a source has no such rendition. */
export function mediaPlaylist(
  segments: readonly AirSegment[],
  name: string,
  { target, type, firstLoop, rewindSeconds = 0, getUrl, ...options }: PlaylistOptions,
): string | null {
  const [start] = segments;
  // A live playlist counts the tag before its first segment as present (RFC 8216, 6.2.2).
  const tagged = type === 'live' && start?.first === true;
  const discontinuities = Math.max(0, (start?.loop ?? 0) - firstLoop - (tagged ? 1 : 0));
  const language = SUBTITLES.exec(name)?.[1];
  const getKey = language === undefined ? options.getKey : null;
  const listed: NewSegment[] = [];
  for (const [at, aired] of segments.entries()) {
    const { media, index, first, startsAt } = aired;
    const rendition = language === undefined ? renditionFor(media, name) : toSubtitles(media, language, index);
    const segment = rendition?.segments[language === undefined ? index : 0];
    const durationUs = media.durationsUs[index];
    if (!rendition || !segment || durationUs === undefined) return null;
    const isFirst = first || at === 0;
    listed.push({
      // Equal in every rendition: the sound's own would drift by seconds over hundreds of loops, and hls.js stalls.
      durationUs,
      uri: getUrl(aired, rendition.path, segment.uri),
      discontinuity: first && (at > 0 || tagged),
      ...(getKey && { key: getKey(aired, rendition.path, segment.uri) }),
      ...(isFirst && rendition.init !== null && buildMap(aired, rendition.path, rendition.init, { getUrl, getKey })),
      ...((isFirst || type === 'live') && { programTimeMs: Math.round(startsAt / 1000) }),
    });
  }
  return buildMediaPlaylist({
    targetSeconds: target,
    mediaSequence: start?.sequence ?? 0,
    discontinuitySequence: discontinuities,
    isIndependent: true,
    ...(type !== 'live' && { type: type === 'vod' ? 'VOD' : 'EVENT' }),
    ...(rewindSeconds > 0 && { tags: [`${REWIND_TAG}:${rewindSeconds.toFixed(3)}`] }),
    segments: listed,
  });
}

function buildMap(
  aired: AirSegment,
  path: string,
  init: string,
  { getUrl, getKey }: Pick<PlaylistOptions, 'getUrl' | 'getKey'>,
): Pick<NewSegment, 'map' | 'mapKey'> {
  return { map: getUrl(aired, path, init), ...(getKey && { mapKey: getKey(aired, path, init) }) };
}
