import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { users } from './schema.ts';

/** Whether the account of a mobile is cancelled and not yet erased. */
export async function isCancelled(db: Database, mobile: string): Promise<boolean> {
  const [user] = await db.select({ cancelledAt: users.cancelledAt }).from(users).where(eq(users.mobile, mobile));
  return user?.cancelledAt != null;
}

/** The statement that brings a cancelled account back, for the batch that signs it in. */
export function restoring(db: Database, mobile: string) {
  return db.update(users).set({ cancelledAt: null, eraseAt: null }).where(eq(users.mobile, mobile));
}
