import { fail, ok } from '../../../platform/outcome.ts';
import type { PaymentState } from '../../payments/payment-state.ts';
import { sumLines } from '../../payments/pricing.ts';
import { getDefaultGateway, findGateway } from '../../payments/server/gateways/choose.ts';
import type { PaymentRow } from '../../payments/server/schema.ts';
import { isRefusedBy } from '../../../platform/http/faults/d1-errors.ts';
import { collectNow } from '../../direct-debit/server/collect-now.ts';
import { getAmountError, openBankPage, waitForPage } from './begin.ts';
import type { Payer } from '../../payments/server/buyer.ts';
import { createPayment } from '../../payments/server/create.ts';
import type { NewPayment } from '../../payments/server/order.ts';
import type { PayInput, PayOutcome } from '../../payments/server/pay-input.ts';
import { readLines } from '../../payments/server/read.ts';
import { toPaymentView } from '../../payments/server/view.ts';

const ENDED = new Set<PaymentState>(['failed', 'cancelled', 'expired']);

/** Pays from the wallet, by direct debit or at a bank. A repeated click finds the same payment (find-duplicate.ts). */
export async function pay(buyer: Payer, input: PayInput): Promise<PayOutcome> {
  try {
    return await payByMethod(buyer, input);
  } catch (error) {
    if (isRefusedBy(error, 'purchase_key_used')) return fail('idempotency_key_used');
    if (isRefusedBy(error, 'screening_full')) return fail('screening_full');
    throw error;
  }
}

async function payByMethod(buyer: Payer, input: PayInput): Promise<PayOutcome> {
  if (input.method === 'direct_debit') return collectNow(buyer, input);
  const isFree = sumLines(input.order.lines).total === 0;
  if ((input.method === 'wallet' || isFree) && input.order.purpose !== 'wallet') return payFromWallet(buyer, input);
  return payAtGateway(buyer, input);
}

async function payFromWallet(buyer: Payer, input: PayInput): Promise<PayOutcome> {
  try {
    const created = await createPayment(buyer.db, toNewPayment(buyer, input, 'wallet'));
    return created ? await toResult(buyer, created.payment) : failDiscountExhausted();
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'already_owned')) return fail('already_owned');
    throw error;
  }
}

async function payAtGateway(buyer: Payer, input: PayInput): Promise<PayOutcome> {
  const gateway = findGateway(buyer, input.method);
  if (!gateway) {
    const code = getDefaultGateway(buyer.env) === null ? 'gateway_none' : 'gateway_unknown';
    return fail(code, { fields: { payment_method: code } });
  }
  const amountError = getAmountError(sumLines(input.order.lines).total, gateway);
  if (amountError) return fail(amountError, { fields: { amount: amountError } });
  const request = toNewPayment(buyer, input, gateway.id);
  const first = await createPayment(buyer.db, request);
  // The duplicate may have ended a moment later; then this click is a purchase of its own.
  const created =
    first && !first.isNew && ENDED.has(first.payment.state) ? await createPayment(buyer.db, request) : first;
  if (!created) return failDiscountExhausted();
  if (created.isNew) {
    const page = await openBankPage(buyer, gateway, created.payment);
    if (!page.ok) return page;
  }
  return toResult(buyer, created.payment);
}

function toNewPayment(buyer: Payer, input: PayInput, method: NewPayment['method']): NewPayment {
  const { order, discountCode, returnPath, content, key = null } = input;
  return {
    userId: buyer.userId,
    order,
    method,
    discountCode,
    ref: buyer.ref,
    returnPath,
    content,
    key,
    now: buyer.now,
  };
}

/** `payment_in_progress`: another request is still opening the page. */
async function toResult(buyer: Payer, payment: PaymentRow): Promise<PayOutcome> {
  const current = await waitForPage(buyer, payment);
  const isCollected = current.method === 'direct_debit';
  // Without a problem the bank was not asked: the visitor or the network had no page left (openBankPage).
  if (current.state === 'failed' && !isCollected)
    return current.problem === null ? fail('too_many_requests', { retryAfter: 3 }) : fail('gateway_failed');
  const lines = await readLines(buyer.db, [current.id]);
  const view = toPaymentView(current, lines.get(current.id) ?? [], buyer.now);
  const needsPage = !isCollected && current.state !== 'settled' && current.state !== 'verifying';
  if (needsPage && view.pay_url === null) return fail('payment_in_progress', { retryAfter: 3 });
  return ok({ pay_url: view.pay_url, payment: view });
}

/** The only case without a new payment or a duplicate: another user took the code's last use. */
function failDiscountExhausted(): PayOutcome {
  return fail('discount_invalid', { fields: { discount_code: 'discount_invalid' } });
}
