import type { VttCue } from '../web-vtt.ts';
import { foldLine, readTimes } from './read-times.ts';
import { UnreadLog } from './unread.ts';

export interface RawCue {
  from: number;
  to: number;
  time: string;
  texts: { line: number; text: string }[];
}

const VTT_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
/** Characters: a hostile file may not hold the page. */
const MAX_LINE = 1000;

const isCounter = (line: string) => /^\d+$/.test(foldLine(line));
const isLabel = (line: string) => /\p{Nd}/u.test(line) && !/\p{L}/u.test(line);

/** The cues of SRT or WebVTT in the order of the file. Text may have empty lines; empty lines between cues may be missing. */
export function readBlocks(text: string, unread: UnreadLog): RawCue[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const times = lines.map((line) => readTimes(line));
  const isBlank = (at: number) => (lines[at] ?? '').trim() === '';
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const cues: RawCue[] = [];
  let current: RawCue | null = null;
  let isSyntax = false;

  const isName = (at: number, isStart: boolean): boolean => {
    const line = lines[at] ?? '';
    if (times[at + 1]) return isCounter(line) || (isStart && (isVtt || isLabel(line)));
    if (!isStart || !isBlank(at + 1) || !isCounter(line)) return false;
    let next = at + 1;
    while (next < lines.length && isBlank(next)) next += 1;
    return Boolean(times[next]);
  };

  for (const [at, line] of lines.entries()) {
    if (isBlank(at)) {
      isSyntax = false;
      continue;
    }
    const isStart = at === 0 || isBlank(at - 1);
    const match = times[at];
    if (match === 'broken') {
      unread.add(at + 1, line, 'time');
      const isTimeLine =
        isStart ||
        isCounter(lines[at - 1] ?? '') ||
        foldLine(line)
          .split('-->')
          .every((part) => /\d/.test(part));
      if (isTimeLine) current = null;
      isSyntax = false;
    } else if (match) {
      current = { ...match, time: line, texts: [] };
      cues.push(current);
      isSyntax = false;
    } else if (isSyntax || (isVtt && isStart && (at === 0 || VTT_BLOCK.test(line)))) {
      isSyntax = true;
    } else if (!isName(at, isStart)) {
      const isLastCounter = isStart && at === last && isCounter(line);
      if (!current || isLastCounter || (isStart && times[at + 1])) unread.add(at + 1, line, 'time');
      else {
        current.texts.push({ line: at + 1, text: line.slice(0, MAX_LINE) });
        if (line.length > MAX_LINE) unread.add(at + 1, line.slice(MAX_LINE), 'limit');
      }
    }
  }
  return cues;
}

export function readVtt(text: string): VttCue[] {
  return readBlocks(text, new UnreadLog()).flatMap(({ from, to, texts }) =>
    to > from && texts.length > 0 ? [{ from, to, lines: texts.map((part) => part.text) }] : [],
  );
}
