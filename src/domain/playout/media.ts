/** A folder of media as its playlists describe it: what a linear channel needs to play it out. Pure. */

export interface Part {
  /** The file's name below its rendition. */
  uri: string;
  /** Its length in microseconds, so that sums over weeks stay exact. */
  micros: number;
}

export interface Rendition {
  /** Its folder below that of the media: `240p`. */
  path: string;
  /** The file that initialises a decoder; null where each part brings that along. */
  init: string | null;
  parts: readonly Part[];
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
  /** The lengths of its parts in microseconds, as many as every rendition has. */
  micros: readonly number[];
}

/** What a master playlist offers: its pictures, lowest first, and the rendition of sound that plays unless another is chosen. */
export function readMaster(text: string): { variants: Variant[]; audio: string | null } {
  const lines = text.split(/\r?\n/);
  const variants = lines.flatMap((line, at) => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
    const path = pathOf(lines[at + 1]?.trim() ?? '');
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
    audio: sound === undefined ? null : pathOf(attribute(sound, 'URI') ?? ''),
  };
}

/** The parts of a rendition from its playlist. */
export function readRendition(path: string, text: string): Rendition {
  const lines = text.split(/\r?\n/);
  const map = lines.find((line) => line.startsWith('#EXT-X-MAP:'));
  const parts = lines.flatMap((line, at) => {
    const seconds = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (seconds === undefined) return [];
    const uri = lines.slice(at + 1).find((next) => next !== '' && !next.startsWith('#'));
    return uri === undefined ? [] : [{ uri: uri.trim(), micros: Math.round(Number(seconds) * 1e6) }];
  });
  return { path, init: (map === undefined ? undefined : attribute(map, 'URI')) ?? null, parts };
}

/** A folder's media from its renditions; null where it has no picture, or nothing that lasts. */
export function mediaOf(
  folder: string,
  { variants, audio }: { variants: readonly Variant[]; audio: string | null },
  renditions: readonly Rendition[],
): Media | null {
  const byPath = new Map(renditions.map((rendition) => [rendition.path, rendition]));
  const lowest = byPath.get(variants[0]?.path ?? '');
  const complete = variants.every(({ path }) => byPath.has(path)) && (audio === null || byPath.has(audio));
  if (!lowest || !complete) return null;
  const count = Math.min(...renditions.map(({ parts }) => parts.length));
  const micros = lowest.parts.slice(0, count).map((part) => part.micros);
  if (count === 0 || micros.some((length) => length <= 0)) return null;
  return { folder, variants, audio, renditions: byPath, micros };
}

function attribute(line: string, name: string): string | undefined {
  const found = new RegExp(`[:,]${name}=(?:"([^"]*)"|([^",]*))`).exec(line);
  return found?.[1] ?? found?.[2];
}

/** `240p` of `240p/index.m3u8`. */
function pathOf(uri: string): string | null {
  return /^([\w-]+)\/[\w-]+\.m3u8$/.exec(uri)?.[1] ?? null;
}
