import { getAttribute, splitAtUris } from './lines.ts';

/** RFC 8216. Every line is kept: a parsed playlist serialises to its own text, with LF. Parsers never throw. */

export interface Rendition {
  kind: 'rendition';
  type: string;
  groupId: string | null;
  language: string | null;
  isDefault: boolean;
  isForced: boolean;
  /** Of sound; null where the playlist does not say. */
  channels: number | null;
  uri: string | null;
  lines: readonly [string];
}

/** EXT-X-STREAM-INF (4.3.4.2). Rates in bits per second, sound included; sizes in pixels. */
export interface Variant {
  kind: 'variant';
  uri: string;
  bandwidth: number;
  averageBandwidth: number | null;
  codecs: string | null;
  frameRate: number | null;
  size: { width: number; height: number } | null;
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

/** RFC 8216, 4.3.2. `lines` are its own, the URI last. */
export interface Segment {
  uri: string;
  /** Microseconds, so that sums over weeks stay exact; 0 without EXTINF. */
  durationUs: number;
  discontinuity: boolean;
  /** Bytes; an offset that is not written follows the segment before. */
  byteRange: { length: number; offset: number } | null;
  map: string | null;
  mapKeys: readonly string[];
  keys: readonly string[];
  /** Milliseconds of the epoch, by EXT-X-PROGRAM-DATE-TIME here or earlier. */
  programTime: number | null;
  lines: readonly string[];
}

export interface MediaPlaylist {
  kind: 'media';
  head: readonly string[];
  segments: readonly Segment[];
  tail: readonly string[];
}

const GROUP_TYPES = ['AUDIO', 'VIDEO', 'SUBTITLES', 'CLOSED-CAPTIONS'] as const;
type GroupType = (typeof GROUP_TYPES)[number];
const STREAM_INF = 'EXT-X-STREAM-INF';
const NO_KEY = 'NONE';
/** More would let a foreign playlist cost quadratic time. */
const MAX_KEYS = 8;
const LAST_DATE = 8.64e15;
const SEGMENT_TAG =
  /^#EXT(INF:|-X-(BYTERANGE|DISCONTINUITY|KEY|MAP|PROGRAM-DATE-TIME|DATERANGE|GAP|BITRATE|PART|CUE|CUE-OUT|CUE-IN)(:|$))/;

function isPlaylist(text: string): boolean {
  return /^\s*#EXTM3U(\s|$)/.test(text);
}

export function parsePlaylist(text: string): MasterPlaylist | MediaPlaylist | null {
  return parseMasterPlaylist(text) ?? parseMediaPlaylist(text);
}

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

export function parseMediaPlaylist(text: string): MediaPlaylist | null {
  if (!isPlaylist(text) || parseMasterPlaylist(text)) return null;
  const entries = readEntries(text);
  const firstTags = entries[0]?.tags ?? [];
  const headEnd = firstTags.findIndex((line) => SEGMENT_TAG.test(line));
  const head = firstTags.splice(0, headEnd < 0 ? firstTags.length : headEnd);
  const tail = entries.pop()?.tags ?? [];
  return { kind: 'media', head, segments: toSegments(entries), tail };
}

/** The number in an M3U list of channels; 0 for HLS, which has a target duration (RFC 8216, 4.3.3.1). */
export function countChannels({ head, segments }: MediaPlaylist): number {
  const lines = [...head, ...segments.flatMap((segment) => segment.lines)];
  if (lines.some((line) => line.startsWith('#EXT-X-TARGETDURATION:'))) return 0;
  const isList = segments.some(({ uri, durationUs }) => durationUs <= 0 || /\.m3u8?(?:[?#]|$)/i.test(uri));
  return isList ? segments.length : 0;
}

/** Bits of a number that stays exact with some thousands added to it. */
const SEQUENCE_BITS = 52;

/** A decimal-integer (RFC 8216, 4.2) below 2^64 as a number: above 2^52, its low 52 bits, so that it still counts on. */
export function readSequence(digits: string): number {
  return digits.length < 16 ? Number(digits) : Number(BigInt.asUintN(SEQUENCE_BITS, BigInt(digits)));
}

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

/** True for a line of EXT-X-I-FRAME-STREAM-INF (4.3.4.3). */
export function isIFrameStream({ kind, lines }: MasterItem): boolean {
  return kind === 'other' && lines[0].startsWith('#EXT-X-I-FRAME-STREAM-INF:');
}

export function getIFrameSize({ lines }: Pick<OtherLine, 'lines'>): { width: number; height: number } | null {
  return parseSize(getAttribute(lines[0], 'EXT-X-I-FRAME-STREAM-INF', 'RESOLUTION') ?? '');
}

/** The variants that every player can play: no AV1, no HE-AAC, no 5.1. A playlist that has no others keeps all. */
export function listPlainVariants(master: MasterPlaylist): Variant[] {
  const variants = listVariants(master);
  const plain = variants.filter((variant) => !hasNewerCodec(variant) && !isSurround(master, variant));
  return plain.length > 0 ? plain : variants;
}

export const HE_AAC = 'mp4a.40.5';
const NEWER_CODEC = /(?:^|,)\s*(?:av01\.|mp4a\.40\.5\b)/;
const hasNewerCodec = ({ codecs }: Variant): boolean => NEWER_CODEC.test(codecs ?? '');

export function isSurround(master: MasterPlaylist, { groups }: Variant): boolean {
  return listRenditions(master).some(
    ({ type, groupId, channels }) => type === 'AUDIO' && groupId === groups.AUDIO && (channels ?? 2) > 2,
  );
}

export function listPlaylistUris({ items }: MasterPlaylist): string[] {
  return items.flatMap((item) => (item.kind === 'other' || item.uri === null ? [] : [item.uri]));
}

export function listMediaFiles(text: string): string[] {
  const segments = parseMediaPlaylist(text)?.segments ?? [];
  return [...new Set(segments.flatMap(({ map, uri }) => [getMapUri(map) ?? [], uri].flat()))];
}

export function getMapUri(line: string | null): string | null {
  return (line === null ? undefined : getAttribute(line, 'EXT-X-MAP', 'URI')) ?? null;
}

export function replaceUri(line: string, toUri: (uri: string) => string): string {
  return line.replace(/(?<![\w-])([\w-]+)="([^"]*)"/g, (pair, name: string, uri: string) =>
    name === 'URI' ? `URI="${toUri(uri)}"` : pair,
  );
}

type Keys = ReadonlyMap<string, readonly string[]>;

interface Entry {
  tags: string[];
  uri: string | null;
}

function readEntries(text: string): Entry[] {
  const blocks = splitAtUris(text.replace(/^\s+(?=#EXTM3U)/, '').replace(/\r?\n$/, ''));
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
    isForced: get('FORCED') === 'YES',
    channels: Number.parseInt(get('CHANNELS') ?? '', 10) || null,
    lines: [line],
  };
}

function toVariant(tags: readonly string[], uri: string): Variant {
  const get = (name: string) => getAttribute(tags[0] ?? '', STREAM_INF, name) ?? null;
  const toNumber = (value: string | null) => (value === null ? null : Number(value));
  return {
    ...{ kind: 'variant', uri, bandwidth: Number(get('BANDWIDTH')), codecs: get('CODECS') },
    averageBandwidth: toNumber(get('AVERAGE-BANDWIDTH')),
    frameRate: toNumber(get('FRAME-RATE')),
    size: parseSize(get('RESOLUTION') ?? ''),
    groups: Object.fromEntries(GROUP_TYPES.map((type) => [type, get(type)])) as Variant['groups'],
    lines: [...tags, uri],
  };
}

function parseSize(text: string): { width: number; height: number } | null {
  const size = /^(\d+)x(\d+)$/.exec(text);
  return size && { width: Number(size[1]), height: Number(size[2]) };
}

function toSegments(entries: readonly Entry[]): Segment[] {
  let map: string | null = null;
  let keys: Keys = new Map();
  let mapKeys: readonly string[] = [];
  let programTime: number | null = null;
  let rangeEnd = 0;
  return entries.map(({ tags, uri }): Segment => {
    const get = (name: string) => tags.find((line) => line.startsWith(`#${name}:`))?.slice(name.length + 2) ?? '';
    const mapAt = tags.findLastIndex((line) => line.startsWith('#EXT-X-MAP:'));
    const isKey = (line: string) => line.startsWith('#EXT-X-KEY:');
    if (mapAt >= 0) {
      map = tags[mapAt] ?? null;
      keys = addKeys(keys, tags.slice(0, mapAt).filter(isKey));
      mapKeys = [...keys.values()].flat();
    }
    keys = addKeys(keys, tags.slice(mapAt + 1).filter(isKey));
    const date = Date.parse(get('EXT-X-PROGRAM-DATE-TIME'));
    if (!Number.isNaN(date)) programTime = date;
    const [, length, offset = rangeEnd] = /^(\d+)(?:@(\d+))?$/.exec(get('EXT-X-BYTERANGE')) ?? [];
    const byteRange = length === undefined ? null : { length: Number(length), offset: Number(offset) };
    rangeEnd = byteRange ? byteRange.offset + byteRange.length : 0;
    const durationUs = Math.round((parseFloat(get('EXTINF')) || 0) * 1e6);
    const startsAt = programTime !== null && Math.abs(programTime) <= LAST_DATE ? programTime : null;
    if (programTime !== null) programTime += durationUs / 1000;
    return {
      ...{
        uri: uri ?? '',
        durationUs,
        byteRange,
        map,
        mapKeys,
        keys: [...keys.values()].flat(),
        programTime: startsAt,
      },
      discontinuity: tags.includes('#EXT-X-DISCONTINUITY'),
      lines: [...tags, uri ?? ''],
    };
  });
}

/** Keys replace those of their KEYFORMAT; METHOD=NONE replaces all (4.3.2.4). All keys of one segment are kept. */
function addKeys(keys: Keys, lines: readonly string[]): Keys {
  if (lines.length === 0) return keys;
  const get = (line: string, name: string) => getAttribute(line, 'EXT-X-KEY', name);
  const last = lines.findLastIndex((line) => get(line, 'METHOD') === 'NONE');
  const lastKeys = lines.slice(last + 1).slice(-MAX_KEYS);
  const none = lines[last];
  if (none !== undefined && lastKeys.length === 0) return new Map([[NO_KEY, [none]]]);
  const ownKeys = Map.groupBy(lastKeys, (line) => get(line, 'KEYFORMAT') ?? 'identity');
  const otherKeys = none === undefined ? [...keys].filter(([format]) => format !== NO_KEY && !ownKeys.has(format)) : [];
  return new Map([...otherKeys.slice(-MAX_KEYS), ...ownKeys]);
}
