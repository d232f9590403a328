import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMobile, limitMobile, maskMobile, parseMobile } from '../../../src/platform/text/mobile.ts';

const nine = fc.stringMatching(/^[0-9]{9}$/);
const digitsFrom = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));

describe('parseMobile (spec 5.04)', () => {
  it('reads every prefix, digit set and spacing as one number', () => {
    const prefix = fc.constantFrom('', '0', '98', '+98', '0098');
    const digitSet = fc.constantFrom((text: string) => text, digitsFrom(0x06f0), digitsFrom(0x0660));
    const filler = fc.constantFrom(
      '',
      ' ',
      '-',
      '\u00a0',
      '\u200e',
      ' - ',
      '.',
      '\u2066',
      ') ',
      '\u2011',
      '/',
      '\u00ad',
      '\u2003',
    );
    fc.assert(
      fc.property(prefix, nine, digitSet, filler, (before, rest, write, gap) => {
        const typed = write(`${before}9${rest.slice(0, 2)}${gap}${rest.slice(2, 5)}${gap}${rest.slice(5)}`);
        expect(parseMobile(` ${typed} `)).toBe(`09${rest}`);
      }),
    );
  });

  it('answers null or eleven digits, and reads its own answer as itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9۰-۹ -]{0,16}$/)), (text) => {
        const mobile = parseMobile(text);
        if (mobile === null) return;
        expect(mobile).toMatch(/^09\d{9}$/);
        expect(parseMobile(mobile)).toBe(mobile);
        expect(parseMobile(formatMobile(mobile))).toBe(mobile);
      }),
    );
  });

  it.each(['', '0912', '091234567890', '08123456789', '+989', '+9809123456789', '0912345678a', '۰۹۱۲', '02188776655'])(
    'refuses %j',
    (text) => {
      expect(parseMobile(text)).toBeNull();
    },
  );
});

it.each([
  '\u2066+98 912 345 6789\u2069',
  '+98 (0)912 345 6789',
  '(0912) 345-6789',
  '0098.912.345.6789',
  '۰ ۹ ۱ ۲ ۳ ۴ ۵ ۶ ۷ ۸ ۹',
  '＋９８９１２３４５６７８９',
  '۹۸۹۱۲۳۴۵۶۷۸۹+',
  'tel:+98-912-345-6789',
  '📞 0912 345 6789',
  '०९१२३४५६७८९',
])('reads %j, as it is copied', (text) => {
  expect(parseMobile(text)).toBe('09123456789');
});

it.each([
  ['00989123456789', '00989123456789'],
  ['009891234567890', '+989123456789'],
  ['+98 912 345 6789', '+98 912 345 6789'],
  ['+98 912 345 67890', '+989123456789'],
  ['\u2066۰۹۱۲ ۳۴۵ ۶۷۸۹\u2069', '\u2066۰۹۱۲ ۳۴۵ ۶۷۸۹\u2069'],
])('%j is at most 13 characters of a number: %j (spec 5.04)', (text, limited) => {
  expect(limitMobile(text)).toBe(limited);
});

it('groups 4-3-4, also while typing', () => {
  expect(formatMobile('09123456789')).toBe('0912 345 6789');
  expect(formatMobile('0912')).toBe('0912');
  expect(formatMobile('09123')).toBe('0912 3');
  expect(formatMobile('')).toBe('');
});

it('masks the middle of a number', () => {
  expect(maskMobile('09123454567')).toBe('0912***4567');
});
