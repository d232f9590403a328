import { describe, expect, it } from 'vitest';
import {
  createRefundDraft,
  readRefundDraft,
  type RefundDraft,
} from '../../../src/features/operator/desk/refund-draft.ts';

const payment = {
  id: 'p'.repeat(20),
  lines: [
    { line: 0, total: 5500, refunded: 0 },
    { line: 1, total: 16_500, refunded: 16_500 },
    { line: 2, total: 99_000, refunded: 9000 },
  ],
};
const read = (part: Partial<RefundDraft>) =>
  readRefundDraft({ ...createRefundDraft(payment), reason: 'asked for it', ...part }, payment, 'refund-1');

describe('the form of a refund', () => {
  it('gives back all that is left, or a sum of each line that has one', () => {
    expect(read({})).toEqual({
      ...{ key: 'refund-1', payment_id: payment.id, destination: 'wallet', reason: 'asked for it' },
    });
    const sums = { toman0: '۵٬۵۰۰', toman2: '10,000 تومان', days2: '۳' };
    expect(read({ extent: 'lines', destination: 'outside', tracking: '1403009', ...sums })).toMatchObject({
      ...{ destination: 'outside', tracking: '1403009' },
      lines: [
        { line: 0, toman: 5500, days: 0 },
        { line: 2, toman: 10_000, days: 3 },
      ],
    });
    expect(read({ extent: 'lines', toman0: ' ', toman2: '1' })?.lines).toEqual([{ line: 2, toman: 1, days: 0 }]);
  });

  it.each<[string, Partial<RefundDraft>]>([
    ['any sum', { extent: 'lines' }],
    ['an open line', { extent: 'lines', toman1: '500' }],
    ['a sum in whole toman', { extent: 'lines', toman0: '5500', toman2: '1.5' }],
    ['whole days', { extent: 'lines', toman2: '500', days2: 'three' }],
    ['a reason', { reason: ' ' }],
    ['a tracking number', { destination: 'outside' }],
  ])('waits for %s', (_, part) => {
    expect(read(part)).toBeNull();
  });
});
