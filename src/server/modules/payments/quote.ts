import { VAT_PERCENT } from '../../../config/constants.ts';
import type { getQuote as call } from '../../../contract/payments.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import type { Method } from '../../../domain/payment-kinds.ts';
import { sumLines } from '../../../domain/pricing.ts';
import { paymentGateways } from '../../gateways/payment/choose.ts';
import type { Service } from '../../lib/serve.ts';
import { mandateFor } from '../direct-debit/mandates.ts';
import { paysAnything } from '../direct-debit/settings.ts';
import { walletBalance } from '../wallet/balance.ts';
import { amountProblem } from './begin.ts';
import type { Buyer } from './buyer.ts';
import type { Wish } from './order.ts';
import { resolveOrder } from './resolve-order.ts';
import { buyerOf } from './signed-in.ts';
import { lineView } from './view.ts';

/** What a checkout shows before anything is bought: lines, sums, and the ways in which this caller can pay. */
export const getQuote: Service<typeof call> = async (context, input) => {
  const buyer = buyerOf(context);
  const wish = wishOf(input);
  if (!wish) return fail('invalid_input', { fields: { id: 'invalid_input' } });
  const order = await resolveOrder(buyer, wish, input.discount_code);
  if (!order.ok) return order;
  const { lines, unavailable = [] } = order.value;
  const sums = sumLines(lines);
  const credit = buyer.userId === null ? 0 : await walletBalance(context.db, buyer.userId);
  const methods = await methodsFor(buyer, sums.total, credit);
  return ok({
    data: {
      ...sums,
      lines: lines.map(lineView),
      unavailable: [...unavailable],
      my_credit: credit,
      vat_percent: VAT_PERCENT,
      methods,
    },
  });
};

function wishOf(input: { purpose: 'plan' | 'title' | 'cart'; id?: number; items?: number[] }): Wish | null {
  if (input.purpose === 'cart') return { purpose: 'cart', items: input.items ?? [] };
  return input.id === undefined ? null : { purpose: input.purpose, id: input.id };
}

async function methodsFor(buyer: Buyer, total: number, credit: number): Promise<Method[]> {
  const gateways = paymentGateways(buyer).filter((gateway) => amountProblem(total, gateway) === null);
  const { db, now, userId } = buyer;
  const mandate = userId !== null && (await paysAnything(db, userId)) ? await mandateFor(db, userId, now) : null;
  return [
    ...gateways.map(({ id }) => id),
    ...(credit >= total && userId !== null ? (['wallet'] as const) : []),
    ...(mandate !== null && total <= mandate.limitToman ? (['direct_debit'] as const) : []),
  ];
}
