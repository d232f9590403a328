import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { isoDay } from '../../../platform/text/iso-day.ts';
import type { Database } from '../../../platform/db/client.ts';
import { mandates, type MandateRow } from './schema.ts';

export async function findMandate(db: Database, userId: number, now: number): Promise<MandateRow | null> {
  const chosen = sql`${mandates.bank} = (SELECT s.bank FROM direct_debit_settings s WHERE s.user_id = ${userId})`;
  const [row] = await db
    .select()
    .from(mandates)
    .where(and(eq(mandates.userId, userId), eq(mandates.state, 'active'), gte(mandates.endsOn, isoDay(now))))
    .orderBy(sql`coalesce(${chosen}, 0) DESC`, desc(mandates.createdAt))
    .limit(1);
  return row ?? null;
}

export async function listMandates(db: Database, userId: number): Promise<MandateRow[]> {
  return db
    .select()
    .from(mandates)
    .where(and(eq(mandates.userId, userId), sql`${mandates.state} IN ('active', 'pending')`))
    .orderBy(desc(mandates.createdAt));
}
