import * as v from 'valibot';
import { toDayText } from '../../../platform/desk/moment-text.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { PRINT_STATES } from '../../magazines/contract.ts';
import { describeState } from '../../catalogue/desk/words.ts';
import { toTimeText } from './words.ts';

const state = v.picklist(PRINT_STATES);
const art = v.nullable(v.string());
const magazine = v.object({
  ...{ title: v.string(), title_en: v.string(), synopsis_fa: v.string(), synopsis_en: v.string(), art, state },
});
const issue = v.object({
  ...{ date: v.string(), name_fa: v.string(), name_en: v.string(), art, starts_at: v.nullable(v.number()) },
  state: v.picklist([...PRINT_STATES, 'scheduled']),
});

/** Another picture is another key. */
const nameCover = (key: string | null) => `${m.print_cover()}: ${key === null ? m.art_none() : key.slice(-6)}`;

export function describeMagazine(text: string): string {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), magazine), text);
  if (!result.success) return '';
  const { title, title_en: english, synopsis_fa: textFa, synopsis_en: textEn, ...rest } = result.output;
  return [title, english, textFa, textEn, nameCover(rest.art), describeState(rest.state).text].join('\n');
}

export function describeIssue(text: string): string {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), issue), text);
  if (!result.success) return '';
  const { date, name_fa: persian, name_en: english, starts_at: start, ...rest } = result.output;
  return [
    ...[persian, english, toDayText(date), nameCover(rest.art), describeState(rest.state).text],
    ...(start === null ? [] : [m.front_from({ time: toTimeText(start) })]),
  ].join('\n');
}
