import { sql } from 'drizzle-orm';

/** Of `users`: the row of an erased account stays, and nothing that is written about it would be erased again. */
export const isNotErased = sql`(cancelled_at IS NULL OR erase_at IS NOT NULL)`;
