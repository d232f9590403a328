import * as v from 'valibot';
import { foldNumber, readWhole } from '../../../platform/text/digits.ts';
import { buildWeek } from '../../live/playout/spans.ts';
import { getWeekMinute } from '../week-minute.ts';
import { getChannelWeek, type DeskWeek, type ProgrammeInput, type ProgrammeTime } from '../weeks-contract.ts';

export const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** A programme as it is typed. `key` is of this browser. */
const draftProgramme = v.object({
  key: v.string(),
  ...getChannelWeek.output.entries.data.entries.programmes.item.entries,
});
export type DraftProgramme = v.InferOutput<typeof draftProgramme>;
export const draftWeek = v.array(draftProgramme);

export const toDraftWeek = ({ programmes }: DeskWeek): DraftProgramme[] =>
  programmes.map((programme, at) => ({ key: `stored-${String(at)}`, ...programme }));

const toInput = ({ key: _key, title: _title, has_media: _has, ...programme }: DraftProgramme): ProgrammeInput =>
  programme;

/** The programmes that a save removes and adds. `before`: the week as it is stored. */
export function listWeekChanges(
  before: readonly DraftProgramme[],
  after: readonly DraftProgramme[],
): { remove: ProgrammeTime[]; add: ProgrammeInput[] } {
  const toText = (programme: DraftProgramme) => JSON.stringify(Object.entries(toInput(programme)).sort());
  const [old, next] = [new Set(before.map(toText)), new Set(after.map(toText))];
  return {
    remove: before.filter((one) => !next.has(toText(one))).map(({ day, start }) => ({ day, start })),
    add: after.filter((one) => !old.has(toText(one))).map(toInput),
  };
}

export const toPlace = (minute: number) => ({
  day: Math.floor((minute % WEEK_MINUTES) / DAY_MINUTES),
  start: minute % DAY_MINUTES,
});

/** The week with a programme at another minute of it. */
export function moveProgramme(week: readonly DraftProgramme[], key: string, minute: number): DraftProgramme[] {
  return week.map((programme) => (programme.key === key ? { ...programme, ...toPlace(minute) } : programme));
}

type WeekRow =
  | { kind: 'programme'; at: number; programme: DraftProgramme; overlap: number }
  | { kind: 'gap'; at: number; minutes: number };

/** Programmes and gaps of a day by time, with the overlaps as `npm run check:schedule` finds them. */
export function listDay(week: readonly DraftProgramme[], day: number): WeekRow[] {
  const { findings } = buildWeek(week);
  const overlaps = new Map(
    findings.flatMap(({ is, at, minutes }) => (is === 'overlap' ? [[at, minutes] as const] : [])),
  );
  const gaps = findings.flatMap(({ is, at, minutes }) => (is === 'gap' ? [{ kind: 'gap' as const, at, minutes }] : []));
  const programmes = week.map((programme) => {
    const at = getWeekMinute(programme);
    return { kind: 'programme' as const, at, programme, overlap: overlaps.get(at) ?? 0 };
  });
  return [...programmes, ...gaps].filter(({ at }) => Math.floor(at / DAY_MINUTES) === day).sort((a, b) => a.at - b.at);
}

/** Minutes after midnight of a text as `20:30`; null for another. */
export function readClock(text: string): number | null {
  const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(foldNumber(text)) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return hour === undefined || Number(hour) > 23 || Number(minute) > 59 ? null : minutes;
}

export const writeClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export function readMinutes(text: string): number | null {
  const minutes = Number(readWhole(text) ?? NaN);
  return minutes >= 1 && minutes <= DAY_MINUTES ? minutes : null;
}
