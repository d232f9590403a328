import { decodeSubtitles, parseSubtitles, repairLine } from '../../../../platform/media/subtitles.ts';
import { parseAss } from './ass.ts';
import { isRightToLeft, type DrawnCue } from './cues.ts';
import { parseTaggedLine } from './tagged-line.ts';

/** Bytes; a film's subtitles are 50 to 200 kB. */
export const MAX_BYTES = 2_000_000;
/** Characters of a line, and cues: a hostile file may not hold the page. */
const MAX_LINE = 500;
const MAX_CUES = 20_000;
const MAX_LINES_OF_CUE = 8;

export interface SubtitleFile {
  name: string;
  cues: DrawnCue[];
  rightToLeft: boolean;
}

/** A viewer's own SRT, VTT, ASS or SSA, in UTF-8, UTF-16 or Windows-1256. The format is told by the content. */
export function readSubtitles(name: string, bytes: Uint8Array): SubtitleFile | 'too-large' | 'unreadable' {
  if (bytes.length > MAX_BYTES) return 'too-large';
  const text = shorten(decodeSubtitles(bytes));
  if (text.includes('\0')) return 'unreadable';
  const isAss = /^\[(?:script info|events|v4\+? styles)\]/im.test(text);
  const cues = isAss ? parseAss(text, MAX_CUES) : parseTagged(text, true);
  const drawn = cues.map((cue) => ({ ...cue, lines: cue.lines.slice(0, MAX_LINES_OF_CUE) }));
  return drawn.length === 0 ? 'unreadable' : { name, cues: drawn, rightToLeft: isRightToLeft(drawn) };
}

export function readOwnVtt(text: string): DrawnCue[] {
  return parseTagged(shorten(text), false);
}

function shorten(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE))
    .join('\n');
}

function parseTagged(text: string, repairs: boolean): DrawnCue[] {
  return parseSubtitles(text)
    .slice(0, MAX_CUES)
    .map(({ from, to, lines }) => ({
      from,
      to,
      lines: lines.map((line) => parseTaggedLine(repairs ? repairLine(line, 'fa') : line)),
      place: null,
    }));
}
