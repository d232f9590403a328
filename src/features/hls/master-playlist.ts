/**
 * HLS master playlists (RFC 8216, 4.3.4), as text in and text out: what they offer, and the same with only what a
 * viewer can use.
 */

/** One `EXT-X-STREAM-INF` with its address. */
interface Variant {
  line: string;
  uri: string;
  attributes: ReadonlyMap<string, string>;
  /** Pixels; null for a variant without a picture. */
  height: number | null;
}

interface Master {
  /** The lines before, between and after that are neither variants nor media. */
  head: readonly string[];
  media: readonly { line: string; attributes: ReadonlyMap<string, string> }[];
  variants: readonly Variant[];
}

/** What a master playlist offers. */
export interface PlaylistRenditions {
  /** By height in pixels, lowest first; bits per second with sound, on average where the playlist says so. */
  renditions: { height: number; bandwidth: number }[];
  /** Bits per second of the sound alone; null where it cannot be had alone. */
  audioBandwidth: number | null;
  /** Languages of the subtitles, in the playlist's order. */
  subtitles: string[];
}

/** What to leave of a master playlist. */
export interface VariantFilter {
  /** The greatest height in pixels; null for all. The lowest one stays even where it is above. */
  maxHeight: number | null;
  /** Sound without pictures, where the playlist has such a variant. */
  audioOnly: boolean;
}

/** The attributes that name a group of media, and the type of what is in it. */
const GROUPS = [
  ['AUDIO', 'AUDIO'],
  ['SUBTITLES', 'SUBTITLES'],
  ['VIDEO', 'VIDEO'],
  ['CLOSED-CAPTIONS', 'CLOSED-CAPTIONS'],
] as const;

/** What a master playlist offers; nothing where the text is none. */
export function readRenditions(text: string): PlaylistRenditions {
  const { media, variants } = parse(text);
  const renditions = variants.flatMap((variant) =>
    variant.height === null ? [] : [{ height: variant.height, bandwidth: getBandwidth(variant) }],
  );
  const sound = variants.filter(({ height }) => height === null).map(getBandwidth);
  const subtitles = media
    .filter(({ attributes }) => attributes.get('TYPE') === 'SUBTITLES')
    .map(({ attributes }) => attributes.get('LANGUAGE') ?? '');
  return {
    renditions: renditions.sort((a, b) => a.height - b.height || a.bandwidth - b.bandwidth),
    audioBandwidth: sound.length === 0 ? null : Math.min(...sound),
    subtitles: [...new Set(subtitles)].filter((language) => language !== ''),
  };
}

/**
 * The master playlist with only the variants wished for, and only the media that these name. Sound alone is left out
 * unless it is wished for: players would take it for the lowest quality.
 */
export function playlistFor(text: string, filter: VariantFilter): string {
  const master = parse(text);
  return withVariants(master, choose(master.variants, filter));
}

/** The playlist with one picture alone: the highest that is not above `height`, or the lowest. */
export function singlePicture(text: string, height: number): string {
  const master = parse(text);
  const pictures = master.variants
    .filter((variant) => variant.height !== null)
    .sort((a, b) => (a.height ?? 0) - (b.height ?? 0));
  const one = pictures.findLast((variant) => (variant.height ?? 0) <= height) ?? pictures[0];
  return withVariants(master, one ? [one] : master.variants);
}

/** The playlists that a master playlist names, of pictures, sound and subtitles. */
export function listPlaylists(text: string): string[] {
  const { media, variants } = parse(text);
  const uris = [...media.map(({ attributes }) => attributes.get('URI')), ...variants.map(({ uri }) => uri)];
  return [...new Set(uris.filter((uri) => uri !== undefined))];
}

function withVariants({ head, media }: Master, kept: readonly Variant[]): string {
  const used = media.filter(({ attributes }) =>
    GROUPS.some(
      ([attribute, type]) =>
        attributes.get('TYPE') === type &&
        kept.some((variant) => variant.attributes.get(attribute) === attributes.get('GROUP-ID')),
    ),
  );
  const lines = [...head, ...used.map(({ line }) => line), ...kept.flatMap(({ line, uri }) => [line, uri])];
  return `${lines.join('\n')}\n`;
}

function choose(variants: readonly Variant[], { maxHeight, audioOnly }: VariantFilter): readonly Variant[] {
  const sound = variants.filter(({ height }) => height === null);
  const pictures = variants.filter(({ height }) => height !== null);
  if (pictures.length === 0 || (audioOnly && sound.length > 0)) return sound;
  if (maxHeight === null) return pictures;
  const lowest = Math.min(...pictures.map(({ height }) => height ?? 0));
  return pictures.filter(({ height }) => (height ?? 0) <= Math.max(maxHeight, lowest));
}

function getBandwidth({ attributes }: Variant): number {
  return Number(attributes.get('AVERAGE-BANDWIDTH') ?? attributes.get('BANDWIDTH') ?? 0);
}

function parse(text: string): Master {
  const head: string[] = [];
  const media: Master['media'][number][] = [];
  const variants: Variant[] = [];
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const attributes = parseAttributes(line);
    if (line.startsWith('#EXT-X-MEDIA:')) media.push({ line, attributes });
    else if (line.startsWith('#EXT-X-STREAM-INF:')) {
      at += 1;
      const height = /^\d+x(\d+)$/.exec(attributes.get('RESOLUTION') ?? '')?.[1];
      variants.push({ line, uri: lines[at] ?? '', attributes, height: height === undefined ? null : Number(height) });
    } else head.push(line);
  }
  return { head, media, variants };
}

/** The attribute list of a tag (RFC 8216, 4.2), quotes taken off. */
function parseAttributes(line: string): ReadonlyMap<string, string> {
  const pairs = line.slice(line.indexOf(':') + 1).matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g);
  return new Map(Array.from(pairs, ([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}
