import { fail, ok } from '../../../domain/outcome.ts';
import type { PaymentState } from '../../../domain/payment-state.ts';
import { sumLines } from '../../../domain/pricing.ts';
import { findGateway } from '../../gateways/payment/choose.ts';
import { isRefusedBy } from '../../lib/d1-errors.ts';
import { collectNow } from '../direct-debit/collect-now.ts';
import { amountProblem, openBankPage, pageOfOther } from './begin.ts';
import type { Buyer } from './buyer.ts';
import { createPayment, type Created, type NewPayment } from './create.ts';
import type { Paid, PayInput } from './pay-input.ts';
import { linesOf, paymentById } from './read.ts';
import { paymentView } from './view.ts';

/** Without having been paid, as far as is known. */
const ENDED = new Set<PaymentState>(['failed', 'cancelled', 'expired']);

/**
 * Pays an order: from the wallet at once, by direct debit, or at a bank's page, whose address comes back. The same
 * order clicked again comes back to the same payment.
 */
export async function pay(buyer: Buyer & { userId: number }, input: PayInput): Promise<Paid> {
  if (input.method === 'direct_debit') return collectNow(buyer, input);
  // What costs nothing needs no bank.
  const free = sumLines(input.order.lines).total === 0;
  if ((input.method === 'wallet' || free) && input.order.purpose !== 'wallet') return fromWallet(buyer, input);
  return atBank(buyer, input);
}

async function fromWallet(buyer: Buyer & { userId: number }, input: PayInput): Promise<Paid> {
  try {
    const created = await createPayment(buyer.db, newPayment(buyer, input, 'wallet'));
    return created ? await answer(buyer, created, null) : usedUp();
  } catch (error) {
    if (isRefusedBy(error, 'wallet_below_zero')) return fail('wallet_insufficient');
    if (isRefusedBy(error, 'already_owned')) return fail('already_owned');
    throw error;
  }
}

async function atBank(buyer: Buyer & { userId: number }, input: PayInput): Promise<Paid> {
  const gateway = findGateway(buyer, input.method);
  if (!gateway) return fail('gateway_unknown', { fields: { payment_method: 'gateway_unknown' } });
  const problem = amountProblem(sumLines(input.order.lines).total, gateway);
  if (problem) return fail(problem, { fields: { amount: problem } });
  const wish = newPayment(buyer, input, gateway.id);
  const first = await createPayment(buyer.db, wish);
  // What stood in the way may have ended a moment later; then this is a wish of its own.
  const created = first && !first.isNew && ENDED.has(first.payment.state) ? await createPayment(buyer.db, wish) : first;
  if (!created) return usedUp();
  const { payment, isNew } = created;
  const page = isNew ? await openBankPage(buyer, gateway, payment) : await pageOfOther(buyer.db, payment);
  return page.ok ? answer(buyer, created, page.value) : page;
}

function newPayment(buyer: Buyer & { userId: number }, input: PayInput, method: NewPayment['method']): NewPayment {
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

async function answer({ db, now }: Buyer, { payment }: NonNullable<Created>, payUrl: string | null): Promise<Paid> {
  const [row, lines] = await Promise.all([paymentById(db, payment.id), linesOf(db, [payment.id])]);
  return ok({ pay_url: payUrl, payment: paymentView(row ?? payment, lines.get(payment.id) ?? [], now) });
}

/** The one reason why nothing was made and nothing is there: the code's last use went to somebody else. */
function usedUp(): Paid {
  return fail('discount_invalid', { fields: { discount_code: 'discount_invalid' } });
}
