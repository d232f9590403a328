import { expect, test } from 'vitest';
import { answerBank, makeReturn, returnFields } from '../src/banks/banks.ts';
import { BankBook } from '../src/banks/book.ts';
import { ZIBAL_MERCHANT } from '../src/banks/zibal.ts';

const HOST = 'gateway.zibal.ir';

function openPage(book: BankBook) {
  const body = {
    merchant: ZIBAL_MERCHANT,
    amount: 50_000,
    callbackUrl: 'https://shop.test/back',
    orderId: '7',
    mobile: '',
  };
  const [status, answer] = answerBank(book, HOST, '/v1/request', body, 0);
  expect({ status, answer }).toMatchObject({ status: 200, answer: { result: 100 } });
  const { trackId } = answer as { trackId: number };
  return { trackId, page: book.find(String(trackId))! };
}

test('a payment is confirmed once, and says so the second time', () => {
  const book = new BankBook();
  const { trackId, page } = openPage(book);
  book.press(page, 'pay', page.paidRial, 60);
  const back = makeReturn('zibal', page.callback, returnFields(page));
  expect(Object.fromEntries(new URL(back.url).searchParams)).toMatchObject({ trackId: String(trackId), success: '1' });
  const verify = () => answerBank(book, HOST, '/v1/verify', { merchant: ZIBAL_MERCHANT, trackId }, 90)[1];
  expect(verify()).toMatchObject({ result: 100, amount: 50_000, orderId: '7' });
  expect(verify()).toMatchObject({ result: 201 });
});

test('money that nobody confirms goes back to the payer after half an hour', () => {
  const book = new BankBook();
  const { trackId, page } = openPage(book);
  book.press(page, 'pay', page.paidRial, 60);
  book.passTime(60 + 30 * 60);
  expect(page.state).toBe('returned');
  expect(answerBank(book, HOST, '/v1/verify', { merchant: ZIBAL_MERCHANT, trackId }, 2000)[1]).toMatchObject({
    result: 202,
  });
});
