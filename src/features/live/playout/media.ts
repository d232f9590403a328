import {
  getMapUri,
  listPlainVariants,
  listRenditions,
  parseMasterPlaylist,
  parseMediaPlaylist,
} from '../../hls/playlist.ts';

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

export interface Media {
  folder: string;
  variants: readonly Variant[];
  audio: string | null;
  renditions: ReadonlyMap<string, Rendition>;
  /** Microseconds, one for each segment that every rendition has. */
  durationsUs: readonly number[];
}

export function readMaster(text: string): { variants: Variant[]; audio: string | null } {
  const master = parseMasterPlaylist(text);
  if (!master) return { variants: [], audio: null };
  const variants = listPlainVariants(master).flatMap((variant): Variant[] => {
    const path = parsePath(variant.uri);
    if (path === null || !variant.size) return [];
    const { bandwidth, averageBandwidth, codecs, frameRate, size } = variant;
    return [{ path, ...size, bandwidth, average: averageBandwidth ?? bandwidth, codecs: codecs ?? '', frameRate }];
  });
  const audio = listRenditions(master).filter(({ type }) => type === 'AUDIO');
  const audioUri = (audio.find(({ isDefault }) => isDefault) ?? audio[0])?.uri;
  return {
    variants: variants.sort((a, b) => a.height - b.height || a.bandwidth - b.bandwidth),
    audio: parsePath(audioUri ?? ''),
  };
}

export function readRendition(path: string, text: string): Rendition {
  const segments = parseMediaPlaylist(text)?.segments ?? [];
  return { path, init: getMapUri(segments[0]?.map ?? null), segments };
}

/** Null without a complete set of renditions, or where a segment has no duration. */
export function buildMedia(
  folder: string,
  { variants, audio }: { variants: readonly Variant[]; audio: string | null },
  renditions: readonly Rendition[],
): Media | null {
  const byPath = new Map(renditions.map((rendition) => [rendition.path, rendition]));
  const lowest = byPath.get(variants[0]?.path ?? '');
  const complete = variants.every(({ path }) => byPath.has(path)) && (audio === null || byPath.has(audio));
  if (!lowest || !complete) return null;
  const count = Math.min(...renditions.map(({ segments }) => segments.length));
  const durationsUs = lowest.segments.slice(0, count).map((segment) => segment.durationUs);
  if (count === 0 || durationsUs.some((length) => length <= 0)) return null;
  return { folder, variants, audio, renditions: byPath, durationsUs };
}

function parsePath(uri: string): string | null {
  return /^([\w-]+)\/[\w-]+\.m3u8$/.exec(uri)?.[1] ?? null;
}
