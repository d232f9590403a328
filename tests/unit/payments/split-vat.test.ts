import { expect, test } from 'vitest';
import { addVat, splitVat } from '../../../src/features/payments/vat.ts';

test('a sum with its VAT in it is net and VAT, and gives back what addVat added', () => {
  expect(splitVat(110, 10)).toEqual({ vat: 10, total: 110 });
  expect(splitVat(100_001, 10)).toEqual({ vat: 9091, total: 100_001 });
  expect(splitVat(1, 10)).toEqual({ vat: 0, total: 1 });
  for (let net = 1; net < 2000; net += 1) expect(splitVat(addVat(net, 10).total, 10)).toEqual(addVat(net, 10));
});
