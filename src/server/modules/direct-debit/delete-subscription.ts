import { and, eq } from 'drizzle-orm';
import type { deleteSubscription as call } from '../../../contract/direct-debit.ts';
import { fail, ok } from '../../../domain/outcome.ts';
import { mandates } from '../../db/money-schema.ts';
import { mandateProvider } from '../../gateways/mandate/choose.ts';
import type { Service } from '../../lib/serve.ts';
import { signedIn } from '../payments/signed-in.ts';
import { savedMandates } from './mandates.ts';
import { stopEverything } from './settings.ts';
import { MANDATE_DELETED } from './texts.ts';

/**
 * Revokes a saved bank of one's own (spec 7.17). It is ours no more even where the provider could not be told: nothing
 * is collected by it again. With the last one, everything automatic ends.
 */
export const deleteSubscription: Service<typeof call> = async (context, { id }) => {
  const { db } = context;
  const user = signedIn(context);
  const [row] = await db
    .update(mandates)
    .set({ state: 'cancelled' })
    .where(and(eq(mandates.id, id), eq(mandates.userId, user.id)))
    .returning();
  if (!row) return fail('mandate_unknown');
  const provider = mandateProvider(context);
  if (row.authorizationId !== null && provider?.id === row.provider) {
    const revoked = await provider.revoke(row.authorizationId);
    if (!revoked) console.error(`mandate ${id} at ${row.provider}: not revoked there`);
  }
  const left = await savedMandates(db, user.id);
  if (left.length === 0) await stopEverything(db, user.id);
  return ok(MANDATE_DELETED);
};
