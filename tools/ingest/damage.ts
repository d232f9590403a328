import type { DecodeRecord } from './decode-log.ts';

/** Compares decoded tracks with each other and with the container's lengths. Pure. */

export interface CheckedTrack extends DecodeRecord {
  /** «picture», «sound 1 (fa)». */
  name: string;
  /** Its end as the container declares it, in seconds of the clock; null where it declares none. */
  declared: number | null;
}

/** A track may end so many seconds before the container's length, or before the longest track. */
const MISSING_SECONDS = 1;
const LISTED = 5;

/** Why the source is damaged, a sentence for each reason, with seconds; empty where it is healthy. */
export function findDamage(tracks: readonly CheckedTrack[], declaredEnd: number): string[] {
  const filmEnd = Math.max(0, ...tracks.map(({ to }) => to));
  const reasons = tracks.flatMap((track) => describeTrack(track, filmEnd));
  const missing = declaredEnd - filmEnd;
  if (missing > MISSING_SECONDS && reasons.every((reason) => !reason.includes('the file declares'))) {
    reasons.unshift(`the file declares ${format(declaredEnd)} s, its tracks end at ${format(filmEnd)} s`);
  }
  return reasons;
}

function describeTrack({ name, from, to, declared, holes, errors }: CheckedTrack, filmEnd: number): string[] {
  if (from === null) return [`${name}: nothing of it decodes`];
  const reasons: string[] = [];
  if (declared !== null && declared - to > MISSING_SECONDS) {
    reasons.push(
      `${name}: the file declares ${format(declared)} s, ${format(to)} s decode, ${format(declared - to)} s are missing`,
    );
  } else if (filmEnd - to > MISSING_SECONDS) {
    reasons.push(`${name}: ends at ${format(to)} s, ${format(filmEnd - to)} s before the film`);
  }
  if (holes.length > 0) {
    const seconds = holes.reduce((sum, [start, end]) => sum + end - start, 0);
    const list = listSome(holes.map(([start, end]) => `${format(start)} to ${format(end)} s`));
    reasons.push(`${name}: ${format(seconds)} s are missing in ${holes.length} places: ${list}`);
  }
  if (errors.length > 0) {
    const seconds = [...new Set(errors.map(({ at }) => Math.floor(at)))];
    const list = listSome(seconds.map((second) => `${second} s`));
    reasons.push(`${name}: ${errors.length} decode errors at ${list} (${errors[0]?.message ?? ''})`);
  }
  return reasons;
}

function listSome(texts: readonly string[]): string {
  return texts.length > LISTED ? `${texts.slice(0, LISTED).join(', ')} …` : texts.join(', ');
}

const format = (seconds: number): string => seconds.toFixed(1);
