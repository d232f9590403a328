import { buyGift } from '../../../src/features/checkout/contract.ts';
import { getGift, listGifts, redeemGift } from '../../../src/features/gifts/contract.ts';
import type { Payment } from '../../../src/features/payments/contract.ts';
import { PLAN, type Visitor } from './money.ts';
import { parseFailure } from '../site/api.ts';
import { openRefunds } from './refunding.ts';
import { topUp } from './shop.ts';

/** A shop that sells gift cards. */
export async function openGifts() {
  const shop = await openRefunds();
  const { site } = shop;

  /** The payment and the codes of cards that were paid from a wallet. */
  async function buyCards(who: Visitor, count = 1, plan = PLAN.id): Promise<{ payment: Payment; codes: string[] }> {
    await topUp(site, who, 3_000_000);
    const { payment } = (await site.call(buyGift, { plan_id: plan, count, payment_method: 'wallet' }, who)).data;
    const { cards } = (await site.call(listGifts, {}, who)).data;
    const paid = await site
      .sql('SELECT id FROM gift_cards WHERE payment_id = ? ORDER BY line', payment.id)
      .all<{ id: string }>();
    const ids = paid.results.map(({ id }) => id).filter((id) => cards.some((card) => card.id === id));
    const codes = await Promise.all(ids.map(async (id) => (await site.call(getGift, { id }, who)).data.code ?? ''));
    return { payment, codes };
  }

  /** `ok`, or the code of the refusal. */
  async function redeem(who: Visitor, code: string, more: Record<string, string> = {}): Promise<string> {
    const response = await site.ask(redeemGift, { code }, who, more);
    return response.ok ? 'ok' : (await parseFailure(response)).code;
  }

  const balance = async (account: string) =>
    (await site
      .sql('SELECT coalesce(sum(amount), 0) AS n FROM ledger_entries WHERE account = ?', account)
      .first<number>('n')) ?? 0;

  return { ...shop, buyCards, redeem, balance };
}
