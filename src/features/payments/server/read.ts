import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { readRows, reusable } from '../../../platform/db/reusable.ts';
import { paymentLines, payments, type LineRow, type PaymentRow } from './schema.ts';

const paymentQueries = reusable((db, { id }: { id: string }) => [
  db.select().from(payments).where(eq(payments.id, id)),
]);
const lineQueries = reusable((db, { id }: { id: string }) => [selectLines(db, [id])]);

export async function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  const [row] = await readRows(db, paymentQueries({ id })[0]);
  return row;
}

export async function readLines(db: Database, ids: string[]): Promise<Map<string, LineRow[]>> {
  if (ids.length === 0) return new Map();
  const [id, ...others] = ids;
  const rows = await (id !== undefined && others.length === 0
    ? readRows(db, lineQueries({ id })[0])
    : selectLines(db, ids));
  return Map.groupBy(rows, ({ paymentId }) => paymentId);
}

function selectLines(db: Database, ids: string[]) {
  return db.select().from(paymentLines).where(inArray(paymentLines.paymentId, ids)).orderBy(asc(paymentLines.line));
}
