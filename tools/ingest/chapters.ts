import { readFileSync } from 'node:fs';
import { parseClock } from '../../src/platform/text/clock.ts';
import { MARKER_KINDS, type Marker } from '../../src/features/titles/markers.ts';
import { problem } from '../lib/progress.ts';
import type { Chapter } from './probe.ts';

/** A row of the catalogue's chapters, in whole seconds of the film. */
export interface ChapterRow {
  starts: number;
  ends: number;
  name_fa: string;
  name_en: string;
}

/** Chapters on the film's clock. `shift` and `end` in seconds; chapters below a second are left out. Pure. */
export function toChapterRows(chapters: readonly Chapter[], shift: number, end: number): ChapterRow[] {
  const rows = chapters.flatMap(({ start, end: chapterEnd, title }, at) => {
    const starts = Math.max(0, Math.round(start + shift));
    const ends = Math.min(Math.round(end), Math.round(chapterEnd + shift));
    const [fa, en] = [`فصل ${new Intl.NumberFormat('fa').format(at + 1)}`, `Chapter ${at + 1}`];
    // Files number untitled chapters in the language of the program that made them.
    const isTitled = title !== '' && !/^chapter\s*\d+$/i.test(title);
    return ends > starts ? [{ starts, ends, name_fa: isTitled ? title : fa, name_en: isTitled ? title : en }] : [];
  });
  return rows.filter(({ starts }, at) => rows.findIndex((row) => row.starts === starts) === at);
}

const MARKER_TITLES: [Marker['kind'], RegExp][] = [
  ['recap', /^(?:recap|previously\b.*|خلاصه.*|آنچه گذشت)$/iu],
  ['credits', /^(?:(?:end(?:ing)? )?credits|outro|ending|تیتراژ پایان(?:ی)?)$/iu],
  ['intro', /^(?:intro(?:duction)?|opening(?: credits)?|titles?|تیتراژ(?: آغاز(?:ین)?| شروع)?)$/iu],
];

/** Markers by the usual titles of chapters. Pure. */
export function findChapterMarkers(chapters: readonly ChapterRow[]): Marker[] {
  return MARKER_TITLES.flatMap(([kind, pattern]) => {
    const chapter = chapters.find(({ name_en: title }) => pattern.test(title));
    return chapter ? [{ kind, starts: chapter.starts, ends: chapter.ends }] : [];
  });
}

/** Markers from lines such as `intro 0:12 1:02`; a Problem names the line that is none. Pure. */
export function parseMarkers(text: string, file: string): Marker[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const markers = lines.flatMap((line, at) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [name, ...times] = line.trim().split(/[\s,]+/);
    const kind = MARKER_KINDS.find((one) => one === name);
    const [starts = null, ends = null] = times.map(parseClock);
    if (kind === undefined || times.length !== 2 || starts === null || ends === null || ends <= starts) {
      throw problem(
        `${file}, line ${at + 1}: a marker is a kind (${MARKER_KINDS.join(', ')}) and two times: intro 0:12 1:02`,
      );
    }
    return [{ kind, starts, ends }];
  });
  const repeated = markers.find(({ kind }, at) => markers.findIndex((marker) => marker.kind === kind) !== at);
  if (repeated) throw problem(`${file} has ${repeated.kind} twice.`);
  return markers;
}

export function readMarkers(file: string | null): Marker[] {
  if (file === null) return [];
  try {
    return parseMarkers(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw problem(`${file} cannot be read.`);
    throw error;
  }
}
