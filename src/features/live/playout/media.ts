/** A folder of media as its playlists describe it: what a linear channel needs to play it out. Pure. */

export interface Segment {
  /** The file's name below its rendition. */
  uri: string;
  /** Its length in microseconds, so that sums over weeks stay exact. */
  durationUs: number;
}

export interface Rendition {
  /** Its folder below that of the media: `240p`. */
  path: string;
  /** The file that initialises a decoder; null where each segment brings that along. */
  init: string | null;
  segments: readonly Segment[];
}

/** A picture of a certain size, as the master playlist names it. Rates in bits per second, sound included. */
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
  /** The rendition that is heard; null where the pictures carry the sound. */
  audio: string | null;
  renditions: ReadonlyMap<string, Rendition>;
  /** The lengths of its segments in microseconds, as many as every rendition has. */
  durationsUs: readonly number[];
}

/** What a master playlist offers: its pictures, lowest first, and the rendition of sound that plays unless another is chosen. */
export function readMaster(text: string): { variants: Variant[]; audio: string | null } {
  const lines = text.split(/\r?\n/);
  const variants = lines.flatMap((line, at) => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
    const path = parsePath(lines[at + 1]?.trim() ?? '');
    const size = /^(\d+)x(\d+)$/.exec(attribute(line, 'RESOLUTION') ?? '');
    if (path === null || !size) return [];
    const bandwidth = Number(attribute(line, 'BANDWIDTH'));
    const rate = attribute(line, 'FRAME-RATE');
    return [
      {
        path,
        width: Number(size[1]),
        height: Number(size[2]),
        bandwidth,
        average: Number(attribute(line, 'AVERAGE-BANDWIDTH') ?? bandwidth),
        codecs: attribute(line, 'CODECS') ?? '',
        frameRate: rate === undefined ? null : Number(rate),
      },
    ];
  });
  const sounds = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:') && attribute(line, 'TYPE') === 'AUDIO');
  const sound = sounds.find((line) => attribute(line, 'DEFAULT') === 'YES') ?? sounds[0];
  return {
    variants: variants.sort((a, b) => a.height - b.height || a.bandwidth - b.bandwidth),
    audio: sound === undefined ? null : parsePath(attribute(sound, 'URI') ?? ''),
  };
}

/** The segments of a rendition from its playlist. */
export function readRendition(path: string, text: string): Rendition {
  const lines = text.split(/\r?\n/);
  const map = lines.find((line) => line.startsWith('#EXT-X-MAP:'));
  const segments = lines.flatMap((line, at) => {
    const seconds = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (seconds === undefined) return [];
    const uri = lines.slice(at + 1).find((next) => next !== '' && !next.startsWith('#'));
    return uri === undefined ? [] : [{ uri: uri.trim(), durationUs: Math.round(Number(seconds) * 1e6) }];
  });
  return { path, init: (map === undefined ? undefined : attribute(map, 'URI')) ?? null, segments };
}

/** A folder's media from its renditions; null where it has no picture, or nothing that lasts. */
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

function attribute(line: string, name: string): string | undefined {
  const match = new RegExp(`[:,]${name}=(?:"([^"]*)"|([^",]*))`).exec(line);
  return match?.[1] ?? match?.[2];
}

/** `240p` of `240p/index.m3u8`. */
function parsePath(uri: string): string | null {
  return /^([\w-]+)\/[\w-]+\.m3u8$/.exec(uri)?.[1] ?? null;
}
