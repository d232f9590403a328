import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VAT_PERCENT } from '../../../src/platform/config/constants.ts';
import { foldDigits } from '../../../src/platform/text/digits.ts';
import { formatPaid } from '../../../src/platform/ui/paid-text.ts';
import { priceLine, sumLines } from '../../../src/features/payments/pricing.ts';

const readNumber = (text: string) => Number(foldDigits(text).replace(/\D/g, ''));

test('prices that a visitor reads on the rows of a basket add up to what is taken, to the toman', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000_000 }), { maxLength: 20 }), (prices) => {
      const amounts = prices.map((price) => readNumber(formatPaid(price)));
      const lines = prices.map((price) => priceLine(price, null, 0, VAT_PERCENT));
      expect(amounts).toEqual(lines.map(({ total }) => total));
      expect(amounts.reduce((sum, price) => sum + price, 0)).toBe(sumLines(lines).total);
    }),
  );
});
