import { VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { getQuote as call } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import type { Method } from '../../ledger/payment-kinds.ts';
import { sumLines } from '../../payments/pricing.ts';
import { createGateways } from '../../payments/server/gateways/choose.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { findMandate } from '../../direct-debit/server/mandates.ts';
import { isPayAnythingOn } from '../../direct-debit/server/settings.ts';
import { getWalletBalance } from '../../ledger/server/balance.ts';
import { getAmountError } from './begin.ts';
import { foldCode } from '../../../platform/text/digits.ts';
import { limitDiscountGuesses } from '../../payments/server/limit-discount.ts';
import type { PurchaseRequest } from '../../payments/server/order.ts';
import { resolveOrder } from './resolve-order.ts';
import { type Buyer, toBuyer } from '../../payments/server/buyer.ts';
import { toLineView } from '../../payments/server/view.ts';

export const getQuote: Service<typeof call> = async (context, input) => {
  const buyer = toBuyer(context);
  const request = toPurchaseRequest(input);
  if (!request) return fail('invalid_input', { fields: { id: 'invalid_input' } });
  const code = foldCode(input.discount_code ?? '');
  const order = await limitDiscountGuesses(buyer, code, () => resolveOrder(buyer, request, code));
  if (!order.ok) return order;
  const { lines, unavailable = [] } = order.value;
  const sums = sumLines(lines);
  const credit = buyer.userId === null ? 0 : await getWalletBalance(buyer.db, buyer.userId);
  const offers = await listMethods(buyer, sums.total, credit);
  const methods = request.purpose === 'gift' ? offers.filter((method) => method !== 'direct_debit') : offers;
  return ok({
    data: {
      ...sums,
      lines: lines.map(toLineView),
      unavailable: [...unavailable],
      my_credit: credit,
      vat_percent: VAT_PERCENT,
      methods,
      ...(buyer.userId !== null && { buyer: buyer.userId }),
    },
  });
};

function toPurchaseRequest(input: {
  purpose: 'plan' | 'gift' | 'title' | 'cart';
  id?: number;
  count: number;
  items?: number[];
}): PurchaseRequest | null {
  if (input.purpose === 'cart') return { purpose: 'cart', items: input.items ?? [] };
  const { purpose, id, count } = input;
  if (id === undefined) return null;
  return purpose === 'gift' ? { purpose, id, count } : { purpose, id };
}

async function listMethods(buyer: Buyer, total: number, credit: number): Promise<Method[]> {
  const gateways = createGateways(buyer).filter((gateway) => getAmountError(total, gateway) === null);
  const { db, now, userId } = buyer;
  const mandate = userId !== null && (await isPayAnythingOn(db, userId)) ? await findMandate(db, userId, now) : null;
  return [
    ...gateways.map(({ id }) => id),
    ...(credit >= total && userId !== null ? (['wallet'] as const) : []),
    ...(mandate !== null && total <= mandate.limitToman ? (['direct_debit'] as const) : []),
  ];
}
