import { fail, ok } from '../../../platform/outcome.ts';
import type { PaymentState } from '../../payments/payment-state.ts';
import { sumLines } from '../../payments/pricing.ts';
import { defaultGateway, findGateway } from '../../payments/server/gateways/choose.ts';
import type { PaymentRow } from '../../payments/server/schema.ts';
import { isRefusedBy } from '../../../platform/http/d1-errors.ts';
import { collectNow } from '../../direct-debit/server/collect-now.ts';
import { amountProblem, openBankPage, waitForPage } from './begin.ts';
import type { Payer } from '../../payments/server/buyer.ts';
import { createPayment } from '../../payments/server/create.ts';
import type { NewPayment } from '../../payments/server/order.ts';
import type { Paid, PayInput } from '../../payments/server/pay-input.ts';
import { readLines } from '../../payments/server/read.ts';
import { paymentView } from '../../payments/server/view.ts';

/** Without having been paid, as far as is known. */
const ENDED = new Set<PaymentState>(['failed', 'cancelled', 'expired']);

/**
 * Pays an order: from the wallet at once, by direct debit, or at a bank's page, whose address comes back. The same
 * order clicked again, by whatever method, comes back to the same payment or takes its place (find-duplicate.ts).
 */
export async function pay(buyer: Payer, input: PayInput): Promise<Paid> {
  if (input.method === 'direct_debit') return collectNow(buyer, input);
  // What costs nothing needs no bank.
  const free = sumLines(input.order.lines).total === 0;
  if ((input.method === 'wallet' || free) && input.order.purpose !== 'wallet') return payFromWallet(buyer, input);
  return payAtGateway(buyer, input);
}

async function payFromWallet(buyer: Payer, input: PayInput): Promise<Paid> {
  try {
    const created = await createPayment(buyer.db, newPayment(buyer, input, 'wallet'));
    return created ? await toResult(buyer, created.payment) : discountExhausted();
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'already_owned')) return fail('already_owned');
    throw error;
  }
}

async function payAtGateway(buyer: Payer, input: PayInput): Promise<Paid> {
  const gateway = findGateway(buyer, input.method);
  if (!gateway) {
    const code = defaultGateway(buyer.env) === null ? 'gateway_none' : 'gateway_unknown';
    return fail(code, { fields: { payment_method: code } });
  }
  const problem = amountProblem(sumLines(input.order.lines).total, gateway);
  if (problem) return fail(problem, { fields: { amount: problem } });
  const request = newPayment(buyer, input, gateway.id);
  const first = await createPayment(buyer.db, request);
  // The earlier payment may have ended a moment later; then this click is a purchase of its own.
  const created =
    first && !first.isNew && ENDED.has(first.payment.state) ? await createPayment(buyer.db, request) : first;
  if (!created) return discountExhausted();
  if (created.isNew) {
    const page = await openBankPage(buyer, gateway, created.payment);
    if (!page.ok) return page;
  }
  return toResult(buyer, created.payment);
}

function newPayment(buyer: Payer, input: PayInput, method: NewPayment['method']): NewPayment {
  const { order, discountCode, returnPath, content } = input;
  return {
    userId: buyer.userId,
    order,
    method,
    discountCode,
    ref: buyer.ref,
    returnPath,
    content,
    now: buyer.now,
  };
}

/**
 * What a click leads to: the bank's page, or the payment where nobody has to go to one (settled, being verified or
 * collected). `payment_in_progress`: another request is still opening the page.
 */
async function toResult(buyer: Payer, payment: PaymentRow): Promise<Paid> {
  const current = await waitForPage(buyer, payment);
  const isCollected = current.method === 'direct_debit';
  if (current.state === 'failed' && !isCollected) return fail('gateway_failed');
  const lines = await readLines(buyer.db, [current.id]);
  const view = paymentView(current, lines.get(current.id) ?? [], buyer.now);
  const needsPage = !isCollected && current.state !== 'settled' && current.state !== 'verifying';
  if (needsPage && view.pay_url === null) return fail('payment_in_progress', { retryAfter: 3 });
  return ok({ pay_url: view.pay_url, payment: view });
}

/** The one reason why no payment was made and none was there before: the code's last use went to somebody else. */
function discountExhausted(): Paid {
  return fail('discount_invalid', { fields: { discount_code: 'discount_invalid' } });
}
