import type { UnreadLog } from './unread.ts';

/** A piece of text in one style. `colour` is `#rrggbb`, or null for the viewer's own. */
export interface Run {
  text: string;
  italic: boolean;
  bold: boolean;
  underline: boolean;
  colour: string | null;
}

export type DecodeName = (name: string) => string | null;

const TOKEN =
  /\{\\[^{}]*\}|(\\N)|<(\/?)([a-z][^<>]*)>|<\d[\d:.]*>|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|[^<&{\\]+|[<&{\\]/gi;
const STYLES: Readonly<Record<string, 'italic' | 'bold' | 'underline'>> = {
  i: 'italic',
  em: 'italic',
  b: 'bold',
  strong: 'bold',
  u: 'underline',
};
const PLAIN_TAGS = ['c', 'v', 'lang', 'ruby', 'rt', 'font', 's', 'span', 'p', 'div'];
const ASS_DRAWING = /^m( -?[\d.]+){2}( [mnlbspc]|( -?[\d.]+){2})*$/;
const ARROW = /-\p{Cf}*-\p{Cf}*>/gu;

export const joinRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** The lines of a cue. A style lasts over line ends; all that is not a known tag is text, and only ever shown as text. */
export function parseStyledLines(
  texts: readonly { line: number; text: string }[],
  decodeName: DecodeName,
  unread: UnreadLog,
): Run[][] {
  const style = { italic: false, bold: false, underline: false };
  const lines: Run[][] = [];
  for (const { line, text } of texts) {
    if (ASS_DRAWING.test(text)) continue;
    lines.push([]);
    for (const [token, newLine, slash, tag, reference] of text.matchAll(TOKEN)) {
      const name = /^[a-z\d]+/i.exec(tag ?? '')?.[0].toLowerCase();
      const key = name === undefined ? undefined : STYLES[name];
      if (name === 'br' || newLine !== undefined) lines.push([]);
      else if (key !== undefined) style[key] = slash === '';
      else if (name !== undefined) {
        if (!PLAIN_TAGS.includes(name)) unread.add(line, token, 'markup');
      } else if (reference !== undefined) addText(lines.at(-1), decodeReference(reference, decodeName) ?? token, style);
      else if (!/^(?:\{\\.*\}|<\d.*>)$/s.test(token)) addText(lines.at(-1), token, style);
    }
  }
  return lines.map(tidyLine).filter((runs) => runs.length > 0);
}

function addText(runs: Run[] | undefined, text: string, style: Omit<Run, 'text' | 'colour'>): void {
  const last = runs?.at(-1);
  const continues = last?.italic === style.italic && last.bold === style.bold && last.underline === style.underline;
  if (continues) last.text += text;
  else runs?.push({ text, ...style, colour: null });
}

function decodeReference(reference: string, decodeName: DecodeName): string | null {
  if (!reference.startsWith('#')) return decodeName(reference);
  const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  const isText = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isText ? String.fromCodePoint(code) : ' ';
}

export function tidyLine(runs: readonly Run[]): Run[] {
  const plain = runs.map((run) => ({ ...run, text: run.text.replace(ARROW, '→') }));
  const text = joinRuns(plain);
  const [first] = plain;
  if (!first || text.trim() === '') return [];
  if (text.search(ARROW) >= 0) return [{ ...first, text: text.replace(ARROW, '→').trim() }];
  return trimRuns(trimRuns(plain, 'trimStart').reverse(), 'trimEnd').reverse();
}

function trimRuns(runs: readonly Run[], trim: 'trimStart' | 'trimEnd'): Run[] {
  const at = runs.findIndex(({ text }) => text.trim() !== '');
  return runs.slice(Math.max(0, at)).map((run, index) => (index === 0 ? { ...run, text: run.text[trim]() } : run));
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export function toVttLine(runs: readonly Run[]): string {
  return runs
    .map(({ text, italic, bold, underline }) => {
      const tags = [...(italic ? ['i'] : []), ...(bold ? ['b'] : []), ...(underline ? ['u'] : [])];
      const escaped = text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '');
      return tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, escaped);
    })
    .join('');
}
