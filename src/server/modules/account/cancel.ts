import { eq, sql } from 'drizzle-orm';
import { ERASE_AFTER_MONTHS } from '../../../config/constants.ts';
import type { cancelAccount as call } from '../../../contract/account.ts';
import { addMonths } from '../../../domain/months.ts';
import { ok } from '../../../domain/outcome.ts';
import { batch } from '../../db/batch.ts';
import type { Database } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import type { Service } from '../../lib/serve.ts';
import { deleteSubscription } from '../direct-debit/delete-subscription.ts';
import { savedMandates } from '../direct-debit/mandates.ts';
import { signedIn } from '../payments/signed-in.ts';

/**
 * Cancels the caller's account (spec 8.16): signed out everywhere and of no use from this moment, erased after 10
 * months. Nothing is collected from their bank again. Answers the day of erasing in epoch seconds.
 */
export const cancelAccount: Service<typeof call> = async (context) => {
  const { db, now } = context;
  const { id } = signedIn(context);
  const eraseAt = addMonths(now, ERASE_AFTER_MONTHS);
  await batch(db, [
    sql`UPDATE users SET cancelled_at = ${now}, erase_at = ${eraseAt} WHERE id = ${id} AND cancelled_at IS NULL`,
    sql`DELETE FROM sessions WHERE user_id = ${id}`,
    sql`UPDATE direct_debit_settings SET subscription = 0, pay_anything = 0 WHERE user_id = ${id}`,
    sql`DELETE FROM direct_debit_series WHERE user_id = ${id}`,
  ]);
  for (const mandate of await savedMandates(db, id)) {
    // The account is cancelled whatever the bank's provider says.
    await deleteSubscription(context, { id: mandate.id }).catch((error: unknown) => {
      console.error(`mandate ${mandate.id} of a cancelled account:`, error);
    });
  }
  return ok({ data: { erase_at: eraseAt } });
};

/** Whether the account of a mobile is cancelled and not yet erased. */
export async function isCancelled(db: Database, mobile: string): Promise<boolean> {
  const [user] = await db.select({ cancelledAt: users.cancelledAt }).from(users).where(eq(users.mobile, mobile));
  return user?.cancelledAt != null;
}

/** The statement that brings a cancelled account back, for the batch that signs it in. */
export function restoring(db: Database, mobile: string) {
  return db.update(users).set({ cancelledAt: null, eraseAt: null }).where(eq(users.mobile, mobile));
}
