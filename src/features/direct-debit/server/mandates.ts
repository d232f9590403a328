import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { isoDay } from '../../../platform/text/iso-day.ts';
import type { Database } from '../../../platform/db/client.ts';
import { mandates, type MandateRow } from './schema.ts';

/** The mandate a user's payments are collected by: of the bank they chose where there is one, else the newest. */
export async function mandateFor(db: Database, userId: number, now: number): Promise<MandateRow | null> {
  const chosen = sql`${mandates.bank} = (SELECT s.bank FROM direct_debit_settings s WHERE s.user_id = ${userId})`;
  const [row] = await db
    .select()
    .from(mandates)
    .where(and(eq(mandates.userId, userId), eq(mandates.state, 'active'), gte(mandates.endsOn, isoDay(now))))
    .orderBy(sql`coalesce(${chosen}, 0) DESC`, desc(mandates.createdAt))
    .limit(1);
  return row ?? null;
}

/** Everything a user has agreed to or is about to, newest first; what was revoked or refused is not shown. */
export async function savedMandates(db: Database, userId: number): Promise<MandateRow[]> {
  return db
    .select()
    .from(mandates)
    .where(and(eq(mandates.userId, userId), sql`${mandates.state} IN ('active', 'pending')`))
    .orderBy(desc(mandates.createdAt));
}
