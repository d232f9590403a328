import { sql } from 'drizzle-orm';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { BANK_WINDOW_SECONDS, CHECK_EVERY_SECONDS, CLAIM_SECONDS } from '../../payments/config.ts';
import type { checkPayment as call } from '../../payments/contract.ts';
import { withDeadline } from '../../../platform/http/deadline.ts';
import { describeError } from '../../../platform/http/describe-error.ts';
import type { RequestContext } from '../../../platform/http/context.ts';
import type { Service } from '../../../platform/http/serve.ts';
import { getPayment } from '../../payments/server/list.ts';
import { paymentById } from '../../payments/server/read.ts';
import { findInquirer, inquireOne } from './reconcile.ts';
import { requireUser } from '../../accounts/server/require-user.ts';

/** Asks the bank about an open payment of the caller's, where nobody has just done so, and answers what it is now. */
export const checkPayment: Service<typeof call> = async (context, { id }) => {
  if (await isDue(context, id)) {
    const payment = await paymentById(context.db, id);
    const bank = payment && findInquirer(context, payment);
    if (bank) await waitBriefly(context, inquireOne(context, bank, payment));
  }
  return getPayment(context, { id });
};

/** Waits for a bank as long as a call may take; what it says later is settled behind the answer, or by the cron. */
async function waitBriefly(context: RequestContext, inquiry: Promise<unknown>): Promise<void> {
  context.defer(inquiry);
  try {
    await withDeadline(inquiry, DEADLINES.call, 'bank');
  } catch (cause) {
    console.error(`check of a payment: ${describeError(cause)}`);
  }
}

/**
 * Whether it is time to ask, and that this caller is the one to do it. What is being verified, begun or collected by
 * direct debit is left to whoever is at it, and what outlived the bank's window to the cron, which ends it.
 */
async function isDue(context: RequestContext, id: string): Promise<boolean> {
  const { db, now } = context;
  const rows = await db.all(sql`UPDATE payments SET checked_at = ${now}
    WHERE id = ${id} AND user_id = ${requireUser(context).id} AND method <> 'direct_debit'
      AND (state = 'pending' OR (state = 'verifying' AND claimed_at <= ${now - CLAIM_SECONDS}))
      AND checked_at <= ${now - CHECK_EVERY_SECONDS} AND created_at > ${now - BANK_WINDOW_SECONDS}
    RETURNING id`);
  return rows.length === 1;
}
