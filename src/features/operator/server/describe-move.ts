import { sql } from 'drizzle-orm';
import { getWalletUser } from '../../ledger/ledger.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { Refund } from '../../payments/server/refunds/read.ts';
import type { Correction } from '../../payments/server/refunds/correction.ts';
import type { GiftBatchPreview } from '../gift-batches-contract.ts';
import type { Change } from '../../staff/server/trail.ts';

/** Acts with money, for the trail. Toman. */

type Move = Pick<Correction, 'from' | 'to' | 'toman' | 'payment_id' | 'tracking'>;
type Wallets = readonly { account: string; before: number; after: number }[];

export function describeMove(move: Move, wallets: Wallets, reason: string): Change {
  const { from, to, toman, payment_id, tracking } = move;
  const list = (name: 'before' | 'after') =>
    Object.fromEntries(wallets.map((wallet) => [wallet.account, wallet[name]] as const));
  return { before: list('before'), after: { from, to, toman, payment_id, tracking, ...list('after'), reason } };
}

/** A correction that was made, with the wallets as its entries left them. */
export async function describeCorrection(db: Database, made: Correction, reason: string): Promise<Change> {
  const accounts = [made.from, made.to].filter((account) => getWalletUser(account) !== null);
  const rows = await db.all<{ account: string; after: number }>(sql`SELECT w.value AS account,
      (SELECT coalesce(sum(amount), 0) FROM ledger_entries e WHERE e.account = w.value
        AND e.id <= (SELECT max(id) FROM ledger_entries WHERE event = ${`correction:${made.id}`})) AS after
    FROM json_each(${JSON.stringify(accounts)}) w`);
  const wallets = rows.map(({ account, after }) => ({
    ...{ account, after },
    before: after + (account === made.from ? made.toman : -made.toman),
  }));
  return describeMove(made, wallets, reason);
}

type Made = Pick<Refund, 'destination' | 'tracking' | 'lines'>;

export function describeRefund(
  { destination, tracking, lines }: Made,
  until: { before: number; after: number },
  reason: string,
): Change {
  const toman = lines.reduce((sum, line) => sum + line.toman, 0);
  return {
    before: { subscribed_until: until.before },
    after: { toman, destination, tracking, lines, subscribed_until: until.after, reason },
  };
}

/** A refund that was made, by what it stored for its undo. */
export async function describeRefundMade(db: Database, made: Refund, reason: string): Promise<Change> {
  const [until] = await db.all<{ before: number; after: number }>(
    sql`SELECT coalesce(before ->> 'until', 0) AS before, coalesce(after ->> 'until', 0) AS after FROM refunds
      WHERE id = ${made.id}`,
  );
  return describeRefund(made, until ?? { before: 0, after: 0 }, reason);
}

export function describeBatch(
  { plan_id, count, toman }: Pick<GiftBatchPreview, 'plan_id' | 'count' | 'toman'>,
  reason: string,
): Change {
  return { after: { plan_id, count, toman, reason } };
}
