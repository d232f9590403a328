/** Seconds; negative before the film. `to` may be before `from`. */
export interface Times {
  from: number;
  to: number;
}

const MAX_TIME_LINE = 200;
const MAY_HAVE_ARROW = /[>\uff1e\u203a\u00bb\u2190-\u21ff\u27f0-\u27ff]|&gt;/;
const ARROW_HEAD = /[>\u203a\u00bb]+|[\u2190-\u21ff\u27f0-\u27ff]/gu;
const SHAFT = /[\p{Pd}\u2212=~_ ]/u;
/** A sign, then two to five numbers with any punctuation between them, and perhaps thousandths behind a space. */
const TIME =
  /^[^\p{L}\p{N}<>]*?(0*[\p{Pd}\u2212])? ?(\d{1,6})((?: ?(?![<>\p{Pd}\u2212])[\p{P}\p{S}] ?\d{1,12}){1,4})(?: (\d{3})(?![\p{L}\d:%]))?/u;
const PARTS = / ?([\p{P}\p{S}]) ?(\d+)/gu;
const isColon = (mark: string | undefined) => mark === ':' || mark === ';' || mark === '\u2236';

/** Full-width forms as usual ones, no format characters (marks of direction), digits of every script as 0 to 9. */
export function foldLine(line: string): string {
  const bare = line.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return bare
    .replace(/(?!\d)\p{Nd}/gu, toLatinDigit)
    .replace(/\s+/g, ' ')
    .trim();
}

function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** The times of a line; `broken` for a line with `-->` whose times cannot be read; null for text. */
export function readTimes(line: string): Times | 'broken' | null {
  if (!MAY_HAVE_ARROW.test(line)) return null;
  const folded = foldLine(line).replaceAll('&gt;', '>');
  const fallback = line.includes('-->') || foldLine(line).includes('-->') ? 'broken' : null;
  if (folded.length > MAX_TIME_LINE) return fallback;
  const arrow = findArrow(folded);
  if (!arrow) return fallback;
  const left = folded.slice(0, arrow.start).replace(/^\d+ (?=\d)/, '');
  const from = readTime(left);
  const to = readTime(folded.slice(arrow.end));
  if (!from || !to || /[\p{L}\p{N}]/u.test(from.rest)) return fallback;
  // «10:30 -> 11:30» may be spoken of.
  if (fallback === null && !arrow.isLong && Math.min(from.count, to.count) < 3) return null;
  return { from: from.seconds, to: to.seconds };
}

function findArrow(text: string): { start: number; end: number; isLong: boolean } | null {
  for (const { 0: head, index } of text.matchAll(ARROW_HEAD)) {
    let start = index;
    while (start > 0 && SHAFT.test(text.charAt(start - 1))) start -= 1;
    const shaft = text.slice(start, index);
    if (shaft.trim() !== '' || !/[>\u203a\u00bb]/.test(head)) {
      return { start, end: index + head.length, isLong: shaft.includes('--') };
    }
  }
  return null;
}

export function readTime(text: string): { seconds: number; count: number; rest: string } | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [matchText, sign, first = '', others = '', thousandths] = match;
  const parts = [...others.matchAll(PARTS)].map(([, mark, digits = '']) => ({ mark, digits }));
  const numbers = [first, ...parts.map(({ digits }) => digits)];
  const marks = parts.map(({ mark }) => mark);
  const takesThousandths = thousandths !== undefined && numbers.length === 3 && marks.every(isColon);
  const last = marks.at(-1);
  const hasFraction =
    numbers.length > 3 || (!isColon(last) && (numbers.length === 2 || (numbers.length === 3 && last !== marks[0])));
  const fraction = takesThousandths ? thousandths : hasFraction ? readFraction(numbers) : '0';
  const count = Math.min(3, hasFraction && numbers.length <= 3 ? numbers.length - 1 : numbers.length);
  const [seconds = 0, minutes = 0, hours = 0] = numbers.slice(0, count).map(Number).reverse();
  const below = minutes * 60 + seconds + Number(`0.${fraction}`);
  // Some programs write -0.865 as -1:59:59,135, others as -0:00:00,865: the one next to zero is meant.
  const signed = sign === undefined ? hours * 3600 + below : Math.max(-hours * 3600 + below, -hours * 3600 - below);
  const value = sign !== undefined && hours === 0 ? -below : signed;
  const rest =
    takesThousandths || thousandths === undefined
      ? text.slice(matchText.length)
      : ` ${thousandths}${text.slice(matchText.length)}`;
  return { seconds: value, count: numbers.length, rest };
}

/** `249` and `0999999` of `00:00:01,249.0999999` are one fraction. */
function readFraction(numbers: readonly string[]): string {
  if (numbers.length <= 4) return numbers.at(-1) ?? '0';
  return `${(numbers[3] ?? '').padEnd(3, '0')}${numbers[4] ?? ''}`;
}
