import { setTimeout as wait } from 'node:timers/promises';
import { PAYMENT_MAX_TOMAN, PAYMENT_MIN_TOMAN } from '../../../config/money.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { toRial } from '../../../domain/money.ts';
import { fail, ok, type Outcome } from '../../../domain/outcome.ts';
import type { Database } from '../../db/client.ts';
import type { PaymentRow } from '../../db/money-schema.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import { API_BASE } from '../../lib/api-base.ts';
import type { Buyer } from './buyer.ts';
import { returnAddress } from './callback.ts';
import { paymentById } from './read.ts';
import { abandon, saveToken } from './transitions.ts';

/** A second click waits for the first one's bank page: this often, this long. */
const LOOKS = 10;
const LOOK_MS = 300;

/** Whether an amount can be paid at a gateway; in toman. */
export function amountProblem(total: number, { limits }: PaymentGateway): ErrorCode | null {
  if (total < Math.max(PAYMENT_MIN_TOMAN, limits.min)) return 'amount_too_small';
  return total > Math.min(PAYMENT_MAX_TOMAN, limits.max) ? 'amount_too_large' : null;
}

/** Asks a gateway for its page and keeps it; `gateway_failed` ends the payment, so that another try is a new one. */
export async function openBankPage(
  { db, origin, mobile }: Buyer,
  gateway: PaymentGateway,
  payment: PaymentRow,
): Promise<Outcome<string, ErrorCode>> {
  const begun = await gateway.begin({
    id: payment.id,
    rial: toRial(payment.total),
    callbackUrl: returnAddress(origin + API_BASE, gateway.id, payment.id),
    mobile,
    description: `Pardeh ${payment.id}`,
  });
  if (!begun.ok) {
    await abandon(db, payment.id, 'refuse', begun.code);
    return fail('gateway_failed');
  }
  await saveToken(db, payment.id, begun.value);
  return ok(begun.value.payUrl);
}

/** The bank page of a payment that another click has begun; `payment_in_progress` where that takes too long. */
export async function pageOfOther(db: Database, first: PaymentRow): Promise<Outcome<string, ErrorCode>> {
  let payment: PaymentRow | undefined = first;
  for (let look = 0; look < LOOKS && payment?.state === 'initiated'; look += 1) {
    await wait(LOOK_MS);
    payment = await paymentById(db, first.id);
  }
  if (payment?.state === 'failed') return fail('gateway_failed');
  const payUrl = payment?.state === 'pending' ? payment.payUrl : null;
  return payUrl === null ? fail('payment_in_progress', { retryAfter: 3 }) : ok(payUrl);
}
