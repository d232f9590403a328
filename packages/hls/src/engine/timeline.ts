import { getMapUri, readSequence, replaceUri, type MediaPlaylist } from '../playlist/playlist.ts';
import { getAttribute } from '../playlist/lines.ts';
import { REWIND_TAG } from '../playlist/rewind.ts';

/** A segment on the time line of the player, in seconds. */
export interface TimedSegment {
  sequence: number;
  discontinuity: number;
  start: number;
  end: number;
  url: string;
  range: string | null;
  /** `range` as of RFC 9110; null without an initialisation. */
  map: { url: string; range: string | null; keys: readonly string[] } | null;
  keys: readonly string[];
  /** Milliseconds of the epoch. */
  programTime: number | null;
}

export interface TimedPlaylist {
  segments: readonly TimedSegment[];
  /** Seconds on the time line: how far back the viewer may go, also before the first segment. */
  windowStart: number;
  target: number;
  isEnded: boolean;
  /** An EVENT or VOD playlist keeps its beginning. */
  keepsBeginning: boolean;
  /** How often its numbers have begun again, each time with a discontinuity that the source has not written. */
  restarts: number;
}

export interface Anchor {
  sequence: number;
  start: number;
  programTime: number | null;
  restarts: number;
}

/** A playlist placed on the time line: by a sequence number of the same playlist, else by the clock of EXT-X-PROGRAM-DATE-TIME. */
export function placePlaylist(
  playlist: MediaPlaylist,
  base: string,
  previous: TimedPlaylist | null,
  anchor: Anchor | null,
): TimedPlaylist {
  const resolve = (uri: string) => new URL(uri, base).href;
  const resolveKey = (line: string) => replaceUri(line, resolve);
  const head = playlist.head.join('\n');
  const readNumber = (tag: string) => readSequence(RegExp(`^#${tag}:(\\d{1,20})`, 'm').exec(head)?.[1] ?? '0');
  const isEnded = playlist.tail.includes('#EXT-X-ENDLIST') || playlist.head.includes('#EXT-X-ENDLIST');
  // An encoder that begins again may list nothing for a while.
  if (previous && playlist.segments.length === 0) return { ...previous, isEnded };
  const first = readNumber('EXT-X-MEDIA-SEQUENCE');
  const listed = listSegments(playlist, first, resolve);
  const rewind = Number(RegExp(`^${REWIND_TAG}:([\\d.]+)`, 'm').exec(head)?.[1] ?? 0);
  const isRestarted = previous !== null && !previous.keepsBeginning && hasRestarted(listed, previous.segments);
  const isAnchored = !previous || (isRestarted && (anchor?.restarts ?? 0) > previous.restarts);
  const restarts = isAnchored ? (anchor?.restarts ?? 0) : previous.restarts + Number(isRestarted);
  const before = previous?.segments.at(-1);
  const isFirst = isRestarted && !isAnchored && before;
  let start = isFirst ? before.end : (findStart(first, playlist, isAnchored ? null : previous, anchor) ?? rewind);
  const windowStart = Math.max(0, start - rewind);
  let discontinuity = readNumber('EXT-X-DISCONTINUITY-SEQUENCE') + restarts * RESTART_STEP;
  const segments = playlist.segments.map((segment, at): TimedSegment => {
    if (segment.discontinuity) discontinuity += 1;
    const from = start;
    start += segment.durationUs / 1e6;
    const mapUri = getMapUri(segment.map);
    return {
      ...{ sequence: first + at, discontinuity, start: from, end: start, keys: segment.keys.map(resolveKey) },
      url: listed[at]?.url ?? '',
      range: segment.byteRange && toRange(segment.byteRange.length, segment.byteRange.offset),
      map:
        mapUri === null
          ? null
          : { url: resolve(mapUri), range: readMapRange(segment.map ?? ''), keys: segment.mapKeys.map(resolveKey) },
      programTime: segment.programTime,
    };
  });
  const keepsBeginning = isEnded || /^#EXT-X-PLAYLIST-TYPE:(EVENT|VOD)/m.test(head);
  const target = readNumber('EXT-X-TARGETDURATION') || 4;
  return { segments, windowStart, target, isEnded, keepsBeginning, restarts };
}

/** Between the discontinuities of an encoder and those after it has begun again. */
const RESTART_STEP = 1_000_000;

/** Segments that a viewer may have missed; a greater distance is another count. */
const MAX_MISSED = 20_000;
/** Milliseconds by which a source may correct the clock of a segment. */
const MAX_CLOCK_STEP = 1000;

export type ListedSegment = Pick<TimedSegment, 'sequence' | 'programTime' | 'url'>;

export function listSegments(
  { segments }: MediaPlaylist,
  first: number,
  resolve: (uri: string) => string,
): ListedSegment[] {
  return segments.map(({ uri, programTime }, at) => ({ sequence: first + at, programTime, url: resolve(uri) }));
}

