import {
  getMapUri,
  listPlainVariants,
  listRenditions,
  parseMasterPlaylist,
  parseMediaPlaylist,
} from '@pardeh/hls/playlist';

interface Segment {
  uri: string;
  /** Microseconds, so that sums over weeks stay exact. */
  durationUs: number;
}

export interface Rendition {
  path: string;
  /** Null where each segment initialises the decoder itself. */
  init: string | null;
  segments: readonly Segment[];
}

/** Rates in bits per second, sound included; sizes in pixels. */
export interface Variant {
  path: string;
  width: number;
  height: number;
  bandwidth: number;
  average: number;
  codecs: string;
  frameRate: number | null;
}

/** `subs/<file>.vtt` holds them whole. */
interface Subtitles {
  language: string;
  file: string;
}

export interface Media {
  folder: string;
  variants: readonly Variant[];
  audio: string | null;
  subtitles: readonly Subtitles[];
  renditions: ReadonlyMap<string, Rendition>;
  /** Microseconds, one for each segment that every rendition has. */
  durationsUs: readonly number[];
}

type Offer = Pick<Media, 'variants' | 'audio' | 'subtitles'>;

export function readMaster(text: string): Offer {
  const master = parseMasterPlaylist(text);
  if (!master) return { variants: [], audio: null, subtitles: [] };
  const variants = listPlainVariants(master).flatMap((variant): Variant[] => {
    const path = parsePath(variant.uri);
    if (path === null || !variant.size) return [];
    const { bandwidth, averageBandwidth, codecs, frameRate, size } = variant;
    return [{ path, ...size, bandwidth, average: averageBandwidth ?? bandwidth, codecs: codecs ?? '', frameRate }];
  });
  const renditions = listRenditions(master);
  const audio = renditions.filter(({ type }) => type === 'AUDIO');
  const subtitles = renditions.flatMap(({ type, isForced, language, uri }): Subtitles[] => {
    const file = /^subs\/([\w-]+)\.m3u8$/.exec(uri ?? '')?.[1];
    return type !== 'SUBTITLES' || isForced || language === null || file === undefined ? [] : [{ language, file }];
  });
  const audioUri = (audio.find(({ isDefault }) => isDefault) ?? audio[0])?.uri;
  return {
    variants: variants.sort((a, b) => a.height - b.height || a.bandwidth - b.bandwidth),
    audio: parsePath(audioUri ?? ''),
    subtitles: subtitles.filter(({ language }, at) => subtitles.findIndex((one) => one.language === language) === at),
  };
}

export function readRendition(path: string, text: string): Rendition {
  const segments = parseMediaPlaylist(text)?.segments ?? [];
  return { path, init: getMapUri(segments[0]?.map ?? null), segments };
}

/** Null without a complete set of renditions, or where a segment has no duration. */
export function buildMedia(
  folder: string,
  { variants, audio, subtitles }: Offer,
  renditions: readonly Rendition[],
): Media | null {
  const byPath = new Map(renditions.map((rendition) => [rendition.path, rendition]));
  const lowest = byPath.get(variants[0]?.path ?? '');
  const complete = variants.every(({ path }) => byPath.has(path)) && (audio === null || byPath.has(audio));
  if (!lowest || !complete) return null;
  const count = Math.min(...renditions.map(({ segments }) => segments.length));
  const durationsUs = lowest.segments.slice(0, count).map((segment) => segment.durationUs);
  if (count === 0 || durationsUs.some((length) => length <= 0)) return null;
  return { folder, variants, audio, subtitles, renditions: byPath, durationsUs };
}

function parsePath(uri: string): string | null {
  return /^([\w-]+)\/[\w-]+\.m3u8$/.exec(uri)?.[1] ?? null;
}
