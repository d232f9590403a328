import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMoment, writeMoment } from '../../../src/platform/text/moment.ts';

/** 8 Azar 1405, 14:30 in Tehran. */
const AT = Date.parse('2026-11-29T11:00:00Z') / 1000;
const SCRIPTS = ['۰', '٠', '0'];

it('reads back what it writes: any second of two centuries, by both calendars, in the digits of any script', () => {
  const seconds = fc.integer({ min: Date.parse('1925-01-01') / 1000, max: Date.parse('2125-01-01') / 1000 });
  fc.assert(
    fc.property(seconds, fc.constantFrom('fa', 'en'), fc.constantFrom(...SCRIPTS), (at, locale, zero) => {
      const text = writeMoment(at, locale).replace(/\d/g, (digit) =>
        String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
      );
      expect(readMoment(text)).toBe(at);
    }),
  );
});

it.each([
  '1405/09/08 14:30',
  '1405-9-8 14:30:00',
  '۱۴۰۵/۹/۸، ساعت ۱۴:۳۰',
  ' ١٤٠٥/٩/٨  ١٤:٣٠ ',
  '\u202b۱۴۰۵/۰۹/۰۸ ۱۴:۳۰\u202c',
  '2026-11-29T14:30',
  '2026/11/29 14:30',
])('reads %j', (text) => {
  expect(readMoment(text)).toBe(AT);
});

it.each([
  ...['', 'now', '1405/09/08', '14:30', '1405/09/08 24:00', '1405/09/08 14:60', '1405/09/08 14:30:60'],
  ...['1405/13/01 10:00', '1405/00/01 10:00', '1405/07/31 10:00', '1405/06/32 10:00', '1405/09/00 10:00'],
  ...['1404/12/30 10:00', '2026-02-29 10:00', '2026-04-31 10:00', '2026-13-01 10:00', '05/9/8 14:30'],
  ...['1405/09/08 14:30 x', '1405/09/08 -1:30', '1405.5/09/08 14:30'],
])('refuses %j', (text) => {
  expect(readMoment(text)).toBeNull();
});

it('knows the thirtieth of Esfand of a leap year alone', () => {
  expect(readMoment('1403/12/30 00:00')).toBe(Date.parse('2025-03-19T20:30:00Z') / 1000);
  expect(readMoment('1405/12/30 00:00')).toBeNull();
});
