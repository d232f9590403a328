import type { Cue, CuePosition } from './cue.ts';
import { foldLine, readTime } from './read-times.ts';
import { tidyLine, type Run } from './styled-text.ts';
import type { UnreadLog } from './unread.ts';

const DEFAULT_SIZE = [384, 288] as const;
const DEFAULT_FORMAT = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
const SILENT_EVENTS = ['comment', 'picture', 'sound', 'movie', 'command'];

type Style = Omit<Run, 'text'> & { align: number };
const PLAIN: Style = { italic: false, bold: false, underline: false, colour: null, align: 2 };

type ScriptCue = Cue & { line: number; time: string; text: string };

interface Script {
  width: number;
  height: number;
  styles: Map<string, Style>;
}

export const isAss = (text: string): boolean => /^[ \t]*\[(?:script info|events|v4\+? styles)\]/im.test(text);

/** Cues of an ASS or SSA script: text, italics, bold, underline, colour and place. Drawings and effects are left out. */
export function readAss(text: string, unread: UnreadLog): ScriptCue[] {
  const script: Script = { width: DEFAULT_SIZE[0], height: DEFAULT_SIZE[1], styles: new Map() };
  const cues: ScriptCue[] = [];
  let section = '';
  let format = DEFAULT_FORMAT;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (/^\s*\[/.test(line)) {
      section = line.trim().toLowerCase();
      format = DEFAULT_FORMAT;
      continue;
    }
    const isEvents = section === '[events]';
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    if (name === 'format') format = value.split(',').map((field) => field.trim().toLowerCase());
    else if (name === 'playresx') script.width = Number(value) > 0 ? Number(value) : script.width;
    else if (name === 'playresy') script.height = Number(value) > 0 ? Number(value) : script.height;
    else if (name === 'style') addStyle(script, readFields(format, value), section.startsWith('[v4 '));
    else if (name === 'dialogue') {
      const fields = readFields(format, value);
      const cue = readDialogue(script, fields);
      if (cue) cues.push({ ...cue, line: at + 1, time: '', text: fields.get('text') ?? '' });
      else unread.add(at + 1, line, 'time');
    } else if (isEvents && line.trim() !== '' && !/^\s*[;!]/.test(line) && !SILENT_EVENTS.includes(name)) {
      unread.add(at + 1, line, 'time');
    }
  }
  return cues;
}

function readFields(format: readonly string[], value: string): Map<string, string> {
  const parts = value.split(',');
  const rest = parts.splice(Math.max(0, format.length - 1)).join(',');
  return new Map(format.map((name, at) => [name, at === format.length - 1 ? rest : (parts[at] ?? '').trim()]));
}

function addStyle({ styles }: Script, fields: Map<string, string>, isOld: boolean): void {
  const isOn = (name: string) => Number(fields.get(name)) !== 0 && fields.has(name);
  const align = Number(fields.get('alignment'));
  styles.set((fields.get('name') ?? '').replace(/^\*/, ''), {
    italic: isOn('italic'),
    bold: isOn('bold'),
    underline: isOn('underline'),
    colour: parseColour(fields.get('primarycolour') ?? ''),
    align: toAlign(isOld ? fromOldAlign(align) : align),
  });
}

const toAlign = (align: number) => (Number.isInteger(align) && align >= 1 && align <= 9 ? align : PLAIN.align);

/** SSA: 1 to 3 below, plus 4 above, plus 8 in the middle. */
const fromOldAlign = (align: number) => (align > 8 ? align - 5 : align > 4 ? align + 2 : align);

/** `&HAABBGGRR&`, `&HBBGGRR&` or decimal. White is the viewer's own colour. */
function parseColour(value: string): string | null {
  const hex = /^&?h([0-9a-f]{1,8})&?$/i.exec(value.trim())?.[1];
  const number = hex === undefined ? Number.NaN : Number.parseInt(hex, 16) & 0xffffff;
  if (Number.isNaN(number) || number === 0xffffff) return null;
  const channels = [number & 0xff, (number >> 8) & 0xff, number >> 16];
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function readDialogue(script: Script, fields: Map<string, string>): Cue | null {
  const [from, to] = ['start', 'end'].map((name) => readTime(foldLine(fields.get(name) ?? '')));
  if (!from || !to) return null;
  const base = script.styles.get((fields.get('style') ?? '').replace(/^\*/, '')) ?? PLAIN;
  return { from: from.seconds, to: to.seconds, ...parseText(script, fields.get('text') ?? '', base) };
}

function parseText(script: Script, text: string, base: Style): { lines: Run[][]; place: CuePosition | null } {
  let style = base;
  let at: CuePosition['at'] = null;
  let draws = false;
  const lines: Run[][] = [[]];
  for (const part of splitOverrides(text)) {
    if (part.isOverride) {
      for (const [tag, value] of listTags(part.text)) {
        if (tag === 'pos') at = parsePlace(script, value) ?? at;
        else if (tag === 'p') draws = Number(value) > 0;
        else style = applyTag(script, style, base, tag, value);
      }
    } else if (!draws) addText(lines, part.text, style);
  }
  const { align } = style;
  const place = align === PLAIN.align && at === null ? null : { align, at };
  return { lines: lines.map(tidyLine).filter((runs) => runs.length > 0), place };
}

function addText(lines: Run[][], text: string, { italic, bold, underline, colour }: Style): void {
  const parts = text.replaceAll('\\h', '\u00a0').split(/\\[Nn]/);
  for (const [index, part] of parts.entries()) {
    if (index > 0) lines.push([]);
    if (part !== '') lines.at(-1)?.push({ text: part, italic, bold, underline, colour });
  }
}

function splitOverrides(text: string): { text: string; isOverride: boolean }[] {
  return text
    .split(/(\{[^{}]*\})/)
    .map((part) => ({ text: part, isOverride: part.startsWith('{') && part.endsWith('}') }));
}

/** A name ends where its letters do: `\alpha` and `\clip` are not `\a` and `\c`. Tags inside brackets belong to effects. */
function listTags(block: string): [tag: string, value: string][] {
  const tags = block.matchAll(/\\(\d?[a-z]+)(\((?:[^()]|\([^()]*\))*\)?|[^\\}]*)/gi);
  return [...tags].map(([, tag = '', value = '']) => [tag, value.trim()]);
}

function applyTag({ styles }: Script, style: Style, base: Style, tag: string, value: string): Style {
  // `\rSign` is a name and its value.
  if (tag.startsWith('r')) {
    const reset = styles.get(`${tag.slice(1)}${value}`) ?? (tag === 'r' && value === '' ? base : null);
    return reset ? { ...reset, align: style.align } : style;
  }
  if (tag === 'an') return { ...style, align: toAlign(Number(value)) };
  if (tag === 'a') return { ...style, align: toAlign(fromOldAlign(Number(value))) };
  if (tag === 'c' || tag === '1c') return { ...style, colour: value === '' ? base.colour : parseColour(value) };
  const key = ({ i: 'italic', b: 'bold', u: 'underline' } as const)[tag as 'i' | 'b' | 'u'] as
    'italic' | 'bold' | 'underline' | undefined;
  return key !== undefined && /^\d+$/.test(value) ? { ...style, [key]: Number(value) !== 0 } : style;
}

function parsePlace({ width, height }: Script, value: string): CuePosition['at'] {
  const [x = Number.NaN, y = Number.NaN] = value.replace(/[()]/g, '').split(',').map(Number);
  const toShare = (part: number, total: number) => Math.min(1, Math.max(0, part / total));
  return Number.isNaN(x) || Number.isNaN(y) ? null : { x: toShare(x, width), y: toShare(y, height) };
}
