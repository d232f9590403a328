import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { paymentLines, payments, type LineRow, type PaymentRow } from './schema.ts';

export async function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function readLines(db: Database, ids: string[]): Promise<Map<string, LineRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(paymentLines)
    .where(inArray(paymentLines.paymentId, ids))
    .orderBy(asc(paymentLines.line));
  return Map.groupBy(rows, ({ paymentId }) => paymentId);
}
