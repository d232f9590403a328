import { expect, it } from 'vitest';
import { buyTitle } from '../../../src/features/checkout/contract.ts';
import { refundPayment } from '../../../src/features/operator/contract.ts';
import * as payments from '../../../src/features/operator/desk-payments-contract.ts';
import { getPayment } from '../../../src/features/payments/contract.ts';
import { FILM, openMoney } from '../../support/money/money.ts';
import { openShop, topUp } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { platform } = await openShop();
const [ALI, EYE] = ['a'.repeat(40), 'e'.repeat(40)];
const site = openMoney(platform, { OPERATOR_TOKEN: `ali:${ALI},eye/viewer:${EYE}` });
const as = (token: string) => ({ id: 0, mobile: '', token });
const [ali, viewer] = [as(ALI), as(EYE)];
let keys = 0;

async function buyRefunded() {
  const who = await site.visitor();
  await topUp(site, who, 100_000);
  const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
  const payment_id = data.payment.id;
  keys += 1;
  const input = {
    key: `refund-undo-${String(keys)}`,
    payment_id,
    destination: 'wallet',
    reason: 'by mistake',
  } as const;
  const refund = (await site.call(refundPayment, input, ali)).data;
  return { who, refund, input: { payment_id, refund: refund.id, reason: 'the wrong film' } };
}

it('is one of thirty presses, with a row of the trail, and the buyer reads it', async () => {
  const { who, input, refund } = await buyRefunded();
  const answers = await Promise.all(Array.from({ length: 30 }, () => site.ask(payments.undoRefund, input, ali)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(await parseFailure(answer)).toMatchObject({ status: 409, code: 'undo_done' });
  expect(await site.wallet(who)).toBe(100_000 - FILM.total);
  expect(await site.count('ledger_entries WHERE event = ?', `undo:${refund.id}`)).toBe(3);
  const act = await site.sql("SELECT * FROM operator_audit WHERE action = 'undoRefund' AND status = 200").first();
  expect(act).toMatchObject({ operator: 'ali', subject: `${input.payment_id} ${refund.id}` });
  expect([act?.['before'], act?.['after']]).toEqual([
    `{"toman":${String(FILM.total)}}`,
    '{"toman":0,"reason":"the wrong film"}',
  ]);
  expect((await site.ask(payments.undoRefund, { ...input, reason: '' }, ali)).status).toBe(422);
  const made = await site.sql("SELECT before, after FROM operator_audit WHERE action = 'refundPayment'").first();
  expect(JSON.parse(String(made?.['before']))).toEqual({ subscribed_until: 0 });
  expect(JSON.parse(String(made?.['after']))).toMatchObject({
    ...{ toman: FILM.total, destination: 'wallet', tracking: null, subscribed_until: 0, reason: 'by mistake' },
    lines: [{ line: 0, toman: FILM.total, seconds: 0 }],
  });
  const { data } = await site.call(getPayment, { id: input.payment_id }, who);
  expect(data.refunds).toMatchObject([{ toman: FILM.total, undone_at: site.clock.now }]);
  const { data: page } = await site.call(payments.getDeskPayment, { id: input.payment_id }, viewer);
  expect(page.lines).toMatchObject([{ refunded: 0 }]);
  expect(await site.books()).toEqual([]);
});

it('is not for who may not refund, and its rehearsal neither', async () => {
  const { who, input } = await buyRefunded();
  for (const call of [payments.undoRefund, payments.rehearseUndo]) {
    expect(await parseFailure(await site.ask(call, input, viewer))).toMatchObject({ code: 'operator_role' });
    expect(await parseFailure(await site.ask(call, input, who))).toMatchObject({ code: 'unauthenticated' });
    for (const refund of ['', "a'b", 'x'.repeat(41), 7, null])
      expect((await site.ask(call, { ...input, refund }, ali)).status).toBe(422);
  }
  const { data } = await site.call(payments.rehearseUndo, input, ali);
  expect(data.wallet).toEqual({ before: 100_000, after: 100_000 - FILM.total });
  expect(data.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});
