import { sql } from 'drizzle-orm';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { BANK_WINDOW_SECONDS, CHECK_EVERY_SECONDS, CLAIM_SECONDS } from '../../payments/config.ts';
import type { checkPayment as call } from '../contract.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { getPayment } from '../../payments/server/list.ts';
import { findPayment } from '../../payments/server/read.ts';
import type { BankContext } from '../../payments/server/gateways/choose.ts';
import { findInquirer, inquireOne } from './reconcile.ts';
import { requireUser } from '../../accounts/server/require-user.ts';

export const checkPayment: Service<typeof call> = async (context, { id }) => {
  const { db, now, defer } = context;
  if (await isDue({ db, now }, requireUser(context).id, id)) {
    const payment = await findPayment(db, id);
    const bank = payment && findInquirer(context, payment);
    if (bank) await waitBriefly(defer, inquireOne(context, bank, payment));
  }
  return getPayment(context, { id });
};

/** A verdict after the deadline settles in the background or by the cron. */
async function waitBriefly(defer: RequestContext['defer'], inquiry: Promise<unknown>): Promise<void> {
  defer(inquiry);
  try {
    await withDeadline(inquiry, DEADLINES.call, 'bank');
  } catch (cause) {
    console.error(`check of a payment: ${describeError(cause)}`);
  }
}

/** Leaves claimed payments to their worker and expired ones to the cron. */
async function isDue({ db, now }: Pick<BankContext, 'db' | 'now'>, userId: number, id: string): Promise<boolean> {
  const rows = await db.all(sql`UPDATE payments SET checked_at = ${now}
    WHERE id = ${id} AND user_id = ${userId} AND method <> 'direct_debit'
      AND (state = 'pending' OR (state = 'verifying' AND claimed_at <= ${now - CLAIM_SECONDS}))
      AND checked_at <= ${now - CHECK_EVERY_SECONDS} AND created_at > ${now - BANK_WINDOW_SECONDS}
    RETURNING id`);
  return rows.length === 1;
}
