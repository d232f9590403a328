import * as v from 'valibot';
import { parseClock } from '../../../platform/text/clock.ts';
import { cleanText, hasWords, isBroken } from './clean.ts';
import { name } from './limits.ts';
import { MARKER_KINDS } from '../markers.ts';

/** Markers and chapters of a film as values of fields: JSON lists in the order of the film. Times are seconds. */

/** As a person types it (`1:02:03`), or seconds. */
const time = v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.string()]);
const markerEntry = v.strictTuple([v.picklist(MARKER_KINDS), time, time]);
/** Begin, end, and the names in both languages. A chapter ends where the next one begins, so its end is not typed. */
const chapterEntry = v.strictTuple([time, v.nullable(v.number()), v.string(), v.string()]);
export type MarkerEntry = v.InferOutput<typeof markerEntry>;
export type ChapterEntry = v.InferOutput<typeof chapterEntry>;

const readJson = <T>(item: v.GenericSchema<unknown, T>, text: string | null): T[] | null => {
  const list = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.array(item)),
    text === '' || text === null ? '[]' : text,
  );
  return list.success ? list.output : null;
};
/** Null for a text that is not a list of markers. */
export const parseMarkers = (text: string | null) => readJson(markerEntry, text);
export const parseChapters = (text: string | null) => readJson(chapterEntry, text);

export const MAX_CHAPTERS = 100;

export type TimelineCode =
  'timeline_list' | 'timeline_time' | 'timeline_order' | 'timeline_overlap' | 'timeline_length' | 'title_name';
/** `at`: the first entry that breaks a rule. */
interface TimelineFault {
  code: TimelineCode;
  at: number;
}
export type Reading<T> = { ok: true; list: T[] } | ({ ok: false } & TimelineFault);

export const readTime = (raw: string | number): number | null => (typeof raw === 'number' ? raw : parseClock(raw));

const findFault = <T>(
  list: readonly T[],
  test: (entry: T, at: number) => TimelineCode | null,
): TimelineFault | null => {
  for (const [at, entry] of list.entries()) {
    const code = test(entry, at);
    if (code !== null) return { code, at };
  }
  return null;
};

/** Each kind once, within the film's length in seconds, and none over another. */
export function readMarkers(entries: readonly MarkerEntry[], length: number): Reading<MarkerEntry> {
  const spans = entries.map(([kind, starts, ends]) => ({ kind, starts: readTime(starts), ends: readTime(ends) }));
  const fault = findFault(spans, ({ kind, starts, ends }, at) => {
    if (starts === null || ends === null) return 'timeline_time';
    if (ends <= starts) return 'timeline_order';
    if (ends > length) return 'timeline_length';
    const others = spans.slice(0, at);
    if (others.some((other) => other.kind === kind)) return 'timeline_list';
    return others.some((other) => starts < (other.ends ?? 0) && ends > (other.starts ?? 0)) ? 'timeline_overlap' : null;
  });
  if (fault) return { ok: false, ...fault };
  const list = spans.map(({ kind, starts, ends }): MarkerEntry => [kind, starts ?? 0, ends ?? 0]);
  return { ok: true, list: list.sort((a, b) => Number(a[1]) - Number(b[1])) };
}

/** In the order of their times. Two never begin at one second. */
export function readChapters(entries: readonly ChapterEntry[], length: number): Reading<ChapterEntry> {
  if (entries.length > MAX_CHAPTERS) return { ok: false, code: 'timeline_list', at: MAX_CHAPTERS };
  const rows = entries.map(([starts, , fa, en]) => ({
    starts: readTime(starts),
    names: [fa, en].map(cleanText),
    fa,
    en,
  }));
  const fault = findFault(rows, ({ starts, names, fa, en }, at) => {
    if (starts === null) return 'timeline_time';
    if (starts >= length) return 'timeline_length';
    if (rows.slice(0, at).some((other) => other.starts === starts)) return 'timeline_overlap';
    const isFine = names.every((one) => hasWords(one) && v.is(name, one)) && !isBroken(fa) && !isBroken(en);
    return isFine ? null : 'title_name';
  });
  if (fault) return { ok: false, ...fault };
  const sorted = rows.map(({ starts, names: [fa = '', en = ''] }) => ({ starts: starts ?? 0, fa, en }));
  sorted.sort((a, b) => a.starts - b.starts);
  return {
    ok: true,
    list: sorted.map(({ starts, fa, en }, at) => [starts, sorted[at + 1]?.starts ?? length, fa, en]),
  };
}
