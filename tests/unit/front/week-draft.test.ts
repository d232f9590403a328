import { describe, expect, it } from 'vitest';
import {
  listDay,
  listWeekChanges,
  moveProgramme,
  readClock,
  readMinutes,
  type DraftProgramme,
} from '../../../src/features/front/desk/week-draft.ts';

const programme = (key: string, day: number, start: number, minutes: number): DraftProgramme => ({
  ...{ key, day, start, minutes, name_fa: key, name_en: key },
  ...{ title_id: null, title: null, media: null, picture: null, has_media: false },
});
const toLines = (week: readonly DraftProgramme[], day: number) =>
  listDay(week, day).map((row) =>
    row.kind === 'gap'
      ? `${String(row.at)} gap ${String(row.minutes)}`
      : `${String(row.at)} ${row.programme.key}${row.overlap > 0 ? ` over ${String(row.overlap)}` : ''}`,
  );

describe('a day of a week', () => {
  it('has its programmes, gaps and overlaps by time', () => {
    const week = [programme('night', 0, 1200, 300), programme('dawn', 1, 0, 600), programme('noon', 1, 700, 60)];
    expect(toLines(week, 0)).toEqual(['1200 night']);
    expect(toLines(week, 1)).toEqual(['1440 dawn over 60', '2040 gap 100', '2140 noon', '2200 gap 9080']);
    expect(toLines(week, 6)).toEqual([]);
  });

  it('has a programme that was moved past the end of the week on Saturday', () => {
    const week = [programme('a', 6, 1380, 60), programme('b', 2, 0, 30)];
    expect(toLines(moveProgramme(week, 'b', 7 * 1440), 0)).toEqual(['0 b', '30 gap 9990']);
    expect(toLines(moveProgramme(week, 'nobody', 5), 6)).toEqual(['10020 a']);
  });
});

describe('a save of a week', () => {
  it('has the programmes that differ alone', () => {
    const week = [programme('a', 0, 0, 60), programme('b', 0, 60, 60), programme('c', 0, 120, 60)];
    const moved = moveProgramme(week, 'b', 1500).toSpliced(2, 1);
    const { remove, add } = listWeekChanges(week, moved);
    expect(remove).toEqual([
      { day: 0, start: 60 },
      { day: 0, start: 120 },
    ]);
    expect(add).toMatchObject([{ name_en: 'b', day: 1, start: 60 }]);
    expect(add[0]).not.toHaveProperty('key');
    expect(listWeekChanges(week, week.toReversed())).toEqual({ remove: [], add: [] });
  });
});

describe('a typed time', () => {
  it('is of a day, in the digits of any script', () => {
    expect(['20:30', '۲۰:۳۰', '0:05', '24:00', '12:60', '12', 'x'].map(readClock)).toEqual([
      ...[1230, 1230, 5, null, null, null, null],
    ]);
    expect(['۹۰', '1440', '1441', '0', ''].map(readMinutes)).toEqual([90, 1440, null, null, null]);
  });
});
