import { fail, ok } from '../../../domain/outcome.ts';
import { sumLines } from '../../../domain/pricing.ts';
import type { Buyer } from '../payments/buyer.ts';
import { createPayment } from '../payments/create.ts';
import type { Paid, PayInput } from '../payments/pay-input.ts';
import { linesOf, paymentById } from '../payments/read.ts';
import { paymentView } from '../payments/view.ts';
import { mandateFor } from './mandates.ts';
import { paysAnything } from './settings.ts';
import { withdraw } from './withdraw.ts';

/**
 * Pays an order by direct debit, at once where the bank answers at once. `explicit`: the visitor asked for this very
 * payment, so that the pay-anything setting need not be on. Failures: no bank saved, or more than the cap agreed to.
 */
export async function collectNow(buyer: Buyer & { userId: number }, input: PayInput, explicit = false): Promise<Paid> {
  const { db, userId, now } = buyer;
  const mandate = await mandateFor(db, userId, now);
  if (!mandate || (!explicit && !(await paysAnything(db, userId)))) return fail('mandate_needed');
  const { total } = sumLines(input.order.lines);
  if (total > mandate.limitToman) return fail('mandate_limit');
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
  if (created.isNew && total > 0) await withdraw(buyer, mandate, payment, `payment:${payment.id}`);
  const [row, lines] = await Promise.all([paymentById(db, payment.id), linesOf(db, [payment.id])]);
  return ok({ pay_url: null, payment: paymentView(row ?? payment, lines.get(payment.id) ?? [], now) });
}
