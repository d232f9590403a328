import { buildWeek } from './spans.ts';
import type { WeekItem } from '../../../platform/text/tehran-week.ts';

const DAYS = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const DAY_MINUTES = 24 * 60;

/** The folder of media that a programme `p` plays now; null where the slate is shown. */
export const PROGRAMME_FOLDER = `coalesce((SELECT t.media FROM titles t WHERE t.id = p.title_id
    AND coalesce(t.release_date <= date('now', '+12600 seconds'), t.release = 'released')), p.media)`;

export interface PlannedItem extends WeekItem {
  channel: string;
  name_en: string;
  folder: string | null;
}

export function scheduleReport(items: readonly PlannedItem[], isThere: (folder: string) => boolean): string[] {
  return [...Map.groupBy(items, ({ channel }) => channel)].flatMap(([channel, week]) => [
    ...buildWeek(week).findings.map(
      ({ is, at, minutes }) => `${channel}: ${is} of ${minutes} minutes at ${formatWeekMinute(at)}`,
    ),
    ...week
      .filter(({ folder }) => folder === null || !isThere(folder))
      .map(({ day, start, name_en, folder }) => {
        const why = folder === null ? 'no media' : `no media in ${folder}`;
        return `${channel}: ${name_en}, ${formatWeekMinute(day * DAY_MINUTES + start)}, has ${why}: the slate is shown`;
      }),
  ]);
}

function formatWeekMinute(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = DAYS[Math.floor(minute / DAY_MINUTES)] ?? '';
  return `${day} ${two(Math.floor((minute % DAY_MINUTES) / 60))}:${two(minute % 60)}`;
}
