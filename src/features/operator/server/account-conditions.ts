import { sql, type SQL } from 'drizzle-orm';

/** Of `users`: the row of an erased account stays, and nothing that is written about it would be erased again. */
export const isNotErased = sql`(cancelled_at IS NULL OR erase_at IS NOT NULL)`;

/** Whether an account has a place among the staff, which ends before acts against the account. */
export const isMember = (userId: SQL | number): SQL =>
  sql`EXISTS (SELECT 1 FROM staff m WHERE m.user_id = ${userId} AND m.ended_at IS NULL)`;
