import { foldNumber } from '../../../platform/text/digits.ts';
import { foldForSearch } from '../../../platform/text/persian-text.ts';
import {
  ACCESS_KINDS,
  STORED_STATES,
  type AccessKind,
  type ImportKind,
  type PartKind,
  type StoredState,
} from '../../../platform/kinds.ts';
import { parseNumber, parseWhole } from './number.ts';
import { parsed, refused, type Parsed } from './parsed.ts';

const KIND_WORDS: Record<string, ImportKind> = {
  ...{ movie: 'movie', film: 'movie', فیلم: 'movie', 'فیلم سینمایی': 'movie', سینمایی: 'movie' },
  ...{ series: 'series', serial: 'series', 'tv series': 'series', سریال: 'series', مجموعه: 'series' },
  ...{ video: 'video', clip: 'video', ویدیو: 'video', ویدئو: 'video' },
};
const KINDS = new Map(Object.entries(KIND_WORDS).map(([word, kind]) => [foldForSearch(word), kind]));

const PART_WORDS = new Map<string, PartKind>([
  ...['season', 'فصل'].map((word) => [word, 'season'] as const),
  ...['episode', 'قسمت', 'اپیزود'].map((word) => [word, 'episode'] as const),
]);

/** The ages of the site's ratings. */
const AGES = [0, 7, 12, 15, 18];
const VIEWS_MAX = 1_000_000_000;

/** The kind that a word names in Persian or English, or undefined. */
export function parseKind(raw: string): ImportKind | undefined {
  return KINDS.get(foldForSearch(raw));
}

export function parsePartKind(raw: string): PartKind | undefined {
  return PART_WORDS.get(foldForSearch(raw));
}

/** A rating from 0 to 10 as IMDb gives it, with one digit behind the point: `7.2`, `۷٫۲`, `7,2`, `7.2/10`. */
export function parseRating(raw: string | number): Parsed<number> {
  const text = foldNumber(String(raw))
    .replace(/ ?\/ ?10$/, '')
    .replace(/[,/]/, '.');
  const value = /^\d{1,2}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 10 ? parsed(Math.round(value * 10) / 10) : refused('not a rating from 0 to 10');
}

/** One of the site's ages: `12`, `+12`, `12+`, `12.0`. */
export function parseAge(raw: string | number): Parsed<number> {
  const age = parseWhole(typeof raw === 'string' ? foldNumber(raw).replace(/^\+|\+$/g, '') : raw);
  return age !== null && AGES.includes(age) ? parsed(age) : refused(`not one of the ages ${AGES.join(', ')}`);
}

/** Views so far: `1200`, `1,200`, `۱٬۲۰۰`, `1200.0`. */
export function parseViews(raw: string | number): Parsed<number> {
  if (parseNumber(raw) === 'ambiguous') return refused('its point may divide thousands or a fraction');
  const views = parseWhole(raw);
  return views !== null && views >= 0 && views <= VIEWS_MAX
    ? parsed(views)
    : refused(`not a whole number up to ${VIEWS_MAX}`);
}

/** A percentage in whole numbers: `50`, `50%`, `۵۰٪`. A share (`0.5`) could be half a percent. */
export function parsePercent(raw: string | number): Parsed<number> {
  const percent = parseWhole(typeof raw === 'string' ? raw.replace(/[%٪]/, '') : raw);
  return percent !== null && percent >= 0 && percent <= 100
    ? parsed(percent)
    : refused('not a percentage in whole numbers from 0 to 100');
}

export function parseAccess(raw: string | number): Parsed<AccessKind> {
  const match = ACCESS_KINDS.find((kind) => kind === String(raw).trim());
  return match ? parsed(match) : refused(`not one of ${ACCESS_KINDS.join(', ')}`);
}

export function parseRelease(raw: string | number): Parsed<StoredState> {
  const match = STORED_STATES.find((state) => state === String(raw).trim());
  return match ? parsed(match) : refused(`not one of ${STORED_STATES.join(', ')}`);
}
