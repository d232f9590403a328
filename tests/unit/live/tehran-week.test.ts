import { describe, expect, test } from 'vitest';
import {
  daysAround,
  daysFrom,
  itemsOn,
  onAir,
  tehranDate,
  tehranMidnight,
  tehranMoment,
} from '../../../src/platform/text/tehran-week.ts';

const at = (iso: string) => Date.parse(iso) / 1000;

describe('Tehran moment', () => {
  test.each([
    ['a Saturday at midnight', '2026-11-21T00:00:00+03:30', 0, 0],
    ['the minute before', '2026-11-20T23:59:59+03:30', 6, 1439],
    ['summer has no daylight saving', '2026-07-01T12:30:00+03:30', 4, 750],
    ['the epoch itself was a Thursday', '1970-01-01T03:30:00+03:30', 5, 210],
    ['before the epoch', '1969-12-31T23:00:00+03:30', 4, 1380],
  ])('%s', (_name, iso, day, minute) => {
    expect(tehranMoment(at(iso))).toEqual({ day, minute });
  });

  test('days around wrap over the week', () => {
    expect(daysAround(0)).toEqual([6, 0, 1]);
    expect(daysAround(6)).toEqual([5, 6, 0]);
  });
});

describe('dates in Tehran', () => {
  test('a day begins at half past eight in the evening of Greenwich', () => {
    expect(tehranMidnight('2026-11-21')).toBe(at('2026-11-20T20:30:00Z'));
    expect(tehranDate(at('2026-11-20T20:29:59Z'))).toBe('2026-11-20');
    expect(tehranDate(at('2026-11-20T20:30:00Z'))).toBe('2026-11-21');
  });

  test('days from a date on, over the end of a month', () => {
    expect(daysFrom('2026-12-30', 4)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
  });

  test('the items of a date, with the one that began the evening before', () => {
    const week = [
      { name: 'noon', day: 0, start: 720, minutes: 30 },
      { name: 'friday night', day: 6, start: 1380, minutes: 120 },
      { name: 'friday noon', day: 6, start: 720, minutes: 30 },
      { name: 'early', day: 0, start: 60, minutes: 60 },
    ];
    const matches = itemsOn(week, '2026-11-21');
    expect(matches.map(({ item }) => item.name)).toEqual(['friday night', 'early', 'noon']);
    expect(matches[0]).toMatchObject({
      startsAt: at('2026-11-20T23:00:00+03:30'),
      endsAt: at('2026-11-21T01:00:00+03:30'),
    });
  });
});

describe('on air', () => {
  const items = [
    { name: 'friday night', day: 6, start: 1380, minutes: 120 },
    { name: 'saturday early', day: 0, start: 60, minutes: 60 },
    { name: 'saturday noon', day: 0, start: 720, minutes: 30 },
  ];

  test('an item that runs past midnight, over the end of the week', () => {
    const air = onAir(items, at('2026-11-21T00:30:00+03:30'));
    expect(air.now?.name).toBe('friday night');
    expect(air.next?.name).toBe('saturday early');
    expect(air.endsAt).toBe(at('2026-11-21T01:00:00+03:30'));
  });

  test('the first minute belongs to an item, the minute of its end does not', () => {
    expect(onAir(items, at('2026-11-21T01:00:00+03:30')).now?.name).toBe('saturday early');
    expect(onAir(items, at('2026-11-21T01:59:59+03:30')).now?.name).toBe('saturday early');
    expect(onAir(items, at('2026-11-21T02:00:00+03:30')).now).toBeNull();
  });

  test('a gap ends when the next item begins', () => {
    const air = onAir(items, at('2026-11-21T11:00:10+03:30'));
    expect(air).toMatchObject({ now: null, next: { name: 'saturday noon' }, endsAt: at('2026-11-21T12:00:00+03:30') });
  });

  test('nothing at all', () => {
    expect(onAir([], at('2026-11-21T11:00:00+03:30'))).toMatchObject({ now: null, next: null });
  });
});
