import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGiftCode, formatGiftCode, getGiftTail, readGiftCode } from '../../../src/features/payments/gift-code.ts';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const code = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(buildGiftCode);
const PERSIAN = '۰۱۲۳۴۵۶۷۸۹';
const ARABIC = '٠١٢٣٤٥٦٧٨٩';

describe('the code of a gift card', () => {
  it('has 20 characters that nobody confuses on paper', () => {
    fc.assert(
      fc.property(code, (text) => {
        expect(text).toMatch(/^[2-9A-HJ-NP-Z]{20}$/);
        expect(readGiftCode(text)).toBe(text);
      }),
    );
  });

  it('uses 95 bits of its bytes', () => {
    const bytes = new Uint8Array(32).fill(0);
    const codes = Array.from({ length: 95 }, (_, bit) => {
      const changed = bytes.slice();
      changed[bit >> 3] = 128 >> (bit & 7);
      return buildGiftCode(changed);
    });
    expect(new Set([buildGiftCode(bytes), ...codes]).size).toBe(96);
  });

  it('is read in any spelling', () => {
    const spell: ((text: string) => string)[] = [
      formatGiftCode,
      (text) => text.toLowerCase(),
      (text) => ` ${text.match(/.{4}/g)?.join(' ') ?? ''}\n`,
      (text) => text.replace(/\d/g, (digit) => PERSIAN.charAt(Number(digit))),
      (text) => text.replace(/\d/g, (digit) => ARABIC.charAt(Number(digit))),
      (text) => `\u202b${text.match(/.{5}/g)?.join('\u200c–\u200f') ?? ''}\u202c`,
      (text) => text.replace(/[A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
      (text) => `${text.slice(0, 10)}_.${text.slice(10)}`,
    ];
    fc.assert(
      fc.property(code, fc.constantFrom(...spell), (text, write) => {
        expect(readGiftCode(write(text))).toBe(text);
      }),
    );
  });

  it('is refused with one wrong character, and with two neighbours in the wrong order', () => {
    fc.assert(
      fc.property(code, fc.nat(19), fc.constantFrom(...Array.from(LETTERS)), (text, at, letter) => {
        const wrong = text.slice(0, at) + letter + text.slice(at + 1);
        expect(readGiftCode(wrong)).toBe(letter === text.charAt(at) ? text : null);
        const first = text.charAt(at);
        const second = text.charAt(at + 1);
        // Luhn's known gap: the first and the last character of the alphabet.
        const isGap = [first, second].sort().join('') === '2Z';
        if (second === '' || first === second || isGap) return;
        expect(readGiftCode(text.slice(0, at) + second + first + text.slice(at + 2))).toBeNull();
      }),
    );
  });

  it.each(['', '-', '0000-0000-0000-0000-0000', 'AAAA', '2'.repeat(40), 'کد هدیه', '١'.repeat(1000)])(
    'is not %j',
    (text) => {
      expect(readGiftCode(text)).toBeNull();
    },
  );

  it('is shown in groups of four, and known by its last one', () => {
    const text = buildGiftCode(new Uint8Array(32).fill(7));
    expect(formatGiftCode(text)).toMatch(/^(?:\w{4}-){4}\w{4}$/);
    expect(formatGiftCode(text).endsWith(getGiftTail(text))).toBe(true);
  });
});
