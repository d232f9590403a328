import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldCode,
  foldDigits,
  foldNumber,
  parseDecimal,
  readDigits,
  readWhole,
} from '../../../src/platform/text/digits.ts';

/** Every character of Unicode of a category. */
function listCharacters(category: RegExp): string[] {
  const characters: string[] = [];
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const character = String.fromCodePoint(code);
    if (category.test(character)) characters.push(character);
  }
  return characters;
}

const digits = listCharacters(/\p{Nd}/u);
const invisible = listCharacters(/(?!\s)[\p{Cc}\p{Cf}\p{M}\p{DI}]/u);
const spaces = listCharacters(/\p{Zs}/u);
const dashes = listCharacters(/\p{Dash}/u);
const signs = listCharacters(/[\p{P}\p{S}]/u);

describe('a pasted number', () => {
  it('has the digits of every script of Unicode', () => {
    expect(digits.length).toBeGreaterThan(700);
    // Each run begins with its zero, so ten neighbours are the ten digits.
    for (let at = 0; at < digits.length; at += 10)
      expect(foldDigits(digits.slice(at, at + 10).join(''))).toBe('0123456789');
  });

  it('loses everything invisible, wherever it stands, and nothing else', () => {
    const marks = fc.array(fc.constantFrom(...invisible), { maxLength: 3 }).map((list) => list.join(''));
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{1,15}$/),
        fc.array(marks, { minLength: 16, maxLength: 16 }),
        (text, gaps) => {
          const pasted =
            Array.from(text)
              .map((digit, at) => `${gaps[at] ?? ''}${digit}`)
              .join('') + (gaps[15] ?? '');
          expect(foldNumber(pasted)).toBe(text);
        },
      ),
    );
  });

  it('has one space for every space and one dash for every dash', () => {
    for (const space of spaces) expect(foldNumber(`1${space}2`)).toBe('1 2');
    for (const dash of dashes) expect(foldNumber(`1${dash}2`)).toBe('1-2');
  });

  it('is folded once: the result stays as it is', () => {
    // Some are written as a space with a mark: U+1FCD, U+00A8.
    const texts = signs.flatMap((sign) => [sign, `${sign}1 ${sign}`]);
    expect(texts.filter((text) => foldNumber(foldNumber(text)) !== foldNumber(text))).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldNumber(foldNumber(text))).toBe(foldNumber(text));
      }),
    );
  });

  it.each([
    ['\u2066+98 912\u2069', '+98 912'],
    ['（۰۲۱）８８', '(021)88'],
    ['۱٬۲۰۰٫۵', '1,200.5'],
    ['1\ufe0f\u20e32\ufe0f\u20e3', '12'],
    ['1’200', "1'200"],
    ['1´200', "1'200"],
    ['۱۲،۵۰۰ تومان', '12,500 تومان'],
  ])('%j is %j', (text, folded) => {
    expect(foldNumber(text)).toBe(folded);
  });
});

it.each<[string, string | null, string | null, number | null]>([
  ['۱٬۲۰۰', '1200', '1200', 1200],
  ['1.200', '1200', '1200', 1.2],
  ['1,200,300.50', '120030050', null, 1_200_300.5],
  ['−۳٫۵', '35', null, -3.5],
  ['0912 345 6789', '09123456789', null, null],
  ['1,2', '12', null, null],
  ['12½', null, null, null],
  ['10²', null, null, null],
  ['1e3', null, null, null],
  ['12a', null, null, null],
  ['', '', null, null],
])('%j has the digits %j, is the whole number %j and the number %j', (text, allDigits, integer, decimal) => {
  expect([readDigits(text), readWhole(text), parseDecimal(text)]).toEqual([allDigits, integer, decimal]);
});

it.each([
  ['\u200fnowruz‐۱۴۰۵ ', 'NOWRUZ-1405'],
  ['ｎｅｗ２', 'NEW2'],
  ['N E\u00a0W', 'NEW'],
  ['يلدا\u200c۵', 'یلدا5'],
])('the discount code %j is %s', (text, code) => {
  expect(foldCode(text)).toBe(code);
});
