import { formatTimecode as toTimecode, type ReportReason } from '../comments.ts';
import { formatDigits, formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import type { CommentChange } from '../../../platform/paths.ts';

/** In the digits of the locale: ۴۲:۱۰. */
export function formatTimecode(at: number): string {
  return formatDigits(toTimecode(at));
}

export function formatStars(average: number): string {
  return m.rating_average({ stars: formatNumber(average, 1) });
}

export const REASON_TEXTS: Record<ReportReason, () => string> = {
  spoiler: m.comment_report_spoiler,
  insult: m.comment_report_insult,
  spam: m.comment_report_spam,
  other: m.comment_report_else,
};

export const CHANGE_TEXTS: Record<CommentChange, () => string> = {
  sent: m.comment_sent,
  held: m.comment_held,
  deleted: m.comment_deleted,
  reported: m.comment_reported,
  rated: m.rating_done,
  unrated: m.rating_undone,
};
