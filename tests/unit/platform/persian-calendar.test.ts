import { describe, expect, it } from 'vitest';
import {
  getPersianWeekday,
  listPersianMonth,
  readPersianDay,
  shiftDay,
  shiftPersianMonth,
} from '../../../src/platform/text/persian-calendar.ts';

describe('the Persian calendar of the desk', () => {
  it('reads days, with the leap years 1399 and 1403', () => {
    expect(readPersianDay('2026-11-29')).toEqual({ year: 1405, month: 9, day: 8 });
    expect(readPersianDay('2021-03-20')).toEqual({ year: 1399, month: 12, day: 30 });
    expect(readPersianDay('2025-03-20')).toEqual({ year: 1403, month: 12, day: 30 });
    expect(readPersianDay('2025-03-21')).toEqual({ year: 1404, month: 1, day: 1 });
  });

  it('begins the week on Saturday', () => {
    expect(getPersianWeekday('2026-11-28')).toBe(0);
    expect(getPersianWeekday('2026-11-27')).toBe(6);
  });

  it('lists months without a gap for ten years: 31, 30, and 29 or 30 days', () => {
    let day = '2021-03-21';
    for (let month = 0; month < 120; month += 1) {
      const days = listPersianMonth(day);
      const at = (month % 12) + 1;
      expect(readPersianDay(days[0] ?? '')).toMatchObject({ month: at, day: 1 });
      const isLeap = [1403, 1408].includes(readPersianDay(day).year);
      expect(days.length, day).toBe(at <= 6 ? 31 : at < 12 || isLeap ? 30 : 29);
      expect(days.every((iso) => listPersianMonth(iso)[0] === days[0])).toBe(true);
      day = shiftDay(days.at(-1) ?? '', 1);
    }
    expect(readPersianDay(day)).toEqual({ year: 1410, month: 1, day: 1 });
  });

  it('goes to the same day of another month, or to its last one', () => {
    const last = '2026-09-22';
    expect(readPersianDay(last)).toEqual({ year: 1405, month: 6, day: 31 });
    expect(readPersianDay(shiftPersianMonth(last, 1))).toEqual({ year: 1405, month: 7, day: 30 });
    expect(readPersianDay(shiftPersianMonth(last, -1))).toEqual({ year: 1405, month: 5, day: 31 });
    expect(readPersianDay(shiftPersianMonth('2026-04-05', -1))).toEqual({ year: 1404, month: 12, day: 16 });
  });
});
