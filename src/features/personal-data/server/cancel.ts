import { sql, type SQL } from 'drizzle-orm';
import { ERASE_AFTER_MONTHS } from '../../../platform/config/constants.ts';
import type { cancelAccount as call } from '../contract.ts';
import { addMonths } from '../../../platform/text/months.ts';
import { ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { listMandates } from '../../direct-debit/server/mandates.ts';
import { requireStepUp } from '../../accounts/server/is-stepped-up.ts';
import { queueRevocations, revokeNow } from '../../direct-debit/server/revocations.ts';
import { requireUser } from '../../accounts/server/require-user.ts';

/** Of one batch. Epoch seconds. */
export const cancelStatements = (id: number, now: number, eraseAt: number): SQL[] => [
  sql`UPDATE users SET cancelled_at = ${now}, erase_at = ${eraseAt} WHERE id = ${id} AND cancelled_at IS NULL`,
  sql`DELETE FROM sessions WHERE user_id = ${id}`,
  sql`UPDATE direct_debit_settings SET subscription = 0, pay_anything = 0 WHERE user_id = ${id}`,
  sql`DELETE FROM direct_debit_series WHERE user_id = ${id}`,
  queueRevocations(sql`m.user_id = ${id} AND m.state IN ('active', 'pending')`, now),
  sql`UPDATE mandates SET state = 'cancelled' WHERE user_id = ${id} AND state IN ('active', 'pending')`,
];

/** Before the day of erasing alone; the consents of banks stay revoked. Returns a row where it did. */
export const restoreStatement = (id: number, now: number): SQL =>
  sql`UPDATE users SET cancelled_at = NULL, erase_at = NULL WHERE id = ${id} AND erase_at > ${now} RETURNING id`;

/** Spec 8.16: signed out now, erased after 10 months, bank revoked. Answers the day of erasing in epoch seconds. */
export const cancelAccount: Service<typeof call> = async (context) => {
  const { db, now } = context;
  const { id } = requireUser(context);
  const confirmed = requireStepUp(context);
  if (!confirmed.ok) return confirmed;
  const eraseAt = addMonths(now, ERASE_AFTER_MONTHS);
  const saved = await listMandates(db, id);
  await batch(db, cancelStatements(id, now, eraseAt));
  for (const { id: mandate, authorizationId } of saved) {
    if (authorizationId === null) continue;
    await revokeNow(context, authorizationId).catch((error: unknown) => {
      console.error(`mandate ${mandate} of a cancelled account:`, error);
    });
  }
  return ok({ data: { erase_at: eraseAt } });
};
