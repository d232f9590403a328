import type { chargeWallet as call } from '../contract.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { paths } from '../../../platform/paths.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { PLAIN_LINE, type Order } from '../../payments/server/order.ts';
import { findDelivered, toPurchaseKey } from '../../payments/server/purchase-keys.ts';
import { pay } from './pay.ts';
import { readReturnPath } from '../../payments/server/return-path.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { toBuyer } from '../../payments/server/buyer.ts';

/** Spec 7.13, 5.08: toman as typed, nothing added. */
export const chargeWallet: Service<typeof call> = async (context, input) => {
  const amount = parseToman(input.amount);
  if (!amount.ok) return fail('amount_invalid', { fields: { amount: 'amount_invalid' } });
  const method = input.payment_method;
  if (method === 'wallet' || method === 'direct_debit') {
    return fail('gateway_unknown', { fields: { payment_method: 'gateway_unknown' } });
  }
  const { db, origin } = context;
  const userId = requireUser(context).id;
  const key = toPurchaseKey(input.idempotency_key, { purpose: 'wallet', toman: amount.value });
  const delivered = await findDelivered(db, userId, key);
  if (!delivered.ok) return delivered;
  if (delivered.value) return ok(toResultPage(origin, delivered.value.id));
  const paid = await pay(
    { ...toBuyer(context), userId },
    {
      order: buildWalletOrder(amount.value),
      method,
      discountCode: null,
      returnPath: readReturnPath(input.callback_url, origin),
      content: null,
      key,
    },
  );
  if (!paid.ok) return paid;
  const { pay_url, payment } = paid.value;
  if (key && payment.state === 'settled') return ok(toResultPage(origin, payment.id));
  return pay_url === null
    ? fail('payment_in_progress', { retryAfter: 3 })
    : ok({ data: { pay_url, payment_id: payment.id } });
};

function toResultPage(origin: string, id: string) {
  return { data: { pay_url: origin + paths.callback(id), payment_id: id } };
}

function buildWalletOrder(toman: number): Order {
  const names = { nameFa: 'شارژ کیف پول', nameEn: 'Wallet credit' };
  const priced = { listPrice: toman, discount: 0, vat: 0, total: toman };
  return { purpose: 'wallet', lines: [{ ...PLAIN_LINE, kind: 'wallet', itemId: 0, ...names, ...priced }] };
}
