import { tehranHourStart, tehranMidnight, tehranDate } from '../../src/platform/text/tehran-week.ts';
import { prepareRow } from '../../tests/support/database/rows.ts';
import { openState } from '../lib/open-state.ts';

const HOUR = 60 * 60;
const WEEK = 7 * 24 * HOUR;
/** Of the busiest hour; milliseconds of `played_ms`, toman of `revenue`. */
const FIGURES = [
  ...([
    ['plays', 420],
    ['played_ms', 1_300_000_000],
    ['people', 310],
    ['signups', 36],
  ] as const),
  ...([
    ['revenue', 7_400_000],
    ['refunds', 220_000],
    ['ended', 9],
    ['sms', 88],
    ['sms_failed', 2],
  ] as const),
] as const;

/** Of the busiest hour, in the evening. */
const getShare = (hour: number) => 0.15 + 0.85 * Math.sin((Math.PI * Math.max(0, hour - 4)) / 32) ** 2;

/** Counts of today up to this hour, and of the same day last week, as the schedule of a site in use has them. */
export async function fillHours(folder: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const midnight = tehranMidnight(tehranDate(now));
  const proxy = await openState(folder);
  const { DB } = proxy.env;
  const fillDay = (start: number, end: number, part: number) =>
    Array.from({ length: (end - start) / HOUR }, (_, at) => start + at * HOUR).flatMap((hour, at) => [
      prepareRow(DB, 'desk_hours', { hour, figure: 'counted', value: now }),
      ...FIGURES.map(([figure, most]) =>
        prepareRow(DB, 'desk_hours', { hour, figure, value: Math.round(most * part * getShare(at)) }),
      ),
    ]);
  await DB.batch([
    ...fillDay(midnight, tehranHourStart(now) + HOUR, 1),
    ...fillDay(midnight - WEEK, midnight - WEEK + 24 * HOUR, 0.86),
  ]);
  await proxy.dispose();
}
