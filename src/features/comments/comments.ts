import { foldNumber } from '../../platform/text/digits.ts';
import { trimSigns } from '../../platform/text/trim-signs.ts';

export const COMMENT_STATES = ['shown', 'held', 'removed'] as const;

/** Each holds a new comment for a moderator (docs/comments.md). */
export const HOLD_RULES = ['all', 'first', 'words', 'links', 'none'] as const;
export type HoldRule = (typeof HOLD_RULES)[number];

export const REPORT_REASONS = ['spoiler', 'insult', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const COMMENT_MAX = 1000; // Code points after cleaning
export const COMMENT_TYPED_MAX = 4 * COMMENT_MAX; // UTF-16 units before it
export const COMMENTS_PER_MINUTE = 3;
export const REPORTS_TO_HOLD = 3; // Reports by different users that hold a comment
export const COMMENTS_PER_PAGE = 20;
export const REPLIES_PER_COMMENT = 5;
export const REPLIES_PER_THREAD = 200;
export const RATE_FROM_PERCENT = 70; // Watched per cent that allows a rating
const PRIOR_VOTES = 10; // The prior of the Bayesian average
const PRIOR_STARS = 3.5;

const MARKS_MAX = 3; // Combining marks on one letter; Persian needs two

/** Newline is the only control kept; Persian and emoji need ZWNJ and ZWJ, emoji need variation selectors. */
const UNSAFE = /(?![\n\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f)/gu;

/** NFC without controls, bidi controls and invisible characters. The result is plain text: escape it on output. */
export function cleanCommentText(text: string): string {
  const cleaned = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(new RegExp(`(\\p{M}{${String(MARKS_MAX)}})\\p{M}+`, 'gu'), '$1')
    .replace(/\u200c{2,}/g, '\u200c')
    .replace(/\u200d{2,}/g, '\u200d')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
  return trimSigns(cleaned, /[\s\u200c\u200d]/);
}

export function cleanName(name: string): string {
  return cleanCommentText(name).replace(/\n+/g, ' ');
}

/** Code points: a surrogate pair counts once, a family emoji seven times. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** The Bayesian average, 1 to 5 with two decimals; null without votes. */
export function computeAverageStars({ votes, stars }: { votes: number; stars: number }): number | null {
  if (votes <= 0) return null;
  return Math.round(((PRIOR_VOTES * PRIOR_STARS + stars) / (PRIOR_VOTES + votes)) * 100) / 100;
}

/** Seconds of `42` (minutes), `42:10` or `1:05:10`, in any digits. Null for '', undefined for an invalid time. */
export function parseTimecode(text: string): number | null | undefined {
  const typed = foldNumber(text).replace(/(?<=\d)[\p{P}\p{S} ]{1,3}(?=\d\d)/gu, ':');
  if (typed === '') return null;
  if (!/^\d{1,3}(:\d{1,2}){0,2}$/.test(typed)) return undefined;
  const parts = typed.split(':').map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = parts.length === 3 ? parts : [0, ...parts];
  if (seconds > 59 || (parts.length === 3 && minutes > 59)) return undefined;
  return hours * 3600 + minutes * 60 + seconds;
}

/** `1:05:10` or `42:10`, in Latin digits. */
export function formatTimecode(at: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(at / 3600), Math.floor(at / 60) % 60, at % 60];
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${two(seconds)}` : `${String(minutes)}:${two(seconds)}`;
}

/** Hides a pinned comment until the viewer has watched up to it. Seconds. */
export function isCovered(at: number | null, watchedTo: number): boolean {
  return at !== null && at > watchedTo;
}
