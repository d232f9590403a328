import { toKeyLine, type KeyTag } from './encrypt-playlist.ts';
import { joinLines } from './playlist.ts';

const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7'];

export interface NewRendition {
  type: 'AUDIO' | 'SUBTITLES';
  groupId: string;
  name: string;
  language?: string;
  isDefault: boolean;
  isAutoSelected?: boolean;
  channels?: number;
  /** Uniform type identifiers, such as `public.accessibility.describes-video`. */
  characteristics?: string;
  isForced?: boolean;
  uri: string;
}

/** Pictures for trick play, without sound. Rates in bits per second; sizes in pixels. */
export interface NewIFrameStream {
  bandwidth: number;
  averageBandwidth: number;
  codecs: string;
  picture: { width: number; height: number };
  videoRange?: 'SDR';
  uri: string;
}

/** Rates in bits per second, sound included; sizes in pixels. */
export interface NewVariant {
  bandwidth: number;
  averageBandwidth: number;
  codecs: string;
  picture: { width: number; height: number; frameRate: number | null } | null;
  videoRange?: 'SDR';
  audio?: string;
  subtitles?: string;
  uri: string;
}

export interface NewSegment {
  uri: string;
  durationUs: number;
  discontinuity?: boolean;
  map?: string;
  key?: KeyTag;
  mapKey?: KeyTag;
  /** Bytes. */
  byteRange?: { length: number; offset: number };
  programTimeMs?: number;
}

export interface NewMediaPlaylist {
  targetSeconds: number;
  mediaSequence: number;
  discontinuitySequence?: number;
  isIndependent?: boolean;
  isIFramesOnly?: boolean;
  type?: 'EVENT' | 'VOD';
  tags?: readonly string[];
  segments: readonly NewSegment[];
}

export function buildMasterPlaylist(
  renditions: readonly NewRendition[],
  variants: readonly NewVariant[],
  iFrameStreams: readonly NewIFrameStream[] = [],
): string {
  return joinLines([
    ...HEAD,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.map(toMediaTag),
    ...variants.flatMap((variant) => [toStreamInf(variant), variant.uri]),
    ...iFrameStreams.map(toIFrameStreamInf),
  ]);
}

export function buildMediaPlaylist(playlist: NewMediaPlaylist): string {
  const { targetSeconds, mediaSequence, discontinuitySequence, type, tags = [], segments } = playlist;
  return joinLines([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${String(targetSeconds)}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(mediaSequence)}`,
    ...(discontinuitySequence === undefined ? [] : [`#EXT-X-DISCONTINUITY-SEQUENCE:${String(discontinuitySequence)}`]),
    ...(playlist.isIndependent === true ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    ...(playlist.isIFramesOnly === true ? ['#EXT-X-I-FRAMES-ONLY'] : []),
    ...(type === undefined ? [] : [`#EXT-X-PLAYLIST-TYPE:${type}`]),
    ...tags,
    ...segments.flatMap(toSegmentLines),
    ...(type === 'VOD' ? ['#EXT-X-ENDLIST'] : []),
  ]);
}

export function toMediaTag(rendition: NewRendition): string {
  const { type, groupId, name, language, isDefault, isAutoSelected = true, uri } = rendition;
  const { channels = 2, characteristics, isForced = false } = rendition;
  return toTag('EXT-X-MEDIA', [
    ['TYPE', type],
    ['GROUP-ID', quote(groupId)],
    ['NAME', quote(name)],
    ['LANGUAGE', language === undefined ? undefined : quote(language)],
    ['DEFAULT', isDefault ? 'YES' : 'NO'],
    ['AUTOSELECT', isAutoSelected ? 'YES' : 'NO'],
    type === 'AUDIO' ? ['CHANNELS', quote(String(channels))] : ['FORCED', isForced ? 'YES' : 'NO'],
    ['CHARACTERISTICS', characteristics === undefined ? undefined : quote(characteristics)],
    ['URI', quote(uri)],
  ]);
}

function toStreamInf(variant: NewVariant): string {
  const { bandwidth, averageBandwidth, codecs, picture, videoRange, audio, subtitles } = variant;
  return toTag('EXT-X-STREAM-INF', [
    ['BANDWIDTH', String(Math.ceil(bandwidth))],
    ['AVERAGE-BANDWIDTH', String(Math.ceil(averageBandwidth))],
    ['CODECS', quote(codecs)],
    ['RESOLUTION', picture ? `${String(picture.width)}x${String(picture.height)}` : undefined],
    ['FRAME-RATE', picture?.frameRate?.toFixed(3)],
    ['VIDEO-RANGE', videoRange],
    ['AUDIO', audio === undefined ? undefined : quote(audio)],
    ['SUBTITLES', subtitles === undefined ? undefined : quote(subtitles)],
    ['CLOSED-CAPTIONS', picture ? 'NONE' : undefined],
  ]);
}

function toIFrameStreamInf(stream: NewIFrameStream): string {
  const { bandwidth, averageBandwidth, codecs, picture, videoRange, uri } = stream;
  return toTag('EXT-X-I-FRAME-STREAM-INF', [
    ['BANDWIDTH', String(Math.ceil(bandwidth))],
    ['AVERAGE-BANDWIDTH', String(Math.ceil(averageBandwidth))],
    ['CODECS', quote(codecs)],
    ['RESOLUTION', `${String(picture.width)}x${String(picture.height)}`],
    ['VIDEO-RANGE', videoRange],
    ['URI', quote(uri)],
  ]);
}

function toSegmentLines(segment: NewSegment): string[] {
  const { uri, durationUs, discontinuity = false, map, mapKey, key, byteRange, programTimeMs } = segment;
  return [
    ...(discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(map === undefined || mapKey === undefined ? [] : [toKeyLine(mapKey)]),
    ...(map === undefined ? [] : [toTag('EXT-X-MAP', [['URI', quote(map)]])]),
    ...(programTimeMs === undefined ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(programTimeMs).toISOString()}`]),
    ...(key === undefined ? [] : [toKeyLine(key)]),
    `#EXTINF:${(durationUs / 1e6).toFixed(6)},`,
    ...(byteRange ? [`#EXT-X-BYTERANGE:${String(byteRange.length)}@${String(byteRange.offset)}`] : []),
    uri,
  ];
}

function toTag(name: string, attributes: readonly (readonly [string, string | undefined])[]): string {
  const pairs = attributes.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
  return `#${name}:${pairs.join(',')}`;
}

/** A quoted string holds neither quotes nor line breaks (RFC 8216, 4.2). */
function quote(text: string): string {
  return `"${text.replaceAll(/["\r\n]/g, ' ')}"`;
}
