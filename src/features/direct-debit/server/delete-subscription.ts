import { eq, sql } from 'drizzle-orm';
import type { deleteSubscription as call } from '../contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { batch } from '../../../platform/db/batch.ts';
import { mandates } from './schema.ts';
import type { Service } from '../../../platform/http/calls/serve.ts';
import { requireUser } from '../../accounts/server/require-user.ts';
import { endMandates, revokeNow } from './revocations.ts';
import { MANDATE_DELETED } from './texts.ts';

/** Spec 7.17. Collection ends at once; the cron repeats the revocation at the provider. */
export const deleteSubscription: Service<typeof call> = async (context, { id }) => {
  const { db, now } = context;
  const user = requireUser(context);
  const [, rows = []] = await batch(db, endMandates(user.id, sql`m.id = ${id}`, now));
  if (rows.length === 0) return fail('mandate_unknown');
  const [row] = await db.select().from(mandates).where(eq(mandates.id, id));
  if (row?.authorizationId != null) await revokeNow(context, row.authorizationId);
  return ok(MANDATE_DELETED);
};
