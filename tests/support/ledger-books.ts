/** Statements that write books, sound or not. */

const PAYMENT = { state: 'settled', method: 'saman', purpose: 'title', total: 110, kept: 0, settled: 100 };

/** A payment of user 1, delivered when it settled unless that is said. */
export function addPayment(id: string, more: Record<string, string | number | null> = {}): string {
  const all: Record<string, string | number | null> = { ...PAYMENT, ...more };
  const { state, method, purpose, total, kept, settled } = all;
  const delivered = 'delivered' in all ? all['delivered'] : settled;
  const extra = ['superseded_by', 'discount_code', 'problem'].map((name) => text(all[name] ?? null));
  return `INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint, referrer,
    commission, created_at, expires_at, checked_at, kept, settled_at, delivered_at, superseded_by, discount_code, problem)
    VALUES ('${id}', 1, '${String(purpose)}', '${String(state)}', '${String(method)}', ${String(total)}, 0, 0,
      ${String(total)}, 'f', 4, 0, 0, 0, 0, ${String(kept)}, ${text(settled)}, ${text(delivered)}, ${extra.join(', ')});`;
}

export function addLine(payment: string, more: Record<string, unknown> = {}): string {
  const line = { line: 0, kind: 'title', item: 10, days: null, vat: 10, total: 110, delivered: 1, ...more };
  return `INSERT INTO payment_lines (payment_id, line, kind, item_id, name_fa, name_en, days, list_price, discount, vat,
    total, delivered) VALUES ('${payment}', ${String(line.line)}, '${line.kind}', ${String(line.item)}, 'f', 'f',
      ${text(line.days)}, ${String(line.total - line.vat)}, 0, ${String(line.vat)}, ${String(line.total)}, ${String(line.delivered)});`;
}

/** Entries by event: `account=amount`, each with a key of its own. */
export function addEntries(event: string, payment: string, ...legs: string[]): string {
  return legs
    .map((leg) => {
      const [account = '', amount = ''] = leg.split('=');
      return `INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
        VALUES ('${event}:${account}:${amount}', '${event}', '${account}', ${amount}, '${payment}', 100);`;
    })
    .join('\n');
}

/** Entries whose keys are those that a rule asks for: `name account amount`. */
export function addKeyed(event: string, prefix: string, payment: string, ...legs: string[]): string {
  return legs
    .map((leg) => {
      const [name = '', account = '', amount = ''] = leg.split(' ');
      return `INSERT INTO ledger_entries (key, event, account, amount, payment_id, created_at)
        VALUES ('${prefix}${name}', '${event}', '${account}', ${amount}, '${payment}', 100);`;
    })
    .join('\n');
}

export function addPurchase(payment: string, more: Record<string, unknown> = {}): string {
  const one = { kind: 'title', item: 10, ends: null, ...more };
  return `INSERT INTO purchases (user_id, kind, item_id, payment_id, title_id, bought_at, ends_at)
    VALUES (1, '${one.kind}', ${String(one.item)}, '${payment}', 10, 100, ${text(one.ends)});`;
}

export function addRefund(id: string, payment: string, more: Record<string, unknown> = {}): string {
  const one = { to: 'wallet', applied: 200, created: 200, ...more };
  const tracking = one.to === 'outside' ? `'t-${id}'` : 'NULL';
  return `INSERT INTO refunds (id, key, request, payment_id, destination, tracking, reason, operator, created_at, applied_at)
    VALUES ('${id}', '${id}', '', '${payment}', '${one.to}', ${tracking}, '', 'o', ${String(one.created)}, ${text(one.applied)});`;
}

export function addRefundLine(id: string, payment: string, more: Record<string, unknown> = {}): string {
  const one = { line: 0, toman: 110, vat: 10, seconds: 0, ...more };
  return `INSERT INTO refund_lines (refund_id, payment_id, line, toman, vat, seconds)
    VALUES ('${id}', '${payment}', ${String(one.line)}, ${String(one.toman)}, ${String(one.vat)}, ${String(one.seconds)});`;
}

export function addCorrection(id: string, from: string, to: string, toman: number): string {
  return `INSERT INTO corrections (id, key, from_account, to_account, toman, reason, operator, created_at)
    VALUES ('${id}', '${id}', '${from}', '${to}', ${String(toman)}, '', 'o', 0);`;
}

const text = (value: string | number | null = null) =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value}'`;
