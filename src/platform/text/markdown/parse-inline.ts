import { readLinkTarget } from '../safe-link.ts';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; content: readonly Inline[] }
  | { kind: 'italics'; content: readonly Inline[] }
  | { kind: 'link'; target: string; content: readonly Inline[] };

type Kind = Exclude<Inline['kind'], 'text'>;

const MAX_LINK_MARKUP_CHARS = 1000;
const ESCAPED = /[\\*[\]()#.-]/;
const LINK = /^\[([^[\]]{1,300})\]\(([^()\s]{1,500})\)/;

/** `outer`: kinds that are around the text already; none is inside itself. */
export function parseInline(source: string, outer: readonly Kind[] = []): Inline[] {
  const parts: Inline[] = [];
  // Marks without an end from here on: each is searched for once, so that a text of beginnings takes linear time.
  const endless = new Set<string>();
  let text = '';
  const add = (part: Inline) => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
    parts.push(part);
  };
  for (let at = 0; at < source.length;) {
    const sign = source.charAt(at);
    const next = source.charAt(at + 1);
    if (sign === '\\' && ESCAPED.test(next)) {
      text += next;
      at += 2;
      continue;
    }
    const run =
      sign === '*' ? readEmphasis(source, at, { outer, endless }) : sign === '[' ? readLink(source, at, outer) : null;
    if (run === null) {
      text += sign;
      at += 1;
    } else {
      add(run.part);
      at = run.end;
    }
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return parts;
}

interface Run {
  part: Inline;
  end: number;
}

/** `*` is a mark beside a word alone: `*000*1#` is a code to dial. */
function readEmphasis(
  source: string,
  at: number,
  { outer, endless }: { outer: readonly Kind[]; endless: Set<string> },
): Run | null {
  const mark = source.startsWith('**', at) ? '**' : '*';
  const kind = mark === '**' ? 'bold' : 'italics';
  const start = at + mark.length;
  if (outer.includes(kind) || endless.has(mark)) return null;
  if (isWord(source.charAt(at - 1)) || !/[^\s*]/.test(source.charAt(start))) return null;
  for (let end = source.indexOf(mark, start + 1); end !== -1; end = source.indexOf(mark, end + 1)) {
    const isEscaped = source.charAt(end - 1) === '\\';
    const isOther = mark === '*' && (source.charAt(end + 1) === '*' || source.charAt(end - 1) === '*');
    if (isEscaped || isOther || /\s/.test(source.charAt(end - 1)) || isWord(source.charAt(end + mark.length))) continue;
    const content = parseInline(source.slice(start, end), [...outer, kind]);
    return { part: { kind, content }, end: end + mark.length };
  }
  endless.add(mark);
  return null;
}

const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

/** A link whose target is refused stays the text that it is. */
function readLink(source: string, at: number, outer: readonly Kind[]): Run | null {
  if (outer.includes('link')) return null;
  const [markup, label, address] = LINK.exec(source.slice(at, at + MAX_LINK_MARKUP_CHARS)) ?? [];
  const target = address === undefined ? null : readLinkTarget(address);
  if (markup === undefined || label === undefined || target === null) return null;
  return { part: { kind: 'link', target, content: parseInline(label, [...outer, 'link']) }, end: at + markup.length };
}
