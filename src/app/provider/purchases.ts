import type { Input, Output } from '../../platform/http/calls/call.ts';
import type * as pay from '../../features/checkout/contract.ts';
import type { Payment } from '../../features/payments/contract.ts';
import { sumLines } from '../../features/payments/pricing.ts';
import type { OrderLine } from '../../features/payments/server/order.ts';
import { refuse, type ProviderContext } from './context.ts';
import { prepareSubscription, sendSubscription } from './direct-debit.ts';
import { isBought, isPlanAdded, measureCredit, measureDays } from './confirm-purchase.ts';
import { loadCart } from './entitlement.ts';
import { toPayment } from './payments.ts';
import { priceItems, type Priced } from './quote.ts';
import { release, sendOnce } from './send-once.ts';

type Bought = Output<typeof pay.buyPlan>;
type Terms = Pick<Input<typeof pay.buyTitle>, 'max_total' | 'payment_method'>;

function refuseOtherTerms(
  { lines }: Priced,
  { max_total: maxTotal = Infinity, payment_method: wanted }: Terms,
  method: Payment['method'],
): void {
  if (sumLines(lines).total > maxTotal) refuse('price_changed');
  if (wanted !== undefined && wanted !== method) refuse('gateway_unknown');
}

/** Spec 2.43, 7.16. A bank's page moves no money yet, so a second press may open another one. */
export async function buyPlan(context: ProviderContext, input: Input<typeof pay.buyPlan>): Promise<Bought> {
  const priced = await priceItems(context, { purpose: 'plan', id: input.plan_id });
  refuseOtherTerms(priced, input, 'direct_debit');
  const order = {
    subscription: true,
    payment_id: String(input.plan_id),
    forsubscription: true,
    ...(input.ref !== undefined && { ref: input.ref }),
    ...(input.callback_url !== undefined && { callback_url: input.callback_url }),
  };
  const request = await prepareSubscription(context, order, 'plan');
  const item = `plan ${String(input.plan_id)}`;
  const page: { url: string | null } = { url: null };
  const outcome = await sendOnce(context, {
    item,
    measure: () => measureDays(context),
    isUntouched: () => true, // The days have not grown, or the purchase would be done
    send: async () => {
      page.url = (await sendSubscription(context, request)).pay_url;
      return false;
    },
    isDone: async (before) => page.url === null && isPlanAdded(context, before),
  });
  if (page.url !== null) await release(context, item);
  const payment = await toPayment(context, priced, { payUrl: page.url, method: 'direct_debit', sent: outcome });
  return { data: { pay_url: page.url, payment } };
}

/** Spec 7.20: from the credit, by `force_to_buy`. */
export async function buyTitle(
  context: ProviderContext,
  { id, ref, ...terms }: Input<typeof pay.buyTitle>,
): Promise<Bought> {
  const priced = await priceItems(context, { purpose: 'title', id });
  refuseOtherTerms(priced, terms, 'wallet');
  const [line] = priced.lines;
  const outcome = line ? await buyLine(context, line, ref) : refuse('not_for_sale');
  return { data: { pay_url: null, payment: await toPayment(context, priced, { method: 'wallet', sent: outcome }) } };
}

/** One by one. The first purchase without a known end is the last that is sent; the others stay in the cart. */
export async function buyCart(
  context: ProviderContext,
  { items, ref, ...terms }: Input<typeof pay.buyCart>,
): Promise<Bought> {
  const priced = await priceItems(context, { purpose: 'cart', items });
  if (priced.unavailable.length > 0) refuse('not_for_sale');
  refuseOtherTerms(priced, terms, 'wallet');
  for (const line of priced.lines) {
    const lineOutcome = await buyLine(context, line, ref);
    if (lineOutcome.state === 'done') continue;
    const payment = await toPayment(context, { ...priced, lines: [line] }, { method: 'wallet', sent: lineOutcome });
    return { data: { pay_url: null, payment } };
  }
  const outcome = { state: 'done' } as const;
  return { data: { pay_url: null, payment: await toPayment(context, priced, { method: 'wallet', sent: outcome }) } };
}

function buyLine(context: ProviderContext, line: OrderLine, ref: Input<typeof pay.buyTitle>['ref']) {
  const { kind, itemId, titleId, titleKind, quality } = line;
  const title = { id: titleId ?? 0, type: titleKind as 'movie' };
  const options = { quality: quality ?? '', ...(ref !== undefined && { ref }) };
  const readIsBought = async (forceToBuy: boolean) => {
    const { data } = (await loadCart(context, { ...title, ...options, force_to_buy: forceToBuy }, false)).data;
    return isBought(data, kind === 'download' ? itemId : null);
  };
  return sendOnce(context, {
    item: `${kind} ${String(itemId)}`,
    measure: () => measureCredit(context),
    isUntouched: (now, before) => now >= before,
    send: async (before) => (before < line.total ? refuse('wallet_insufficient') : readIsBought(true)),
    isDone: () => readIsBought(false),
  });
}
