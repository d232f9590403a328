import { getAttribute } from '../../hls/lines.ts';
import type { MediaPlaylist } from '../../hls/playlist.ts';

const TAG = 'EXT-X-DATERANGE';
const MAX_DATE_RANGES = 16;

/** The date ranges that precede the kept segments and have not ended when the first of them begins. */
export function listOpenDateRanges({ head, segments }: MediaPlaylist, removed: number): string[] {
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
