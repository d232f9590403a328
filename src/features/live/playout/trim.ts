import {
  joinLines,
  listLines,
  readSequence,
  replaceUri,
  serializePlaylist,
  type MasterItem,
  type MasterPlaylist,
  type MediaPlaylist,
  type Segment,
} from '@pardeh/hls/playlist';
import { getAttribute } from '@pardeh/hls/lines';
import { REWIND_TAG } from '@pardeh/hls/rewind';

const TAG = 'EXT-X-DATERANGE';
const MAX_DATE_RANGES = 16;

/** The date ranges that precede the kept segments and have not ended when the first of them begins. */
function listOpenDateRanges({ head, segments }: MediaPlaylist, removed: number): string[] {
  const startsAt = segments[removed]?.programTime ?? null;
  const before = [...head, ...segments.slice(0, removed).flatMap(({ lines }) => lines)];
  return before
    .filter((line) => line.startsWith(`#${TAG}:`) && (startsAt === null || getEnd(line) > startsAt))
    .slice(-MAX_DATE_RANGES);
}

/** Milliseconds of the epoch; Infinity for a range without an end. */
function getEnd(line: string): number {
  const get = (name: string) => getAttribute(line, TAG, name);
  const end = Date.parse(get('END-DATE') ?? '');
  const duration = Number(get('DURATION') ?? Number.NaN);
  const start = Date.parse(get('START-DATE') ?? '');
  if (!Number.isNaN(end)) return end;
  return Number.isNaN(start + duration) ? Infinity : start + duration * 1000;
}

/** Tags that are kept with their segment; EXT-X-MAP and EXT-X-KEY are written where they change. */
const SEGMENT_TAG =
  /^#EXT(INF|-X-(DISCONTINUITY|PROGRAM-DATE-TIME|GAP|BITRATE|DATERANGE|CUE|CUE-OUT|CUE-OUT-CONT|CUE-IN|SCTE35|OATCLS-SCTE35)(?=:|$))/;
const BYTE_RANGE = '#EXT-X-BYTERANGE:';
const HEAD = /^#EXT-X-(VERSION|TARGETDURATION|INDEPENDENT-SEGMENTS)(:|$)/;
const OMITTED = /^#EXT-X-(I-FRAME-STREAM-INF|CONTENT-STEERING)/;
const MIN_SEGMENTS = 3;
/** EXT-X-SKIP needs version 9. */
const VERSION = /^(#EXT-X-VERSION:)[1-8]$/;

export interface TrimOptions {
  segments: number;
  bytes: number;
  resolve: (uri: string) => string;
  /** Target durations before the end that a delta update lists (RFC 8216bis, 6.2.5.1); none: no delta updates. */
  skip?: { targets: number; isAsked: boolean };
  /** Seconds of the source that another playlist lists. */
  rewindSeconds?: number;
}

/** The last segments with absolute addresses, without low-latency tags and type; at least three, whatever `bytes`. */
export function trimPlaylist(playlist: MediaPlaylist, options: TrimOptions): string {
  const { segments, bytes, skip } = options;
  const renderLast = (count: number, isAsked: boolean) =>
    render(playlist, playlist.segments.length - count, { ...options, ...(skip && { skip: { ...skip, isAsked } }) });
  for (let count = Math.min(segments, playlist.segments.length); ;) {
    // A delta update begins where the whole playlist does.
    const text = renderLast(count, false);
    const size = new TextEncoder().encode(text).length;
    if (count <= MIN_SEGMENTS || size <= bytes) return skip?.isAsked ? renderLast(count, true) : text;
    count = Math.max(MIN_SEGMENTS, Math.min(count - 1, Math.floor((count * bytes) / size)));
  }
}

export function countWithin({ segments }: MediaPlaylist, seconds: number): number {
  let remainingUs = seconds * 1e6;
  const first = segments.findLastIndex(({ durationUs }) => (remainingUs -= durationUs) < 0);
  return segments.length - 1 - first;
}

function render(playlist: MediaPlaylist, removed: number, options: TrimOptions): string {
  const { resolve, skip, rewindSeconds = Infinity } = options;
  const lines = listLines(playlist);
  const getDigits = (tag: string) =>
    /^\d{1,20}(?=\s*$)/.exec(
      lines
        .find((line) => line.startsWith(`${tag}:`))
        ?.slice(tag.length + 1)
        .trim() ?? '',
    )?.[0] ?? '0';
  const getNumber = (tag: string) => readSequence(getDigits(tag));
  const first = getDigits('#EXT-X-MEDIA-SEQUENCE');
  const removedDiscontinuities = playlist.segments.slice(0, removed).filter((segment) => segment.discontinuity).length;
  const segmentLines = playlist.segments
    .slice(removed)
    .map((segment, at) => writeVectors(segment, first, removed + at));
  const skipSeconds = (skip?.targets ?? 0) * getNumber('#EXT-X-TARGETDURATION');
  const skipped = skip?.isAsked === true ? Math.max(0, segmentLines.length - countWithin(playlist, skipSeconds)) : 0;
  const beforeUs = playlist.segments.slice(0, removed).reduce((sum, { durationUs }) => sum + durationUs, 0);
  const rewind = Math.min(beforeUs / 1e6, rewindSeconds - getSeconds(segmentLines));
  return joinLines([
    '#EXTM3U',
    ...lines.filter((line) => HEAD.test(line)).map((line) => (skip ? line.replace(VERSION, '$19') : line)),
    ...(skip ? [`#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${skipSeconds.toFixed(1)}`] : []),
    ...(!skip && rewindSeconds < Infinity && rewind > 0 ? [`${REWIND_TAG}:${rewind.toFixed(3)}`] : []),
    `#EXT-X-MEDIA-SEQUENCE:${getNumber('#EXT-X-MEDIA-SEQUENCE') + removed}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${getNumber('#EXT-X-DISCONTINUITY-SEQUENCE') + removedDiscontinuities}`,
    ...listOpenDateRanges(playlist, removed),
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ...segmentLines
      .slice(skipped)
      .flatMap((segment, index) => renderSegment(segment, segmentLines[index + skipped - 1], resolve)),
    ...(lines.includes('#EXT-X-ENDLIST') ? ['#EXT-X-ENDLIST'] : []),
  ]);
}

/** A key without IV takes the number of its segment (RFC 8216, 5.2), which `readSequence` may have shortened. */
function writeVectors(segment: Segment, first: string, at: number): Segment {
  if (String(readSequence(first)) === BigInt(first).toString()) return segment;
  const vector = (BigInt(first) + BigInt(at)).toString(16).padStart(32, '0');
  const isNumbered = (key: string) =>
    getAttribute(key, 'EXT-X-KEY', 'IV') === undefined &&
    getAttribute(key, 'EXT-X-KEY', 'METHOD') !== 'NONE' &&
    (getAttribute(key, 'EXT-X-KEY', 'KEYFORMAT') ?? 'identity') === 'identity';
  return { ...segment, keys: segment.keys.map((key) => (isNumbered(key) ? `${key},IV=0x${vector}` : key)) };
}

const getSeconds = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { durationUs }) => sum + durationUs, 0) / 1e6;

