import { REWIND_SECONDS } from '../../../platform/config/constants.ts';
import { computeOffsets, getLoopDuration } from './layout.ts';
import type { Media } from './media.ts';
import type { Airing } from './on-air.ts';
import { variantFor } from './playlist.ts';
import { getSubtitleFile } from './subtitle-segment.ts';

/** `live` opens the last minutes, `rewind` the last half hour, `again` all since the programme began. */
export type AiredAs = 'live' | 'rewind' | 'again';

/** Microseconds. A live playlist lists half a minute; a slow player asks for its segments later. */
const LIVE_US = 120 * 1e6;
const OPEN_US = { live: LIVE_US, rewind: REWIND_SECONDS * 1e6 + LIVE_US, again: Infinity };
/** Microseconds by which the clocks of two machines may differ. */
const CLOCK_US = 1e6;

const INIT = 'init';

interface Played {
  /** Segment numbers by path below the folder. */
  files: ReadonlyMap<string, number | typeof INIT>;
  offsets: readonly number[];
}
const cache = new WeakMap<Media, Played>();

/** False for every file that a playlist of the channel cannot list at `now` (microseconds of the epoch). */
export function isFileOnAir(
  media: Media,
  path: string,
  as: AiredAs,
  { startsAt, count }: Airing,
  now: number,
): boolean {
  const { files, offsets } = getPlayed(media);
  const file = files.get(path);
  if (file === undefined || count < 1) return false;
  const perLoop = media.durationsUs.length;
  const loopUs = getLoopDuration(offsets);
  const getEnd = (segment: number, loop: number) => startsAt + loop * loopUs + (offsets[segment + 1] ?? Infinity);
  const isRecent = (end: number) => now - end <= OPEN_US[as] + CLOCK_US;
  if (file === INIT) {
    return now + CLOCK_US >= startsAt && isRecent(getEnd((count - 1) % perLoop, Math.floor((count - 1) / perLoop)));
  }
  const loopsShown = Math.floor((now + CLOCK_US - getEnd(file, 0)) / loopUs);
  const lastLoop = Math.floor((count - 1 - file) / perLoop);
  const loop = Math.min(loopsShown, lastLoop);
  return loop >= 0 && isRecent(getEnd(file, loop));
}

function getPlayed(media: Media): Played {
  const stored = cache.get(media);
  if (stored) return stored;
  const played = { files: listFiles(media), offsets: computeOffsets(media.durationsUs) };
  cache.set(media, played);
  return played;
}

/** A file of several segments has no number that bounds it: it is left out. */
function listFiles(media: Media): Played['files'] {
  const files = new Map<string, number | typeof INIT>();
  const repeated = new Set<string>();
  for (const path of listPlayedPaths(media)) {
    const { init = null, segments = [] } = media.renditions.get(path) ?? {};
    if (init !== null) files.set(`${path}/${init}`, INIT);
    for (const [number, { uri }] of segments.entries()) {
      const file = `${path}/${uri}`;
      if (files.has(file)) repeated.add(file);
      if (number < media.durationsUs.length) files.set(file, number);
    }
  }
  for (const file of [...media.subtitles.map((subtitles) => subtitles.file), null]) {
    for (const number of media.durationsUs.keys()) files.set(`subs/${getSubtitleFile(file, number)}`, number);
  }
  for (const file of repeated) files.delete(file);
  return files;
}

function listPlayedPaths(media: Media): Set<string> {
  const pictures = media.variants.flatMap(({ height }) => variantFor(media, height)?.path ?? []);
  return new Set([...pictures, ...(media.audio === null ? [] : [media.audio])]);
}
