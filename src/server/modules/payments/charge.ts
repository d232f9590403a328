import type { chargeWallet as call } from '../../../contract/payments.ts';
import { parseToman } from '../../../domain/money.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import type { Service } from '../../lib/serve.ts';
import { PLAIN_LINE, type Order } from './order.ts';
import { pay } from './pay.ts';
import { returnPath } from './return-path.ts';
import { buyerOf, signedIn } from './signed-in.ts';

/** Begins a wallet charge (spec 7.13, 5.08): the amount as typed, in toman, and nothing added to it. */
export const chargeWallet: Service<typeof call> = async (context, input) => {
  const amount = parseToman(input.amount);
  if (!amount.ok) return fail('amount_invalid', { fields: { amount: 'amount_invalid' } });
  const method = input.payment_method;
  if (method === 'wallet' || method === 'direct_debit') {
    return fail('gateway_unknown', { fields: { payment_method: 'gateway_unknown' } });
  }
  const paid = await pay(
    { ...buyerOf(context), userId: signedIn(context).id },
    {
      order: walletOrder(amount.value),
      method,
      discountCode: null,
      returnPath: returnPath(input.callback_url, context.origin),
      content: null,
    },
  );
  if (!paid.ok) return paid;
  const { pay_url, payment } = paid.value;
  return pay_url === null ? fail('gateway_failed') : ok({ data: { pay_url, payment_id: payment.id } });
};

function walletOrder(toman: number): Order {
  const names = { name_fa: 'شارژ کیف پول', name_en: 'Wallet credit' };
  const priced = { list_price: toman, discount: 0, vat: 0, total: toman };
  return { purpose: 'wallet', lines: [{ ...PLAIN_LINE, kind: 'wallet', item_id: 0, ...names, ...priced }] };
}
