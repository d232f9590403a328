import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReferralCode, numericReferrer, readReferral } from '../../../src/platform/text/referral-code.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Written apart from the product: by division of big integers. */
function encode(number: bigint): string {
  const rest = number / 62n;
  return (rest > 0n ? encode(rest) : '') + (DIGITS[Number(number % 62n)] ?? '');
}

describe('decodeReferralCode (spec 5.01)', () => {
  it.each([
    ['0', 0],
    ['9', 9],
    ['a', 10],
    ['z', 35],
    ['A', 36],
    ['Z', 61],
    ['10', 62],
    ['0000000010', 62],
  ])('%s is %i', (code, number) => {
    expect(decodeReferralCode(code)).toBe(number);
  });

  it('gives back every number that ten characters can say', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 62n ** 10n - 1n }), (number) => {
        const decoded = decodeReferralCode(encode(number));
        expect(decoded).not.toBeNull();
        expect(BigInt(decoded ?? -1)).toBe(number);
      }),
    );
  });

  it('refuses no code of ten characters, and gives two of them never the same number (spec 5.01, 9.02)', () => {
    const code = fc.string({ unit: fc.constantFrom(...Array.from(DIGITS)), minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(code, code, (one, other) => {
        expect(decodeReferralCode(one)).not.toBeNull();
        expect(decodeReferralCode(one) === decodeReferralCode(other)).toBe(one === other);
      }),
    );
  });

  it.each([
    ['FfGNdXsE7', 9007199254740991],
    ['FfGNdXsE8', '9007199254740992'],
    ['FfGNdXsE9', '9007199254740993'],
    ['ZZZZZZZZZZ', '839299365868340223'],
  ])('%s is %j: decimal text where a number of JavaScript would be another', (code, number) => {
    expect(decodeReferralCode(code)).toBe(number);
    expect(numericReferrer(String(number))).toBe(number);
    expect(readReferral(new URL(`https://site.test/?ref=${code}`))).toEqual({ code, number });
  });

  it.each(['', '00000000001', 'a b', 'سلام', '-1', '{code}', '٣', '1\n'])('refuses %j', (code) => {
    expect(decodeReferralCode(code)).toBeNull();
  });
});

it('uses a referrer only if it is numeric, else 0 (spec 5.02)', () => {
  expect([12, '12', ' 12', '1e3', '12abc', '', null, undefined, -4, 1.5, '9'.repeat(19)].map(numericReferrer)).toEqual([
    12, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
});
