import { fail, ok } from '../../../platform/outcome.ts';
import { sumLines } from '../../payments/pricing.ts';
import { findSuccessor } from '../../payments/server/successor.ts';
import type { Buyer } from '../../payments/server/buyer.ts';
import { createPayment } from '../../payments/server/create.ts';
import type { PayOutcome, PayInput } from '../../payments/server/pay-input.ts';
import { readLines } from '../../payments/server/read.ts';
import { abandon } from '../../payments/server/transitions.ts';
import { toPaymentView } from '../../payments/server/view.ts';
import { approveMandates } from './approval.ts';
import { findMandate } from './mandates.ts';
import { isPayAnythingOn } from './settings.ts';
import { withdraw } from './withdraw.ts';

/** `explicit`: chosen for this payment, so pay-anything may be off. Fails without a bank, above cap or count. */
export async function collectNow(
  buyer: Buyer & { userId: number },
  input: PayInput,
  isExplicit = false,
): Promise<PayOutcome> {
  const { db, userId, now } = buyer;
  const mandate = await findMandate(db, userId, now);
  if (!mandate || (!isExplicit && !(await isPayAnythingOn(db, userId)))) return fail('mandate_needed');
  const { total } = sumLines(input.order.lines);
  if (total > mandate.limitToman) return fail('mandate_limit');
  const approved = total === 0 ? ok(null) : await approveMandates(db, userId, buyer.steppedUp === true, now);
  if (!approved.ok) return approved;
  const created = await createPayment(db, {
    userId,
    order: input.order,
    method: total === 0 ? 'wallet' : 'direct_debit',
    discountCode: input.discountCode,
    ref: buyer.ref,
    returnPath: input.returnPath,
    content: input.content,
    key: input.key ?? null,
    now,
  });
  if (!created) return fail('discount_invalid', { fields: { discount_code: 'discount_invalid' } });
  const { payment } = created;
  if (created.isNew && total > 0 && !(await withdraw(buyer, mandate, payment, `payment:${payment.id}`))) {
    await abandon(db, payment.id, 'refuse', 'gateway_refused');
    return fail('mandate_used_up');
  }
  const row = await findSuccessor(buyer, payment);
  const lines = await readLines(db, [row.id]);
  return ok({ pay_url: null, payment: toPaymentView(row, lines.get(row.id) ?? [], now) });
}
