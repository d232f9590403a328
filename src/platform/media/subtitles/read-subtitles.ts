import type { Cue } from './cue.ts';
import { decodeText } from './decode-text.ts';
import { isAss, readAss } from './read-ass.ts';
import { readBlocks } from './read-blocks.ts';
import { repairLines } from './repair-lines.ts';
import { joinRuns, parseStyledLines, type DecodeName, type Run } from './styled-text.ts';
import { UnreadLog } from './unread.ts';

const MAX_CUES = 20_000;
const MAX_LINES_OF_CUE = 8;
const MAX_ZEROS = 0.01;
/** Seconds: a longer cue whose ends are swapped has a wrong time, not a wrong order. */
const MAX_SWAPPED_SECONDS = 60;

export interface SubtitleOptions {
  language: string | null;
  /** Seconds to add to the file's times. */
  shift?: number;
  decodeName: DecodeName;
  /** Called with each cue and what its file has. */
  onCue?: (cue: Cue, source: CueSource) => void;
}

export interface CueSource {
  line: number;
  /** Of a script of ASS: none. */
  time: string;
  text: string;
  isSwapped: boolean;
}

export interface SubtitleText {
  cues: Cue[];
  unread: UnreadLog;
  encoding: string;
}

const isText = (runs: readonly Run[]) => runs.length > 0;

type LocatedCue = Cue & Pick<CueSource, 'line' | 'time' | 'text'>;

/** SRT, WebVTT, ASS or SSA, told by the content, in any encoding. Each letter of its text is in a cue or in `unread`. */
export function readSubtitles(bytes: Uint8Array, options: SubtitleOptions): SubtitleText {
  const { text: decoded, encoding } = decodeText(bytes, options.language);
  const unread = new UnreadLog();
  const text = decoded.replaceAll('\0', '');
  if (decoded.length - text.length > decoded.length * MAX_ZEROS) return { cues: [], unread, encoding };
  const settled = readCues(text, options.decodeName, unread).flatMap((source, at) =>
    settle(source, at, options, unread).map((cue) => ({ cue, source })),
  );
  const lines = repairLines(
    settled.map(({ cue }) => cue.lines),
    options.language,
  );
  const cues = settled.map(({ cue, source }, at) => {
    const repaired = { ...cue, lines: (lines[at] ?? []).filter(isText) };
    options.onCue?.(repaired, { ...source, isSwapped: isSwapped(source) });
    return repaired;
  });
  return { cues: sortCues(cues.filter((cue) => cue.lines.length > 0)), unread, encoding };
}

export function readOwnVtt(text: string, decodeName: DecodeName): Cue[] {
  return sortCues(
    readCues(text, decodeName, new UnreadLog()).filter(({ from, to, lines }) => to > from && lines.length > 0),
  );
}

function readCues(text: string, decodeName: DecodeName, unread: UnreadLog): LocatedCue[] {
  if (isAss(text)) return readAss(text, unread);
  return readBlocks(text, unread).map(({ from, to, time, texts }) => ({
    ...{ from, to, time, line: texts[0]?.line ?? 0, place: null },
    text: texts.map((part) => part.text).join('\n'),
    lines: parseStyledLines(texts, decodeName, unread),
  }));
}

const sortCues = (cues: readonly Cue[]): Cue[] => cues.toSorted((a, b) => a.from - b.from || a.to - b.to);

const isSwapped = ({ from, to }: Pick<Cue, 'from' | 'to'>) => to < from && from - to <= MAX_SWAPPED_SECONDS;

function settle(cue: LocatedCue, at: number, { shift = 0 }: SubtitleOptions, unread: UnreadLog): Cue[] {
  const { line, place } = cue;
  if (cue.lines.length === 0) return [];
  const lose = (lines: typeof cue.lines, reason: 'limit' | 'start' | 'length') =>
    lines.forEach((runs, index) => unread.add(line + index, joinRuns(runs), reason));
  const [from, to] = isSwapped(cue) ? [cue.to + shift, cue.from + shift] : [cue.from + shift, cue.to + shift];
  const reason = at >= MAX_CUES ? 'limit' : to <= from ? 'length' : to <= 0 ? 'start' : null;
  if (reason !== null) {
    lose(cue.lines, reason);
    return [];
  }
  lose(cue.lines.slice(MAX_LINES_OF_CUE), 'limit');
  return [{ from: Math.max(0, from), to, lines: cue.lines.slice(0, MAX_LINES_OF_CUE), place }];
}
