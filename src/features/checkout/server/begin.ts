import { getBrand } from '../../../platform/text/site-brand.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { PAYMENT_MAX_TOMAN, PAYMENT_MIN_TOMAN } from '../../payments/config.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { toRial } from '../../../platform/text/money.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import type { PaymentRow } from '../../payments/server/schema.ts';
import type { PaymentGateway } from '../../payments/server/gateways/port.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { takeBudget, type Charge } from '../../../platform/http/limits/rate-limit.ts';
import type { Buyer, Payer } from '../../payments/server/buyer.ts';
import { buildCallbackUrl } from './callback.ts';
import { findSuccessor } from '../../payments/server/successor.ts';
import { abandon, saveToken } from '../../payments/server/transitions.ts';

/** Poll another request's payment for its bank page: 10 times, 300 ms apart. */
const POLLS = 10;
const POLL_MS = 300;

/** Toman. */
export function getAmountError(total: number, { limits }: PaymentGateway): ErrorCode | null {
  if (total < Math.max(PAYMENT_MIN_TOMAN, limits.min)) return 'amount_too_small';
  return total > Math.min(PAYMENT_MAX_TOMAN, limits.max) ? 'amount_too_large' : null;
}

/** Limited by user and network. `gateway_failed` and `too_many_requests` end the payment: a retry is a new one. */
export async function openBankPage(
  buyer: Buyer,
  gateway: PaymentGateway,
  payment: PaymentRow,
): Promise<Outcome<null, ErrorCode>> {
  const { db, origin, mobile, address = '' } = buyer;
  const charge: Charge = { limit: 'bank_page', subject: `user:${String(payment.userId)}` };
  const budget = await takeBudget({ ...buyer, address }, [charge]);
  if (!budget.ok) {
    await abandon(db, payment.id, 'refuse', null);
    return fail(budget.code, { retryAfter: budget.retryAfter ?? 1 });
  }
  const order = {
    id: payment.id,
    rial: toRial(payment.total),
    callbackUrl: buildCallbackUrl(origin + API_BASE, gateway.id, payment.id),
    mobile,
    description: `${getBrand().name.en} ${payment.id}`,
  };
  // A page that comes after the deadline is dropped: no money moves without a visitor on it.
  const bankPage = await withDeadline(gateway.begin(order), DEADLINES.call, 'bank').catch((cause: unknown) => {
    console.error(`payment ${payment.id}: ${describeError(cause)}`);
    return fail('gateway_unreachable' as const);
  });
  if (!bankPage.ok) {
    await abandon(db, payment.id, 'refuse', bankPage.code);
    return fail('gateway_failed');
  }
  await saveToken(db, payment.id, bankPage.value);
  return ok(null);
}

export async function waitForPage(buyer: Payer, payment: PaymentRow): Promise<PaymentRow> {
  let current = await findSuccessor(buyer, payment);
  for (let poll = 0; poll < POLLS && current.state === 'initiated'; poll += 1) {
    await buyer.wait(POLL_MS);
    current = await findSuccessor(buyer, payment);
  }
  return current;
}
