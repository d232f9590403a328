import { parseInline, type Inline } from './parse-inline.ts';

export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; content: readonly Inline[] }
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; start: number | null; items: readonly (readonly Inline[])[] };

type Lines =
  | { kind: 'heading'; level: 2 | 3 | 4; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; start: number | null; items: string[] };

const HEADING = /^(#{1,3}) +(\S.*)$/;
const BULLET = /^ {0,3}[*-] +(\S.*)$/;
const NUMBER = /^ {0,3}([\d۰-۹]{1,4})[.)] +(\S.*)$/;
const LEVELS = [2, 3, 4] as const;

/**
 * A subset of Markdown: `#` to `###`, paragraphs, lists of one level, `**bold**`, `*italics*`, `[links](…)` and `\` before a
 * sign that means itself. Everything else is text. The page has the heading of the first level.
 */
export function parseMarkdown(text: string): Block[] {
  return readLines(text).map((block) => {
    if (block.kind === 'list') return { ...block, items: block.items.map((item) => parseInline(item)) };
    const { text: line, ...rest } = block;
    return { ...rest, content: parseInline(line) };
  });
}

function readLines(text: string): Lines[] {
  const blocks: Lines[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n?|\n/).map((raw) => raw.trimEnd())) {
    const block = readLine(line);
    const last = isOpen ? blocks.at(-1) : undefined;
    isOpen = line !== '';
    if (line === '') continue;
    if (block === null && last && last.kind !== 'heading') append(last, line.trimStart());
    else if (block?.kind === 'list' && last?.kind === 'list' && isSameKind(block, last))
      last.items.push(...block.items);
    else blocks.push(block ?? { kind: 'paragraph', text: line.trimStart() });
  }
  return blocks;
}

const isSameKind = (one: { start: number | null }, other: { start: number | null }) =>
  (one.start === null) === (other.start === null);

function append(block: Exclude<Lines, { kind: 'heading' }>, line: string): void {
  if (block.kind === 'paragraph') block.text += ` ${line}`;
  else block.items.push(`${block.items.pop() ?? ''} ${line}`);
}

function readLine(line: string): Lines | null {
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks !== undefined && title !== undefined)
    return { kind: 'heading', level: LEVELS[marks.length - 1] ?? 4, text: title };
  const [, bullet] = BULLET.exec(line) ?? [];
  if (bullet !== undefined) return { kind: 'list', start: null, items: [bullet] };
  const [, number, item] = NUMBER.exec(line) ?? [];
  if (number === undefined || item === undefined) return null;
  return { kind: 'list', start: readNumber(number), items: [item] };
}

const readNumber = (digits: string) =>
  Number(digits.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - '۰'.charCodeAt(0))));