/** True if the last number is below the one of before, for another segment, or far above. A cache's late copy has an earlier clock. */
export function hasRestarted(listed: readonly ListedSegment[], previous: readonly ListedSegment[]): boolean {
  const [first, last] = [listed[0], listed.at(-1)];
  const [before, end] = [previous[0], previous.at(-1)];
  if (!first || !last || !before || !end) return false;
  if (first.sequence - end.sequence > MAX_MISSED) return true;
  if (last.sequence >= end.sequence) return false;
  const same = previous.find(({ sequence }) => sequence === last.sequence);
  const [now, then] = same ? [last, same] : [first, before];
  if (now.programTime !== null && then.programTime !== null) return now.programTime - then.programTime > MAX_CLOCK_STEP;
  return !same || removeQuery(last.url) !== removeQuery(same.url);
}

const removeQuery = (url: string) => url.split('?', 1)[0];

function findStart(first: number, { segments }: MediaPlaylist, previous: TimedPlaylist | null, anchor: Anchor | null) {
  const same = previous?.segments.find(({ sequence }) => sequence >= first && sequence - first < segments.length);
  if (same) return same.start - sumSeconds(segments.slice(0, same.sequence - first));
  const programTime = segments[0]?.programTime ?? null;
  if (programTime !== null && anchor && anchor.programTime !== null)
    return anchor.start + (programTime - anchor.programTime) / 1000;
  const last = previous?.segments.at(-1);
  if (last && first > last.sequence) return last.end + (first - last.sequence - 1) * (last.end - last.start);
  if (!anchor) return null;
  const target = (segments[0]?.durationUs ?? 0) / 1e6;
  return anchor.start + (first - anchor.sequence) * target;
}

const sumSeconds = (segments: MediaPlaylist['segments']) =>
  segments.reduce((sum, { durationUs }) => sum + durationUs, 0) / 1e6;

/** Keeps the segments before those of a newer playlist as far as they are in its window: a short one lists few. */
export function joinPlaylists(earlier: TimedPlaylist | null, later: TimedPlaylist): TimedPlaylist {
  const first = later.segments[0];
  const last = earlier?.segments.at(-1);
  if (!earlier || !first || !last || last.sequence < first.sequence - 1) return later;
  const earlierSegments = earlier.segments.filter(({ sequence, start }) => {
    return sequence < first.sequence && start >= later.windowStart - MAX_END_DIFFERENCE_SECONDS;
  });
  return { ...later, segments: [...earlierSegments, ...later.segments] };
}

const toRange = (length: number, offset: number) => `bytes=${String(offset)}-${String(offset + length - 1)}`;

function readMapRange(line: string): string | null {
  const [, length, offset = '0'] = /^(\d+)(?:@(\d+))?$/.exec(getAttribute(line, 'EXT-X-MAP', 'BYTERANGE') ?? '') ?? [];
  return length === undefined ? null : toRange(Number(length), Number(offset));
}

export function findSegment({ segments }: TimedPlaylist, at: number): TimedSegment | undefined {
  return segments.find(({ start, end }) => end > at + Math.min(MAX_END_DIFFERENCE_SECONDS, (end - start) / 2));
}

/** Seconds by which the ends of one segment in two renditions may differ: frames of HE-AAC last 43 ms, of AAC-LC 21. */
export const MAX_END_DIFFERENCE_SECONDS = 0.03;

/** Seconds behind the end of a live playlist at which playing begins (RFC 8216, 6.3.3). */
export function findLivePosition({ segments, target }: TimedPlaylist, behind: number): number {
  const first = segments[0]?.start ?? 0;
  return Math.max(first, (segments.at(-1)?.end ?? 0) - behind * target);
}

export function findFirstPosition(
  playlist: TimedPlaylist,
  { startAt, startClock = null }: { startAt: number | null; startClock?: number | null },
  behind: number,
): number {
  const edge = playlist.keepsBeginning ? 0 : findLivePosition(playlist, behind);
  return startAt ?? findByClock(playlist, startClock) ?? edge;
}

/** The position of a moment in a live playlist, milliseconds of the epoch; null where it is not there, or has no clock. */
export function findByClock(
  { segments, windowStart, keepsBeginning }: TimedPlaylist,
  clock: number | null,
): number | null {
  const [first] = segments;
  const end = segments.at(-1)?.end ?? 0;
  if (clock === null || keepsBeginning || !first || first.programTime === null) return null;
  const position = first.start + (clock - first.programTime) / 1000;
  return position >= windowStart && position <= end ? position : null;
}

const SHORT_WINDOW = 60;

/** The first position that is still there for a viewer whose own has left the window; the live one in a short window. */
export function findFallback(playlist: TimedPlaylist, behind: number): number {
  const live = findLivePosition(playlist, behind);
  if (live - playlist.windowStart < SHORT_WINDOW) return live;
  return playlist.windowStart + behind * playlist.target;
}
