import { buildInsertText, type Row, type Value } from '../database/rows.ts';

/** Statements that write books, sound or not. */

const PAYMENT: Row = { state: 'settled', purpose: 'title', total: 110, settled: 100 };

/** A payment of user 1, delivered when it settled unless that is said. */
export function addPayment(id: string, more: Row = {}): string {
  const { settled = null, delivered = settled, ...columns } = { ...PAYMENT, ...more };
  const price = columns['total'] ?? null;
  return buildInsertText('payments', { id, price, ...columns, settled_at: settled, delivered_at: delivered });
}

interface Line {
  line?: number;
  kind?: string;
  item?: number;
  days?: number | null;
  vat?: number;
  total?: number;
  delivered?: number;
  gift?: number;
}

export function addLine(payment_id: string, more: Line = {}): string {
  const { item = 10, vat = 10, total = 110, ...columns } = more;
  const amounts = { list_price: total - vat, vat, total };
  return buildInsertText('payment_lines', { payment_id, item_id: item, delivered: 1, ...amounts, ...columns });
}

const addEntry = (key: string, event: string, account: string, amount: string, payment_id: string) =>
  buildInsertText('ledger_entries', { key, event, account, amount: Number(amount), payment_id, created_at: 100 });

/** Entries by event: `account=amount`, each with a key of its own. */
export function addEntries(event: string, payment: string, ...legs: string[]): string {
  return legs
    .map((leg) => {
      const [account = '', amount = ''] = leg.split('=');
      return addEntry(`${event}:${account}:${amount}`, event, account, amount, payment);
    })
    .join('\n');
}

/** Entries whose keys are those that a rule asks for: `name account amount`. */
export function addKeyed(event: string, prefix: string, payment: string, ...legs: string[]): string {
  return legs
    .map((leg) => {
      const [name = '', account = '', amount = ''] = leg.split(' ');
      return addEntry(`${prefix}${name}`, event, account, amount, payment);
    })
    .join('\n');
}

export function addPurchase(payment_id: string, more: { kind?: string; item?: number; ends?: Value } = {}): string {
  const { kind = 'title', item = 10, ends = null } = more;
  return buildInsertText('purchases', { user_id: 1, kind, item_id: item, payment_id, bought_at: 100, ends_at: ends });
}

export function addRefund(
  id: string,
  payment_id: string,
  more: { to?: string; applied?: Value; created?: number } = {},
): string {
  const { to = 'wallet', applied = 200, created = 200 } = more;
  const tracking = to === 'outside' ? `t-${id}` : null;
  const at = { created_at: created, applied_at: applied };
  return buildInsertText('refunds', { id, key: id, payment_id, destination: to, tracking, ...at });
}

export function addRefundLine(
  refund_id: string,
  payment_id: string,
  more: { line?: number; toman?: number; vat?: number; seconds?: number } = {},
): string {
  return buildInsertText('refund_lines', { refund_id, payment_id, toman: 110, vat: 10, ...more });
}

export function addCard(id: string, payment_id: string): string {
  return buildInsertText('gift_cards', { id, code_hash: `hash of ${id}`, payment_id });
}

/** `payment_id` gave the days. */
export function addRedemption(card_id: string, user_id: number, payment_id: string): string {
  return buildInsertText('gift_redemptions', { card_id, user_id, payment_id });
}

export function addCorrection(id: string, from_account: string, to_account: string, toman: number): string {
  return buildInsertText('corrections', { id, key: id, from_account, to_account, toman });
}
