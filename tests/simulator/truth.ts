import { query } from './query.ts';
import { DAY } from './shop.ts';
import { TRANSFER } from '../../src/features/ledger/payment-kinds.ts';
import type { World } from './world.ts';

export interface SettledRow {
  id: string;
  user_id: number;
  purpose: string;
  method: string;
  total: number;
  token: string | null;
  reference: string | null;
  discount_code: string | null;
  problem: string | null;
  /** The newer payment of the same purchase that took this one's place. */
  superseded_by?: string | null;
  created_at: number;
  settled_at: number;
  kept: number;
}

/** The sandbox forgets a bill, and a withdrawal, so many seconds after it was made. */
const BILL_SECONDS = 30 * DAY;
const WITHDRAWAL_SECONDS = 90 * DAY;

/** Whether the bank of a settled payment still has its money, or has had no reason to remember it for long. */
export function isStillPaid(world: World, payment: SettledRow): boolean {
  const { id, method, total, token, created_at } = payment;
  if (method === 'wallet' || method === TRANSFER || paidAtBank(world, payment) === total * 10) return true;
  const forgotten = world.now - (method === 'sandbox' ? BILL_SECONDS : WITHDRAWAL_SECONDS);
  if (world.kind !== 'sandbox' || created_at > forgotten) return false;
  return query(world.sqlite, REMEMBERED, id, token).length === 0;
}

const REMEMBERED = `SELECT 1 FROM sandbox_bills WHERE order_id = ?
  UNION ALL SELECT 1 FROM sandbox_withdrawals WHERE track_id = ?`;

/**
 * The rial that the banks' own books have for a payment, null where they have nothing. SEP's answers name no order: a
 * payer who takes the number of one payment to another has paid that one.
 */
export function paidAtBank(world: World, { id, method, token, reference }: SettledRow): number | null {
  const { network, sqlite } = world;
  if (method === 'sandbox') {
    const sql = "SELECT rial FROM sandbox_bills WHERE order_id = ? AND token = ? AND state IN ('paid', 'verified')";
    return query<{ rial: number }>(sqlite, sql, id, token)[0]?.rial ?? null;
  }
  if (method === 'direct_debit') {
    const withdrawal = network.vandar.withdrawals.get(token ?? '');
    const sql = 'SELECT rial FROM sandbox_withdrawals WHERE track_id = ? AND done = 1';
    if (withdrawal?.status === 'DONE') return withdrawal.rial;
    return query<{ rial: number }>(sqlite, sql, token)[0]?.rial ?? null;
  }
  const transaction = network.book.transactions.find((one) =>
    method === 'saman' ? one.reference === reference : one.order === id && one.token === token,
  );
  return transaction?.state === 'captured' && transaction.bank === method ? transaction.paidRial : null;
}

/** Money that banks have taken for us: our order, the bank's names of it, and the rial. */
export interface Capture {
  order: string;
  /** The token of a page, or the track id of a withdrawal. */
  name: string;
  reference: string;
  rial: number;
}

/** All of it. */
export function listCaptures({ network }: World): Capture[] {
  return [
    ...network.book.transactions
      .filter(({ state }) => state === 'captured')
      .map(({ order, token, reference, paidRial }) => ({ order, name: token, reference, rial: paidRial })),
    ...[...network.vandar.withdrawals.values()]
      .filter(({ status }) => status === 'DONE')
      .map(({ trackId, id, rial }) => ({ order: '', name: trackId, reference: id, rial })),
  ];
}
