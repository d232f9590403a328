import { foldForSearch } from '../../../../platform/text/persian-text.ts';
import { numberWord } from '../../../titles/facts/number-words.ts';
import { parseWhole } from '../../../titles/facts/number.ts';
import { parsed, refused, type Parsed } from '../../../titles/facts/parsed.ts';

const MAX_ORDER = 9999;

/** The place of an episode in its series; null where the text does not say it. */
export interface Part {
  season: number | null;
  number: number | null;
}

const FIRST = new Map([
  ...['اول', 'یکم', 'نخست', 'first', 'one'].map((word) => [word, 1] as const),
  ...['سوم', 'third', 'three'].map((word) => [word, 3] as const),
  ...[['second', 2] as const, ['two', 2] as const, ['fourth', 4] as const, ['fifth', 5] as const],
]);
const NUMBER = String.raw`(?: ?(\d{1,4})(?:st|nd|rd|th)?| ([a-zآ-ی]+(?: ام)?(?: و [آ-ی]+(?: ام)?)*))`;
const SEASON = new RegExp(String.raw`(?:^| )(?:فصل|سری|season|series|s)${NUMBER}(?= |$)`);
const EPISODE = new RegExp(String.raw`(?:^| )(?:قسمت|اپیزود|episode|ep|e)${NUMBER}(?= |$)`);
const CODE = /(?:^| )s(\d{1,3}) ?e(?:p)?(\d{1,4})(?= |$)/;
const CROSS = /(?:^| )(\d{1,3}) ?x ?(\d{1,4})(?= |$)/;

/** «فصل ۱ قسمت ۲», `S01E02`, `1x02`, «قسمت بیست و یکم», `Season 2 Episode 5`, also within a longer text. */
export function parsePart(raw: string): Parsed<Part> {
  const text = foldForSearch(raw.replace(/[×✕]/g, 'x'));
  const code = CODE.exec(text) ?? CROSS.exec(text);
  if (code) return parsed({ season: Number(code[1]), number: Number(code[2]) });
  const season = find(SEASON, text);
  const number = find(EPISODE, text);
  return season === null && number === null ? refused('names no season and no episode') : parsed({ season, number });
}

/** The number of a season or an episode: `2`, `۰۲`, `S02`, «فصل دوم», «قسمت ۵». */
export function parseOrder(raw: string | number): Parsed<number> {
  const number = parseWhole(raw) ?? readOrder(foldForSearch(String(raw)));
  return number !== null && number >= 0 && number <= MAX_ORDER
    ? parsed(number)
    : refused(`not a number from 0 to ${String(MAX_ORDER)}`);
}
function readOrder(text: string): number | null {
  return find(SEASON, text) ?? find(EPISODE, text) ?? readNumber(text);
}

function find(pattern: RegExp, text: string): number | null {
  const [, digits, words] = pattern.exec(text) ?? [];
  const number = digits ?? words;
  return number === undefined ? null : readNumber(number);
}

function readNumber(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const values = text
    .replace(/ ام$/, '')
    .split(' و ')
    .map((word) => FIRST.get(word) ?? numberWord(word) ?? numberWord(word.replace(/(?:ام|م)$/, '')));
  const numbers = values.filter((value) => value !== undefined);
  return numbers.length === values.length ? numbers.reduce((sum, value) => sum + value, 0) : null;
}
