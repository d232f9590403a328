import * as v from 'valibot';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { describeMinute } from './week-words.ts';
import { getWeekMinute } from '../week-minute.ts';

const part = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    programmes: v.array(
      v.object({
        ...{ day: v.number(), start: v.number(), minutes: v.number(), name_fa: v.string(), name_en: v.string() },
      }),
    ),
  }),
);
const MAX_LINES = 20;

const listLines = (text: string): string[] => {
  const result = v.safeParse(part, text);
  return (result.success ? result.output.programmes : []).map(
    (item) => `${describeMinute(getWeekMinute(item))} · ${nameIn(getLocale(), item)} (${String(item.minutes)})`,
  );
};

/** The programmes that the other side of the change does not have. */
export function describeWeek(text: string, other: string): string {
  const others = new Set(listLines(other));
  return listLines(text)
    .filter((line) => !others.has(line))
    .slice(0, MAX_LINES)
    .join('\n');
}
