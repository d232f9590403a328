import { afterEach, describe, expect, it } from 'vitest';
import { buyTitle, getQuote } from '../../../src/features/checkout/contract.ts';
import { undoRefund } from '../../../src/features/payments/server/refunds/undo.ts';
import { getTitle } from '../../../src/features/titles/contract/catalogue.ts';
import { getScreening } from '../../../src/features/screenings/contract.ts';
import { SCREENED, type Visitor } from '../../support/money/money.ts';
import { code, openRefunds } from '../../support/money/refunding.ts';
import { topUp } from '../../support/money/shop.ts';
import { parseFailure } from '../../support/site/api.ts';

const { site, db, refund } = await openRefunds();
const request = { id: SCREENED.id };
const setSeats = (count: number | null) =>
  site.sql('UPDATE screenings SET capacity = ? WHERE id = ?', count, SCREENED.screening).run();
const readSeats = async () => (await site.call(getScreening, { id: SCREENED.screening })).data.seats_left;
const openPage = async (who: Visitor) => (await site.call(buyTitle, request, who)).data;
const askWallet = (who: Visitor) => site.ask(buyTitle, { ...request, payment_method: 'wallet' }, who);
const refuse = async (who: Visitor) => (await parseFailure(await site.ask(buyTitle, request, who))).code;
const settle = async (payUrl: string | null) => site.comeBack(await site.payAtGateway(payUrl, 'pay'));
async function buyer(): Promise<Visitor> {
  const who = await site.visitor();
  await topUp(site, who, SCREENED.total);
  return who;
}

afterEach(async () => {
  expect(await site.books()).toEqual([]);
  await site.sql('DELETE FROM screening_seats').run();
  await setSeats(null);
});

describe('the seats of a screening', () => {
  it('are sold once: of many who buy the last two at once two get them, and the others pay nothing', async () => {
    await setSeats(3);
    expect((await askWallet(await buyer())).status).toBe(200);
    expect(await readSeats()).toBe(2);
    const crowd = await Promise.all(Array.from({ length: 6 }, buyer));
    const answers = await Promise.all(crowd.map(askWallet));
    const full = answers.filter(({ status }) => status === 409);
    expect(await Promise.all(full.map(async (answer) => (await parseFailure(answer)).code))).toEqual(
      Array.from({ length: 4 }, () => 'screening_full'),
    );
    const credits = await Promise.all(crowd.map((who) => site.wallet(who)));
    expect(credits.sort()).toEqual([0, 0, ...Array.from({ length: 4 }, () => SCREENED.total)]);
    expect(await readSeats()).toBe(0);
    const { data } = await site.call(getTitle, { kind: 'movie', id: SCREENED.id });
    expect(data.offer.screening).toMatchObject({ id: SCREENED.screening, seats_left: 0 });
  });

  it('are held at the bank, and free again when nobody pays there', async () => {
    await setSeats(1);
    const [first, second] = [await site.visitor(), await site.visitor()];
    const openPayment = await openPage(first);
    // A person who opens another page needs no second seat.
    site.clock.now += 60;
    expect((await openPage(first)).payment.id).toBe(openPayment.payment.id);
    expect(await refuse(second)).toBe('screening_full');
    const quote = await site.ask(getQuote, { purpose: 'title', id: SCREENED.id }, second);
    expect((await parseFailure(quote)).code).toBe('screening_full');
    await site.tick(32 * 60);
    expect(await readSeats()).toBe(1);
    await settle((await openPage(second)).pay_url);
    expect([await readSeats(), await refuse(await site.visitor())]).toEqual([0, 'screening_full']);
  });

  it('are not taken from who holds one by money that comes late: that stays in the wallet', async () => {
    await setSeats(1);
    const [late, first] = [await site.visitor(), await site.visitor()];
    const ended = await openPage(late);
    const token = (ended.pay_url ?? '').split('/').at(-1) ?? '';
    const back = `https://pardeh.test/api/v1/payments/return/sandbox/${ended.payment.id}`;
    await site.comeBack(`${back}?token=${token}&status=cancelled`);
    const openPayment = await openPage(first);
    await settle(ended.pay_url);
    expect(await site.payment(ended.payment.id, late)).toMatchObject({
      ...{ state: 'settled', next: 'retry', problem: 'screening_full', kept_in_wallet: SCREENED.total },
    });
    expect(await site.wallet(late)).toBe(SCREENED.total);
    await settle(openPayment.pay_url);
    expect(await site.payment(openPayment.payment.id, first)).toMatchObject({ state: 'settled', problem: null });
    // With a seat left, late money has it.
    await setSeats(2);
    const other = await site.visitor();
    const lateAgain = await openPage(other);
    await site.tick(32 * 60);
    await settle(lateAgain.pay_url);
    expect(await site.payment(lateAgain.payment.id, other)).toMatchObject({ state: 'settled', problem: null });
    expect(await readSeats()).toBe(0);
  });

  it('are free after a refund, whose undo takes none that was sold since', async () => {
    await setSeats(1);
    const [first, second] = [await buyer(), await buyer()];
    expect((await askWallet(first)).status).toBe(200);
    const id =
      (await site
        .sql("SELECT payment_id FROM purchases WHERE kind = 'screening' AND user_id = ?", first.id)
        .first<string>('payment_id')) ?? '';
    const undo = (back: string) =>
      undoRefund({ db, now: site.clock.now }, { payment_id: id, refund: back }, 'ali', () => []);
    const giveBack = async () => {
      const made = await refund(id);
      return made.ok ? made.value.id : '';
    };
    const once = await giveBack();
    expect(await readSeats()).toBe(1);
    expect(code(await undo(once))).toBe('ok');
    expect(await readSeats()).toBe(0);
    const twice = await giveBack();
    expect((await askWallet(second)).status).toBe(200);
    expect(code(await undo(twice))).toBe('undo_changed');
    expect([await readSeats(), await site.wallet(first)]).toEqual([0, SCREENED.total]);
  });
});
