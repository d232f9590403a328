import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { REFUND_DESTINATIONS } from '../../refund.ts';
import type { Database } from '../../../../platform/db/client.ts';

const refundRow = v.object({
  id: v.string(),
  payment_id: v.string(),
  destination: v.picklist(REFUND_DESTINATIONS),
  tracking: v.nullable(v.string()),
  request: v.string(),
  created_at: v.number(),
  undone_at: v.nullable(v.number()),
  line: v.number(),
  toman: v.number(),
  vat: v.number(),
  seconds: v.number(),
});
type RefundRow = v.InferOutput<typeof refundRow>;

/** Toman, VAT included; `seconds` of subscription that were taken back. */
export interface Refund {
  id: string;
  payment_id: string;
  destination: (typeof REFUND_DESTINATIONS)[number];
  tracking: string | null;
  created_at: number;
  /** Null unless it was taken back: its lines count no more then. */
  undone_at: number | null;
  toman: number;
  vat: number;
  lines: { line: number; toman: number; vat: number; seconds: number }[];
}

const columns = sql`r.id, r.payment_id, r.destination, r.tracking, r.request, r.created_at, r.undone_at, x.line, x.toman, x.vat,
  x.seconds FROM refunds r JOIN refund_lines x ON x.refund_id = r.id`;

export async function findRefund(db: Database, key: string): Promise<(Refund & { request: string }) | undefined> {
  const rows = v.parse(v.array(refundRow), await db.all(sql`SELECT ${columns} WHERE r.key = ${key} ORDER BY x.line`));
  const [refund] = groupRefunds(rows);
  return refund && rows[0] && { ...refund, request: rows[0].request };
}

export async function readRefunds(db: Database, paymentIds: readonly string[]): Promise<Map<string, Refund[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db.all(sql`SELECT ${columns}
    WHERE r.payment_id IN (SELECT value FROM json_each(${JSON.stringify(paymentIds)}))
    ORDER BY r.created_at, r.id, x.line`);
  return Map.groupBy(groupRefunds(v.parse(v.array(refundRow), rows)), (refund) => refund.payment_id);
}

export async function readRefundedLines(
  db: Database,
  paymentIds: readonly string[],
): Promise<Map<string, Map<number, number>>> {
  const refunds = await readRefunds(db, paymentIds);
  return new Map([...refunds].map(([id, list]) => [id, sumRefundedLines(list)]));
}

export function sumRefundedLines(refunds: readonly Refund[]): Map<number, number> {
  const sums = new Map<number, number>();
  const valid = refunds.filter(({ undone_at: undoneAt }) => undoneAt === null);
  for (const { line, toman } of valid.flatMap(({ lines }) => lines)) sums.set(line, (sums.get(line) ?? 0) + toman);
  return sums;
}

function groupRefunds(rows: readonly RefundRow[]): Refund[] {
  const refunds = new Map<string, Refund>();
  for (const { id, payment_id, destination, tracking, created_at, undone_at, line, toman, vat, seconds } of rows) {
    const refund = refunds.get(id) ?? {
      id,
      payment_id,
      destination,
      tracking,
      created_at,
      undone_at,
      toman: 0,
      vat: 0,
      lines: [],
    };
    refund.toman += toman;
    refund.vat += vat;
    refund.lines.push({ line, toman, vat, seconds });
    refunds.set(id, refund);
  }
  return [...refunds.values()];
}
