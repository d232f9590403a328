import { foldDigits } from '../../platform/text/digits.ts';

/** Rules of comments and ratings (docs/comments.md). */

export const COMMENT_STATES = ['shown', 'held', 'removed'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

export const REPORT_REASONS = ['spoiler', 'insult', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Code points of a comment after cleaning. */
export const COMMENT_MAX = 1000;
/** Comments of a user in any minute. */
export const COMMENTS_PER_MINUTE = 3;
/** Reports by different users after which a comment waits for an operator. */
export const REPORTS_TO_HOLD = 3;
export const COMMENTS_PER_PAGE = 20;
/** Replies below a comment in a list, and on the page of its thread. */
export const REPLIES_PER_COMMENT = 5;
export const REPLIES_PER_THREAD = 200;
/** Per cent of a title that somebody has watched who may rate it. */
export const RATE_FROM_PERCENT = 70;
/** The Bayesian average begins as so many votes of so many stars. */
const PRIOR_VOTES = 10;
const PRIOR_STARS = 3.5;

/** Combining marks on one letter; Persian needs two. */
const MARKS_MAX = 3;

/** Newline is the only control that stays; ZWNJ and ZWJ are needed by Persian and by emoji, variation selectors by emoji. */
const UNSAFE = /(?![\n\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f)/gu;

/**
 * The text of a comment as it is stored: NFC, without controls, bidi controls and invisible characters, at most two
 * newlines and three combining marks in a row. It is plain text: whoever shows it escapes it.
 */
export function cleanCommentText(text: string): string {
  return text
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
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, '');
}

/** A name that stands beside others' texts: one clean line. */
export function cleanName(name: string): string {
  return cleanCommentText(name).replace(/\n+/g, ' ');
}

/** Length in code points: a surrogate pair is one, a family emoji is seven. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** The Bayesian average of votes, 1 to 5 with two decimals; null without votes. */
export function averageStars({ votes, stars }: { votes: number; stars: number }): number | null {
  if (votes <= 0) return null;
  return Math.round(((PRIOR_VOTES * PRIOR_STARS + stars) / (PRIOR_VOTES + votes)) * 100) / 100;
}

/**
 * Seconds of a typed time: minutes (`42`), `42:10` or `1:05:10`, in any digits. Null for an empty text, undefined for
 * what is no time.
 */
export function parseTimecode(text: string): number | null | undefined {
  const typed = foldDigits(text)
    .replace(/[\u200e\u200f\u2066-\u2069\s]/g, '')
    .replace(/[٫：∶]/g, ':');
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

/** Whether a comment's text is kept back from a viewer who has watched up to `watchedTo` seconds. */
export function isCovered(at: number | null, watchedTo: number): boolean {
  return at !== null && at > watchedTo;
}