function renderSegment(segment: Segment, before: Segment | undefined, resolve: (uri: string) => string): string[] {
  const { map, mapKeys, keys, programTime, uri, byteRange } = segment;
  const tags = segment.lines.slice(0, -1).filter((line) => SEGMENT_TAG.test(line));
  const isNewMap = map !== null && map !== before?.map;
  const isNew = (key: string) => !before?.keys.includes(key);
  const forMap = isNewMap ? mapKeys.filter(isNew) : [];
  const changed = [...forMap, ...(isNewMap ? [map] : []), ...keys.filter((key) => isNew(key) && !forMap.includes(key))];
  const isDated = before !== undefined || tags.some((tag) => tag.startsWith('#EXT-X-PROGRAM-DATE-TIME'));
  return [
    ...changed.map((line) => replaceUri(line, resolve)),
    ...(isDated || programTime === null ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(programTime).toISOString()}`]),
    ...tags,
    // The segment that a range without an offset continues may be cut off.
    ...(byteRange ? [`${BYTE_RANGE}${byteRange.length}@${byteRange.offset}`] : []),
    resolve(uri),
  ];
}

/** Gives the playlists new names; resolves other URIs, of session keys and data. */
export function renamePlaylists(
  { kind, items }: MasterPlaylist,
  namePlaylist: (index: number) => string,
  resolve: (uri: string) => string,
): string {
  let index = 0;
  const renamed = items.flatMap((item): MasterItem[] => {
    const [line = ''] = item.lines;
    if (line === '' || OMITTED.test(line)) return [];
    if (item.kind === 'rendition') return [{ ...item, lines: [replaceUri(line, () => namePlaylist(index++))] }];
    if (item.kind === 'variant') return [{ ...item, lines: [...item.lines.slice(0, -1), namePlaylist(index++)] }];
    return item.lines[0].startsWith('#') ? [{ ...item, lines: [replaceUri(line, resolve)] }] : [item];
  });
  return serializePlaylist({ kind, items: renamed });
}
