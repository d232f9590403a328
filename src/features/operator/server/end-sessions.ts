import { sql, type SQL } from 'drizzle-orm';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { mayGive } from '../../staff/server/find-operator.ts';
import { isMember } from './account-conditions.ts';
import { findOwnAccount } from './own-money.ts';

/** Of one batch, after which `revokeUserAssertions` ends what the sessions had signed (decision 112). */
export const endSessions = (id: number, condition: SQL): SQL =>
  sql`DELETE FROM sessions WHERE user_id = ${id} AND ${condition} RETURNING user_id`;

/** SQL: 1 if the caller may sign the account out. That closes a member's desk, so only who manages the staff does it
 * to another member. */
export async function selectMaySignOut(context: RequestContext, id: number): Promise<SQL> {
  const mayEnd = (await mayGive(context, ['staff.write'])) || (await findOwnAccount(context)) === id;
  return mayEnd ? sql`1` : sql`NOT ${isMember(id)}`;
}
