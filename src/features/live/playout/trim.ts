import {
  joinLines,
  listLines,
  replaceUri,
  serializePlaylist,
  type MasterItem,
  type MasterPlaylist,
  type MediaPlaylist,
  type Segment,
} from '../../hls/playlist.ts';
import { listOpenDateRanges } from './date-ranges.ts';

/** Tags that are kept with their segment; EXT-X-MAP and EXT-X-KEY are written where they change. */
const SEGMENT_TAG =
  /^#EXT(INF|-X-(DISCONTINUITY|PROGRAM-DATE-TIME|GAP|BITRATE|DATERANGE|CUE|CUE-OUT|CUE-OUT-CONT|CUE-IN|SCTE35|OATCLS-SCTE35)(?=:|$))/;
const BYTE_RANGE = '#EXT-X-BYTERANGE:';
const HEAD = /^#EXT-X-(VERSION|TARGETDURATION|INDEPENDENT-SEGMENTS|PLAYLIST-TYPE)(:|$)/;
const OMITTED = /^#EXT-X-(I-FRAME-STREAM-INF|CONTENT-STEERING)/;
const MIN_SEGMENTS = 3;

export interface TrimOptions {
  segments: number;
  bytes: number;
  resolve: (uri: string) => string;
}

/** The last segments with absolute addresses, without low-latency tags; at least three, whatever `bytes`. */
export function trimPlaylist(playlist: MediaPlaylist, { segments, bytes, resolve }: TrimOptions): string {
  for (let count = Math.min(segments, playlist.segments.length); ; count -= 1) {
    const trimmed = render(playlist, playlist.segments.length - count, resolve);
    if (count <= MIN_SEGMENTS || new TextEncoder().encode(trimmed).length <= bytes) return trimmed;
  }
}

function render(playlist: MediaPlaylist, removed: number, resolve: (uri: string) => string): string {
  const lines = listLines(playlist);
  const getNumber = (tag: string) =>
    Number(lines.find((line) => line.startsWith(`${tag}:`))?.slice(tag.length + 1) ?? 0);
  const removedDiscontinuities = playlist.segments.slice(0, removed).filter((segment) => segment.discontinuity).length;
  const kept = playlist.segments.slice(removed);
  return joinLines([
    '#EXTM3U',
    ...lines.filter((line) => HEAD.test(line)),
    `#EXT-X-MEDIA-SEQUENCE:${getNumber('#EXT-X-MEDIA-SEQUENCE') + removed}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${getNumber('#EXT-X-DISCONTINUITY-SEQUENCE') + removedDiscontinuities}`,
    ...listOpenDateRanges(playlist, removed),
    ...kept.flatMap((segment, index) => renderSegment(segment, kept[index - 1], resolve)),
    ...(lines.includes('#EXT-X-ENDLIST') ? ['#EXT-X-ENDLIST'] : []),
  ]);
}

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
