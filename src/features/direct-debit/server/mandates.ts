import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { isoDay } from '../../../platform/text/iso-day.ts';
import type { Database } from '../../../platform/db/client.ts';
import { readRows, reusable } from '../../../platform/db/reusable.ts';
import { mandates, type MandateRow } from './schema.ts';

const mandateQueries = reusable((db, { userId, today }: { userId: number; today: string }) => {
  const chosen = sql`${mandates.bank} = (SELECT s.bank FROM direct_debit_settings s WHERE s.user_id = ${userId})`;
  // A state as a value would have SQLite compile the statement each time, for the index of one state.
  const isGood = and(eq(mandates.userId, userId), sql`${mandates.state} = 'active'`, gte(mandates.endsOn, today));
  const order = [sql`coalesce(${chosen}, 0) DESC`, desc(mandates.createdAt)];
  return [
    db
      .select()
      .from(mandates)
      .where(isGood)
      .orderBy(...order)
      .limit(1),
  ];
});

export async function findMandate(db: Database, userId: number, now: number): Promise<MandateRow | null> {
  const [row] = await readRows(db, mandateQueries({ userId, today: isoDay(now) })[0]);
  return row ?? null;
}

export async function listMandates(db: Database, userId: number): Promise<MandateRow[]> {
  return db
    .select()
    .from(mandates)
    .where(and(eq(mandates.userId, userId), sql`${mandates.state} IN ('active', 'pending')`))
    .orderBy(desc(mandates.createdAt));
}
