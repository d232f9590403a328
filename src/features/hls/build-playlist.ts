import { joinLines } from './playlist.ts';

const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7'];

export interface NewRendition {
  type: 'AUDIO' | 'SUBTITLES';
  groupId: string;
  name: string;
  language?: string;
  isDefault: boolean;
  uri: string;
}

/** Rates in bits per second, sound included; sizes in pixels. */
export interface NewVariant {
  bandwidth: number;
  averageBandwidth: number;
  codecs: string;
  picture: { width: number; height: number; frameRate: number | null } | null;
  audio?: string;
  subtitles?: string;
  uri: string;
}

export interface NewSegment {
  uri: string;
  durationUs: number;
  discontinuity?: boolean;
  map?: string;
  programTimeMs?: number;
}

export interface NewMediaPlaylist {
  targetSeconds: number;
  mediaSequence: number;
  discontinuitySequence?: number;
  isIndependent?: boolean;
  type?: 'EVENT' | 'VOD';
  segments: readonly NewSegment[];
}

export function buildMasterPlaylist(renditions: readonly NewRendition[], variants: readonly NewVariant[]): string {
  return joinLines([
    ...HEAD,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.map(toMediaTag),
    ...variants.flatMap((variant) => [toStreamInf(variant), variant.uri]),
  ]);
}

export function buildMediaPlaylist(playlist: NewMediaPlaylist): string {
  const { targetSeconds, mediaSequence, discontinuitySequence, isIndependent = false, type, segments } = playlist;
  return joinLines([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${String(targetSeconds)}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(mediaSequence)}`,
    ...(discontinuitySequence === undefined ? [] : [`#EXT-X-DISCONTINUITY-SEQUENCE:${String(discontinuitySequence)}`]),
    ...(isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    ...(type === undefined ? [] : [`#EXT-X-PLAYLIST-TYPE:${type}`]),
    ...segments.flatMap(toSegmentLines),
    ...(type === 'VOD' ? ['#EXT-X-ENDLIST'] : []),
  ]);
}

function toMediaTag({ type, groupId, name, language, isDefault, uri }: NewRendition): string {
  return toTag('EXT-X-MEDIA', [
    ['TYPE', type],
    ['GROUP-ID', quote(groupId)],
    ['NAME', quote(name)],
    ['LANGUAGE', language === undefined ? undefined : quote(language)],
    ['DEFAULT', isDefault ? 'YES' : 'NO'],
    ['AUTOSELECT', 'YES'],
    type === 'AUDIO' ? ['CHANNELS', quote('2')] : ['FORCED', 'NO'],
    ['URI', quote(uri)],
  ]);
}

function toStreamInf({ bandwidth, averageBandwidth, codecs, picture, audio, subtitles }: NewVariant): string {
  return toTag('EXT-X-STREAM-INF', [
    ['BANDWIDTH', String(Math.ceil(bandwidth))],
    ['AVERAGE-BANDWIDTH', String(Math.ceil(averageBandwidth))],
    ['CODECS', quote(codecs)],
    ['RESOLUTION', picture ? `${String(picture.width)}x${String(picture.height)}` : undefined],
    ['FRAME-RATE', picture?.frameRate?.toFixed(3)],
    ['AUDIO', audio === undefined ? undefined : quote(audio)],
    ['SUBTITLES', subtitles === undefined ? undefined : quote(subtitles)],
    ['CLOSED-CAPTIONS', picture ? 'NONE' : undefined],
  ]);
}

function toSegmentLines({ uri, durationUs, discontinuity = false, map, programTimeMs }: NewSegment): string[] {
  return [
    ...(discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(map === undefined ? [] : [toTag('EXT-X-MAP', [['URI', quote(map)]])]),
    ...(programTimeMs === undefined ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(programTimeMs).toISOString()}`]),
    `#EXTINF:${(durationUs / 1e6).toFixed(6)},`,
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
