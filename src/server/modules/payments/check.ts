import { sql } from 'drizzle-orm';
import { BANK_WINDOW_SECONDS, CHECK_EVERY_SECONDS, CLAIM_SECONDS } from '../../../config/money.ts';
import type { checkPayment as call } from '../../../contract/payments.ts';
import type { RequestContext } from '../../lib/context.ts';
import type { Service } from '../../lib/serve.ts';
import { getPayment } from './list.ts';
import { paymentById } from './read.ts';
import { bankOf, inquireOne } from './reconcile.ts';
import { signedIn } from './signed-in.ts';

/** Asks the bank about an open payment of the caller's, where nobody has just done so, and answers what it is now. */
export const checkPayment: Service<typeof call> = async (context, { id }) => {
  if (await isDue(context, id)) {
    const payment = await paymentById(context.db, id);
    const bank = payment && bankOf(context, payment);
    if (bank) await inquireOne(context, bank, payment);
  }
  return getPayment(context, { id });
};

/**
 * Whether it is time to ask, and that this caller is the one to do it. What is being verified, begun or collected by
 * direct debit is left to whoever is at it, and what outlived the bank's window to the cron, which ends it.
 */
async function isDue(context: RequestContext, id: string): Promise<boolean> {
  const { db, now } = context;
  const rows = await db.all(sql`UPDATE payments SET checked_at = ${now}
    WHERE id = ${id} AND user_id = ${signedIn(context).id} AND method <> 'direct_debit'
      AND (state = 'pending' OR (state = 'verifying' AND claimed_at <= ${now - CLAIM_SECONDS}))
      AND checked_at <= ${now - CHECK_EVERY_SECONDS} AND created_at > ${now - BANK_WINDOW_SECONDS}
    RETURNING id`);
  return rows.length === 1;
}
