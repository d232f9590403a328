import { m } from '../../../platform/text/desk/messages.js';
import { formatDigits } from '../../../platform/text/format.ts';
import { toPlace, writeClock } from './week-draft.ts';

const DAYS = [m.weeks_day_0, m.weeks_day_1, m.weeks_day_2, m.weeks_day_3, m.weeks_day_4, m.weeks_day_5, m.weeks_day_6];
/** 0 is Saturday. */
const nameDay = (day: number) => (DAYS[day] ?? m.weeks_day_0)();
export const listDays = () => DAYS.map((name) => name());

export const toClockText = (minutes: number) => formatDigits(writeClock(minutes));
/** Minutes after Saturday's midnight. */
export function describeMinute(minute: number): string {
  const { day, start } = toPlace(minute);
  return `${nameDay(day)} ${toClockText(start)}`;
}
