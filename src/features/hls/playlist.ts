import { getAttribute, splitAtUris } from './lines.ts';

/**
 * HLS playlists (RFC 8216) as typed structures, and back. Every line is kept, unknown tags included: what was parsed
 * serialises to the same text, with LF line ends. Parsers answer null for other text and never throw.
 */

/** One EXT-X-MEDIA (4.3.4.1). */
export interface Rendition {
  kind: 'rendition';
  type: string;
  groupId: string | null;
  language: string | null;
  isDefault: boolean;
  /** Null where the variants carry it. */
  uri: string | null;
  lines: readonly [string];
}

/** One EXT-X-STREAM-INF with its URI (4.3.4.2). Rates in bits per second, sound included. */
export interface Variant {
  kind: 'variant';
  uri: string;
  bandwidth: number;
  averageBandwidth: number | null;
  codecs: string | null;
  frameRate: number | null;
  /** Pixels; null without a picture. */
  size: { width: number; height: number } | null;
  /** The groups of its renditions, by their TYPE. */
  groups: Readonly<Record<GroupType, string | null>>;
  lines: readonly string[];
}

interface OtherLine {
  kind: 'other';
  lines: readonly [string];
}

export interface MasterPlaylist {
  kind: 'master';
  items: readonly MasterItem[];
}
export type MasterItem = Rendition | Variant | OtherLine;

/** A media segment (4.3.2) with the tags that apply to it. */
export interface Segment {
  uri: string;
  /** Microseconds, so that sums over weeks stay exact; 0 where EXTINF is missing. */
  durationUs: number;
  discontinuity: boolean;
  /** Bytes; an offset that is not written follows the segment before. */
  byteRange: { length: number; offset: number } | null;
  /** The EXT-X-MAP line in force. */
  map: string | null;
  /** The EXT-X-KEY lines in force, verbatim, one for each KEYFORMAT. */
  keys: readonly string[];
  /** Milliseconds of the epoch, by EXT-X-PROGRAM-DATE-TIME here or earlier. */
  programTime: number | null;
  /** Its own lines, the URI last. */
  lines: readonly string[];
}

export interface MediaPlaylist {
  kind: 'media';
  /** The lines before the first segment's. */
  head: readonly string[];
  segments: readonly Segment[];
  /** The lines after the last URI. */
  tail: readonly string[];
}

const GROUP_TYPES = ['AUDIO', 'VIDEO', 'SUBTITLES', 'CLOSED-CAPTIONS'] as const;
type GroupType = (typeof GROUP_TYPES)[number];
const STREAM_INF = 'EXT-X-STREAM-INF';
const SEGMENT_TAG =
  /^#EXT(INF:|-X-(BYTERANGE|DISCONTINUITY|KEY|MAP|PROGRAM-DATE-TIME|DATERANGE|GAP|BITRATE|PART)(:|$))/;

/** Whether a text begins as every playlist must (4.3.1.1). */
function isPlaylist(text: string): boolean {
  return /^\uFEFF?#EXTM3U(\s|$)/.test(text);
}

export function parsePlaylist(text: string): MasterPlaylist | MediaPlaylist | null {
  return parseMasterPlaylist(text) ?? parseMediaPlaylist(text);
}

/** Null for a media playlist, too. */
export function parseMasterPlaylist(text: string): MasterPlaylist | null {
  if (!isPlaylist(text) || !/^#EXT-X-(STREAM-INF|MEDIA):/m.test(text)) return null;
  const items = readEntries(text).flatMap(({ tags, uri }): MasterItem[] => {
    const at = uri === null ? -1 : tags.findLastIndex((line) => line.startsWith(`#${STREAM_INF}:`));
    const before = (at < 0 ? tags : tags.slice(0, at)).map(toRenditionOrOther);
    if (uri === null) return before;
    return [...before, at < 0 ? { kind: 'other', lines: [uri] } : toVariant(tags.slice(at), uri)];
  });
  return { kind: 'master', items };
}

/** Null for a master playlist, too. */
export function parseMediaPlaylist(text: string): MediaPlaylist | null {
  if (!isPlaylist(text) || parseMasterPlaylist(text)) return null;
  const entries = readEntries(text);
  const firstTags = entries[0]?.tags ?? [];
  const headEnd = firstTags.findIndex((line) => SEGMENT_TAG.test(line));
  const head = firstTags.splice(0, headEnd < 0 ? firstTags.length : headEnd);
  const tail = entries.pop()?.tags ?? [];
  return { kind: 'media', head, segments: toSegments(entries), tail };
}

/** The text of a playlist; lines end with LF. */
export function serializePlaylist(playlist: MasterPlaylist | MediaPlaylist): string {
  return joinLines(listLines(playlist));
}

export function joinLines(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

export function listLines(playlist: MasterPlaylist | MediaPlaylist): string[] {
  if (playlist.kind === 'master') return playlist.items.flatMap(({ lines }) => lines);
  return [...playlist.head, ...playlist.segments.flatMap(({ lines }) => lines), ...playlist.tail];
}

export function listVariants({ items }: MasterPlaylist): Variant[] {
  return items.filter((item) => item.kind === 'variant');
}

export function listRenditions({ items }: MasterPlaylist): Rendition[] {
  return items.filter((item) => item.kind === 'rendition');
}

/** The URIs of the media playlists that a master playlist names, in its order. */
export function listPlaylistUris({ items }: MasterPlaylist): string[] {
  return items.flatMap((item) => (item.kind === 'other' || item.uri === null ? [] : [item.uri]));
}

/** The URIs of the files that a media playlist names, initialisations included; each once, none of other text. */
export function listMediaFiles(text: string): string[] {
  const segments = parseMediaPlaylist(text)?.segments ?? [];
  return [...new Set(segments.flatMap(({ map, uri }) => [getMapUri(map) ?? [], uri].flat()))];
}

/** The URI of an EXT-X-MAP line. */
export function getMapUri(line: string | null): string | null {
  return (line === null ? undefined : getAttribute(line, 'EXT-X-MAP', 'URI')) ?? null;
}

/** The line with another URI in its attributes, if it has one. */
export function replaceUri(line: string, toUri: (uri: string) => string): string {
  return line.replace(/([\w-]+)="([^"]*)"/g, (pair, name: string, uri: string) =>
    name === 'URI' ? `URI="${toUri(uri)}"` : pair,
  );
}

