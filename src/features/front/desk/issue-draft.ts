import * as v from 'valibot';
import { toDayText } from '../../../platform/desk/moment-text.ts';
import { parseDate } from '../../titles/facts/date.ts';
import type { IssueFacts } from '../issues-contract.ts';

/** An issue as it is typed; its day is in either calendar. */
export const issueDraft = v.object({ ...{ day: v.string(), name_fa: v.string(), name_en: v.string() } });
export type IssueDraft = v.InferOutput<typeof issueDraft>;

export const toIssueDraft = ({ date, name_fa, name_en }: IssueFacts): IssueDraft => ({
  ...{ day: toDayText(date), name_fa, name_en },
});

/** The ISO day; null for another text. */
export function readIssueDay(text: string): string | null {
  const result = text.trim() === '' ? null : parseDate(text);
  return result?.ok === true ? result.value : null;
}

/** Null until each field has a text that may be sent. */
export function readIssueDraft({ day, ...names }: IssueDraft): IssueFacts | null {
  const date = readIssueDay(day);
  return date === null || names.name_fa.trim() === '' || names.name_en.trim() === '' ? null : { date, ...names };
}
