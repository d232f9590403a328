import { joinRuns, tidyLine, type Run } from './styled-text.ts';

const RLM = '\u200f';
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
export const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const RTL_LETTER = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const LATIN = /\p{Script=Latin}/u;
const PERSIAN = /[پچژگکی]/;

const SENTENCE_MARK = /[.،,؛;:؟?!…]/;
const DASH = /\p{Pd}/u;
const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '«': '»', '‹': '›' };
const OPENINGS = Object.fromEntries(Object.entries(BRACKETS).map(([open, close]) => [close, open]));
/** Put there for left-to-right players. Dots in a row stay (a sentence continues), and so do `.5`, `.NET` and `:-)`. */
const MARK_IN_FRONT =
  /^(?!\.\.|…)([.،,؛;:؟?!]+)\s*(?=[\u0590-\u065f\u066d-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc«"(])/u;
const ENDS_SENTENCE = /[.،,؛;:؟?!…][)\]}»›"]*$/u;

interface Character {
  text: string;
  run: number;
}

/** A player takes the direction from the first letter, which may be Latin: our own mark is at both ends. */
export function repairLines(cues: readonly Run[][][], language: string | null): Run[][][] {
  const lines = cues.flat().map((runs) => joinRuns(runs).replace(CONTROLS, '').trim());
  const isForLtr = isMadeForLtr(lines);
  const isPersian = language === null ? lines.some((line) => PERSIAN.test(line)) : /^fa\b/.test(language);
  return cues.map((cue) => cue.map((runs) => repairLine(runs, isForLtr, isPersian)));
}

function repairLine(runs: readonly Run[], isForLtr: boolean, isPersian: boolean): Run[] {
  const bare = tidyLine(runs.map((run) => ({ ...run, text: run.text.replace(CONTROLS, '') })));
  if (!RIGHT_TO_LEFT.test(joinRuns(bare))) return bare;
  const characters = bare.flatMap(({ text }, run) => [...text].map((character) => ({ text: character, run })));
  const placed = placePunctuation(characters, isForLtr);
  const [first, last] = [placed[0]?.run ?? 0, placed.at(-1)?.run ?? 0];
  const marked = [{ text: RLM, run: first }, ...placed, { text: RLM, run: last }];
  const repaired: (Run & { from: number })[] = [];
  for (const { text, run } of marked) {
    const previous = repaired.at(-1);
    const style = bare[run];
    if (previous?.from === run) previous.text += text;
    else if (style) repaired.push({ ...style, text, from: run });
  }
  return repaired.map(({ from: _, ...run }) => ({
    ...run,
    text: isPersian ? run.text.replace(/[يى]/g, 'ی').replaceAll('ك', 'ک') : run.text,
  }));
}

function isMadeForLtr(lines: readonly string[]): boolean {
  let balance = 0;
  for (const line of lines) {
    if (!RTL_LETTER.test(line)) continue;
    const [first = '', last = ''] = [line[0], line.at(-1)];
    const isUnbalanced = !isBalanced(line);
    if (MARK_IN_FRONT.test(line) && !ENDS_SENTENCE.test(line)) balance += 1;
    else if (ENDS_SENTENCE.test(line)) balance -= 1;
    if (DASH.test(first) !== DASH.test(last)) balance += DASH.test(last) ? 1 : -1;
    if (isUnbalanced && (first in OPENINGS || last in BRACKETS)) balance += 1;
    else if (isUnbalanced && (first in BRACKETS || last in OPENINGS)) balance -= 1;
  }
  return balance > 0;
}

function isBalanced(line: string): boolean {
  const open: string[] = [];
  for (const character of line) {
    const closing = BRACKETS[character];
    if (closing !== undefined) open.push(closing);
    else if (character in OPENINGS && open.pop() !== character) return false;
  }
  return open.length === 0;
}

function placePunctuation(characters: readonly Character[], isForLtr: boolean): Character[] {
  const text = characters.map((character) => character.text).join('');
  if (!RTL_LETTER.test(text)) return [...characters];
  const outward = (text[0] ?? '') in OPENINGS && OPENINGS[text[0] ?? ''] === text.at(-1);
  if (!isForLtr && outward) return turnEnds(characters);
  if (isForLtr) return swapEnds(characters, text);
  const mark = ENDS_SENTENCE.test(text) ? undefined : MARK_IN_FRONT.exec(text);
  if (!mark) return [...characters];
  const rest = characters.slice(mark[0].length);
  return [...rest, ...toRun(mark[1] ?? '', rest.at(-1)?.run ?? 0)];
}

const toRun = (text: string, run: number): Character[] => [...text].map((character) => ({ text: character, run }));

function turnEnds(characters: readonly Character[]): Character[] {
  return characters.map((character, at) =>
    at === 0 || at === characters.length - 1
      ? { ...character, text: OPENINGS[character.text] ?? BRACKETS[character.text] ?? character.text }
      : character,
  );
}

function swapEnds(characters: readonly Character[], text: string): Character[] {
  const hasOddBrackets = !isBalanced(text);
  const hasOddQuotes = (text.match(/"/g)?.length ?? 0) % 2 === 1;
  const isOdd = (character: string) =>
    character === '"' ? hasOddQuotes : hasOddBrackets && (character in BRACKETS || character in OPENINGS);
  const isLoose = (character: string) => character === ' ' || DASH.test(character) || isOdd(character);
  const at = (index: number) => characters[index]?.text ?? '';
  let start = 0;
  while (start < characters.length && (isLoose(at(start)) || SENTENCE_MARK.test(at(start)))) start += 1;
  // `.NET` is a name.
  if (at(start - 1) === '.' && LATIN.test(at(start))) start -= 1;
  let end = characters.length;
  while (end > start && isLoose(at(end - 1))) end -= 1;
  const core = characters.slice(start, end);
  const stays = (one: string) => DASH.test(one) || (ENDS_SENTENCE.test(at(end - 1)) && SENTENCE_MARK.test(one));
  const list = (part: readonly Character[]) => part.map((character) => character.text);
  const lead = list(characters.slice(0, start));
  const prefix = lead.filter((one) => stays(one) || one === ' ').join('');
  const tail = list(characters.slice(end)).reverse();
  const front = tail.map((one) => OPENINGS[one] ?? one).join('');
  const back = lead.filter((one) => !stays(one) && one !== ' ').reverse();
  return [
    ...toRun(front.trimStart() + prefix.trimStart(), core[0]?.run ?? 0),
    ...core,
    ...toRun(back.map((one) => BRACKETS[one] ?? one).join(''), core.at(-1)?.run ?? 0),
  ];
}