interface Entry {
  /** The lines before the URI. */
  tags: string[];
  /** Null after the last one. */
  uri: string | null;
}

function readEntries(text: string): Entry[] {
  const blocks = splitAtUris(text.replace(/^\uFEFF/, '').replace(/\r?\n$/, ''));
  const last = blocks.length - 1;
  return blocks.flatMap((block, at) => {
    if (at % 2 === 1) return [];
    // A block begins after the break of the URI before it, and ends with the break before its own URI.
    const lines = block.split('\n').map((line) => line.trim());
    return [{ tags: lines.slice(at === 0 ? 0 : 1, at === last ? undefined : -1), uri: blocks[at + 1]?.trim() ?? null }];
  });
}

function toRenditionOrOther(line: string): Rendition | OtherLine {
  const get = (name: string) => getAttribute(line, 'EXT-X-MEDIA', name) ?? null;
  const type = get('TYPE');
  if (type === null) return { kind: 'other', lines: [line] };
  return {
    ...{ kind: 'rendition', type, groupId: get('GROUP-ID'), language: get('LANGUAGE'), uri: get('URI') },
    isDefault: get('DEFAULT') === 'YES',
    lines: [line],
  };
}

function toVariant(tags: readonly string[], uri: string): Variant {
  const get = (name: string) => getAttribute(tags[0] ?? '', STREAM_INF, name) ?? null;
  const toNumber = (value: string | null) => (value === null ? null : Number(value));
  const size = /^(\d+)x(\d+)$/.exec(get('RESOLUTION') ?? '');
  return {
    ...{ kind: 'variant', uri, bandwidth: Number(get('BANDWIDTH')), codecs: get('CODECS') },
    averageBandwidth: toNumber(get('AVERAGE-BANDWIDTH')),
    frameRate: toNumber(get('FRAME-RATE')),
    size: size && { width: Number(size[1]), height: Number(size[2]) },
    groups: Object.fromEntries(GROUP_TYPES.map((type) => [type, get(type)])) as Variant['groups'],
    lines: [...tags, uri],
  };
}

function toSegments(entries: readonly Entry[]): Segment[] {
  let map: string | null = null;
  let keys: readonly string[] = [];
  let programTime: number | null = null;
  let rangeEnd = 0;
  return entries.map(({ tags, uri }): Segment => {
    const get = (name: string) => tags.find((line) => line.startsWith(`#${name}:`))?.slice(name.length + 2) ?? '';
    for (const line of tags) {
      if (line.startsWith('#EXT-X-MAP:')) map = line;
      else if (line.startsWith('#EXT-X-KEY:')) keys = addKey(keys, line);
    }
    const date = Date.parse(get('EXT-X-PROGRAM-DATE-TIME'));
    if (!Number.isNaN(date)) programTime = date;
    const [, length, offset = rangeEnd] = /^(\d+)(?:@(\d+))?$/.exec(get('EXT-X-BYTERANGE')) ?? [];
    const byteRange = length === undefined ? null : { length: Number(length), offset: Number(offset) };
    rangeEnd = byteRange ? byteRange.offset + byteRange.length : 0;
    const durationUs = Math.round((parseFloat(get('EXTINF')) || 0) * 1e6);
    const startsAt = programTime;
    if (programTime !== null) programTime += durationUs / 1000;
    return {
      ...{ uri: uri ?? '', durationUs, byteRange, map, keys, programTime: startsAt },
      discontinuity: tags.includes('#EXT-X-DISCONTINUITY'),
      lines: [...tags, uri ?? ''],
    };
  });
}

/** A key replaces that of its KEYFORMAT; METHOD=NONE replaces all (4.3.2.4). */
function addKey(keys: readonly string[], line: string): string[] {
  const get = (key: string, name: string) => getAttribute(key, 'EXT-X-KEY', name);
  const getFormat = (key: string) => get(key, 'KEYFORMAT') ?? 'identity';
  if (get(line, 'METHOD') === 'NONE') return [line];
  const others = keys.filter((key) => get(key, 'METHOD') !== 'NONE' && getFormat(key) !== getFormat(line));
  return [...others, line];
}
