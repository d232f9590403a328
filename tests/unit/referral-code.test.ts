import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReferralCode, numericReferrer } from '../../src/domain/referral-code.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function encode(number: number): string {
  const rest = Math.floor(number / 62);
  return (rest > 0 ? encode(rest) : '') + (DIGITS[number % 62] ?? '');
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

  it('gives back every number that JavaScript holds exactly', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        expect(decodeReferralCode(encode(number))).toBe(number);
      }),
    );
    expect(decodeReferralCode(encode(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each(['', 'ZZZZZZZZZZ', 'FfGNdXsE8', '00000000001', 'a b', 'سلام', '-1', '{code}'])('refuses %j', (code) => {
    expect(decodeReferralCode(code)).toBeNull();
  });
});

it('uses a referrer only if it is numeric, else 0 (spec 5.02)', () => {
  expect([12, '12', ' 12', '1e3', '12abc', '', null, undefined, -4, 1.5, '9'.repeat(16)].map(numericReferrer)).toEqual([
    12, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
});
