import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { users } from './schema.ts';

export async function isCancelled(db: Database, mobile: string): Promise<boolean> {
  const [user] = await db.select({ cancelledAt: users.cancelledAt }).from(users).where(eq(users.mobile, mobile));
  return user?.cancelledAt != null;
}

export function buildRestore(db: Database, mobile: string) {
  return db.update(users).set({ cancelledAt: null, eraseAt: null }).where(eq(users.mobile, mobile));
}
