import { repairLine } from '../../../../platform/media/subtitles.ts';
import type { DrawnCue, Place, Run } from './cues.ts';

const DEFAULT_SIZE = [384, 288] as const;

type Style = Omit<Run, 'text'> & { align: number };
const PLAIN: Style = { italic: false, bold: false, underline: false, colour: null, align: 2 };

interface Script {
  width: number;
  height: number;
  styles: Map<string, Style>;
}

/** Cues of an ASS or SSA script: text, italics, bold, underline, colour and place. Drawings and effects are left out. */
export function parseAss(text: string, limit: number): DrawnCue[] {
  const script: Script = { width: DEFAULT_SIZE[0], height: DEFAULT_SIZE[1], styles: new Map() };
  const cues: DrawnCue[] = [];
  let section = '';
  let format: string[] = [];
  for (const line of text.split('\n')) {
    if (cues.length >= limit) break;
    if (line.startsWith('[')) {
      section = line.trim().toLowerCase();
      format = [];
      continue;
    }
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    if (name === 'format') format = value.split(',').map((field) => field.trim().toLowerCase());
    else if (name === 'playresx') script.width = Number(value) > 0 ? Number(value) : script.width;
    else if (name === 'playresy') script.height = Number(value) > 0 ? Number(value) : script.height;
    else if (name === 'style') addStyle(script, readFields(format, value), section.startsWith('[v4 '));
    else if (name === 'dialogue') cues.push(...parseDialogue(script, readFields(format, value)));
  }
  return cues.sort((a, b) => a.from - b.from || a.to - b.to);
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

/** `1:02:03.45`, seconds; NaN for anything else. */
function parseTime(value: string): number {
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(value) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function parseDialogue(script: Script, fields: Map<string, string>): DrawnCue[] {
  const [from, to] = [parseTime(fields.get('start') ?? ''), parseTime(fields.get('end') ?? '')];
  if (!(to > from)) return [];
  const base = script.styles.get((fields.get('style') ?? '').replace(/^\*/, '')) ?? PLAIN;
  const { lines, place } = parseText(script, fields.get('text') ?? '', base);
  return lines.length > 0 ? [{ from, to, lines, place }] : [];
}

function parseText(script: Script, text: string, base: Style): { lines: Run[][]; place: Place | null } {
  let style = base;
  let at: Place['at'] = null;
  let draws = false;
  const lines: Run[][] = [[]];
  for (const part of splitOverrides(text)) {
    if (part.isOverride) {
      for (const [tag, value] of listTags(part.text)) {
        if (tag === 'pos') at = parsePlace(script, value) ?? at;
        else if (tag === 'p') draws = Number(value) > 0;
        else style = applyTag(style, base, tag, value);
      }
    } else if (!draws) addText(lines, part.text, style);
  }
  const { align } = style;
  const place = align === PLAIN.align && at === null ? null : { align, at };
  return { lines: lines.map(repairRuns).filter((line) => line.some((run) => run.text.trim() !== '')), place };
}

function addText(lines: Run[][], text: string, { italic, bold, underline, colour }: Style): void {
  const parts = text.replaceAll('\\h', '\u00a0').split(/\\[Nn]/);
  for (const [index, part] of parts.entries()) {
    if (index > 0) lines.push([]);
    if (part !== '') lines.at(-1)?.push({ text: part, italic, bold, underline, colour });
  }
}

/** A line of several styles stays as it is: its punctuation may be in another run. */
function repairRuns(runs: Run[]): Run[] {
  const [first] = runs;
  return first && runs.length === 1 ? [{ ...first, text: repairLine(first.text, 'fa') }] : runs;
}

/** `{…}` and what is between. A brace that nothing closes is text. */
function splitOverrides(text: string): { text: string; isOverride: boolean }[] {
  return text
    .split(/(\{[^{}]*\})/)
    .map((part) => ({ text: part, isOverride: part.startsWith('{') && part.endsWith('}') }));
}

function listTags(block: string): [tag: string, value: string][] {
  return [...block.matchAll(/\\(pos|an|1c|[ibucapr])(\([^()\\]*\)|[^\\}]*)/g)].map(([, tag = '', value = '']) => [
    tag,
    value.trim(),
  ]);
}

function applyTag(style: Style, base: Style, tag: string, value: string): Style {
  if (tag === 'r') return { ...base, align: style.align };
  if (tag === 'an') return { ...style, align: toAlign(Number(value)) };
  if (tag === 'a') return { ...style, align: toAlign(fromOldAlign(Number(value))) };
  if (tag === 'c' || tag === '1c') return { ...style, colour: value === '' ? base.colour : parseColour(value) };
  const key = ({ i: 'italic', b: 'bold', u: 'underline' } as const)[tag as 'i' | 'b' | 'u'];
  return /^\d+$/.test(value) ? { ...style, [key]: Number(value) !== 0 } : style;
}

function parsePlace({ width, height }: Script, value: string): Place['at'] {
  const [x = Number.NaN, y = Number.NaN] = value.replace(/[()]/g, '').split(',').map(Number);
  const toShare = (part: number, whole: number) => Math.min(1, Math.max(0, part / whole));
  return Number.isNaN(x) || Number.isNaN(y) ? null : { x: toShare(x, width), y: toShare(y, height) };
}
