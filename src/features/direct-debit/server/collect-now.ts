import { fail, ok } from '../../../platform/outcome.ts';
import { sumLines } from '../../payments/pricing.ts';
import { findSuccessor } from '../../payments/server/successor.ts';
import type { Buyer } from '../../payments/server/buyer.ts';
import { createPayment } from '../../payments/server/create.ts';
import type { Paid, PayInput } from '../../payments/server/pay-input.ts';
import { readLines } from '../../payments/server/read.ts';
import { abandon } from '../../payments/server/transitions.ts';
import { paymentView } from '../../payments/server/view.ts';
import { approveMandates } from './approval.ts';
import { mandateFor } from './mandates.ts';
import { paysAnything } from './settings.ts';
import { withdraw } from './withdraw.ts';

/**
 * Pays an order by direct debit, at once where the bank answers at once. `explicit`: the visitor asked for this very
 * payment, so that the pay-anything setting need not be on. Failures: no bank saved, more than the cap agreed to,
 * or as many withdrawals in a month as were agreed to.
 */
export async function collectNow(buyer: Buyer & { userId: number }, input: PayInput, explicit = false): Promise<Paid> {
  const { db, userId, now } = buyer;
  const mandate = await mandateFor(db, userId, now);
  if (!mandate || (!explicit && !(await paysAnything(db, userId)))) return fail('mandate_needed');
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
  return ok({ pay_url: null, payment: paymentView(row, lines.get(row.id) ?? [], now) });
}
