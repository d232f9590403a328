import { sql } from 'drizzle-orm';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { findCaller } from '../../staff/server/find-operator.ts';

interface Money {
  /** Accounts of the site. */
  users?: readonly (number | null)[];
  paymentId?: string | null;
}

/** Whether the money or days are the caller's own: another member moves them. A machine's key counts as its maker. */
export async function isOwnMoney(context: RequestContext, { users = [], paymentId = null }: Money): Promise<boolean> {
  const userId = await findOwnAccount(context);
  if (userId === null) return false;
  if (users.includes(userId)) return true;
  if (paymentId === null) return false;
  const payments = await context.db.all(sql`SELECT 1 FROM payments WHERE id = ${paymentId} AND user_id = ${userId}`);
  return payments.length > 0;
}

/** The account of the member at the desk, or of a key's maker; null for a token. */
export async function findOwnAccount(context: RequestContext): Promise<number | null> {
  const { operator } = await findCaller(context);
  if (operator?.kind !== 'key') return context.user?.id ?? null;
  const [maker] = await context.db.all<{ user_id: number }>(sql`SELECT m.user_id FROM staff_keys k
    JOIN staff m ON 'person:' || m.name = k.added_by WHERE 'key:' || k.name = ${operator.name}`);
  return maker?.user_id ?? null;
}
