import { foldNumber } from './digits.ts';
import { isoDay } from './iso-day.ts';
import type { Locale } from './locale.ts';
import { findIsoDay, readPersianDay } from './persian-calendar.ts';
import { tehranMidnight } from './tehran-week.ts';

/** A day and a time: `1405/9/8 14:30`, `2026-11-29T14:30:05`, or with a comma and the word «ساعت» between. */
const MOMENT = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?: ?, ?| ?T ?| )(?:ساعت )?(\d{1,2}):(\d\d)(?::(\d\d))?$/;
/** Years below are of the Persian calendar, whatever the language: none of both is near the other's. */
const MIN_GREGORIAN_YEAR = 1700;

/** Epoch seconds of a typed or pasted time in Tehran, in the digits of any script; null for another text. */
export function readMoment(text: string): number | null {
  const match = MOMENT.exec(foldNumber(text));
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0)) as Numbers;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const iso = year < MIN_GREGORIAN_YEAR ? findIsoDay({ year, month, day }) : findGregorianDay(year, month, day);
  return iso === null ? null : tehranMidnight(iso) + hour * 3600 + minute * 60 + second;
}

type Numbers = [year: number, month: number, day: number, hour: number, minute: number, second: number];

function findGregorianDay(year: number, month: number, day: number): string | null {
  const iso = `${String(year)}-${pad(month)}-${pad(day)}`;
  const at = Date.parse(iso);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? null : iso;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** The text of a time in Tehran by the calendar of the language, in Latin digits; seconds where there are some. */
export function writeMoment(seconds: number, locale: Locale): string {
  const iso = isoDay(seconds);
  const { year, month, day } = readPersianDay(iso);
  const date = locale === 'fa' ? `${String(year)}/${pad(month)}/${pad(day)}` : iso;
  const rest = seconds - tehranMidnight(iso);
  const time = `${pad(Math.floor(rest / 3600))}:${pad(Math.floor(rest / 60) % 60)}`;
  return rest % 60 === 0 ? `${date} ${time}` : `${date} ${time}:${pad(rest % 60)}`;
}
