import { expect } from 'vitest';
import { LEDGER_RULES } from '../../../src/features/ledger/server/rules.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import {
  addCard,
  addCorrection,
  addEntries,
  addKeyed,
  addLine,
  addPayment,
  addPurchase,
  addRedemption,
  addRefund,
  addRefundLine,
} from './ledger-books.ts';
import { openMigrated } from '../database/migrated.ts';

/** Sound books to break, and what the rules say of them. */

/** A film bought at a bank: what each rule calls sound. */
export const SALE = [
  addPayment('p'),
  addLine('p'),
  addEntries('pay:p', 'p', 'wallet:1=110', 'bank:saman=-110'),
  addEntries('sale:p', 'p', 'wallet:1=-110', 'sales:title=100', 'vat=10'),
  addPurchase('p'),
];
/** The same, given back to the wallet. */
export const REFUND = [
  addRefund('r', 'p'),
  addRefundLine('r', 'p'),
  addKeyed('refund:r', 'refund:r:0:', 'p', 'wallet wallet:1 110', 'sales sales:title -100', 'vat vat -10'),
  'UPDATE purchases SET ends_at = 200;',
];
export const UNDO = [
  'UPDATE refunds SET undone_at = 300;',
  'UPDATE refund_lines SET undone = 1;',
  addKeyed('undo:r', 'undo:r:0:', 'p', 'wallet wallet:1 -110', 'sales sales:title 100', 'vat vat 10'),
  'UPDATE purchases SET ends_at = NULL;',
];
export const PAYOUT = addKeyed('refund:r', 'refund:r:0:', 'p', 'payout wallet:1 -110', 'outside outside:saman 110');
export const CORRECTION = [
  addCorrection('c', 'suspense', 'wallet:1', 50),
  addKeyed('correction:c', 'correction:c:', '', 'from suspense -50', 'to wallet:1 50'),
];
/** A charge of the wallet. */
export const CHARGE = [
  addPayment('w', { purpose: 'wallet', total: 500 }),
  addLine('w', { kind: 'wallet', item: 0, vat: 0, total: 500, delivered: 1 }),
  addEntries('pay:w', 'w', 'wallet:1=500', 'bank:saman=-500'),
];
/** A plan of 30 days, of which nothing is owned in purchases. */
export const PLAN = [
  addPayment('q', { purpose: 'plan' }),
  addLine('q', { kind: 'plan', item: 1, days: 30 }),
  addEntries('pay:q', 'q', 'wallet:1=110', 'bank:saman=-110'),
  addEntries('sale:q', 'q', 'wallet:1=-110', 'sales:plan=100', 'vat=10'),
];
/** A gift card for it, which nobody has redeemed. */
export const GIFT = [
  addPayment('g', { purpose: 'plan' }),
  addLine('g', { kind: 'plan', item: 1, days: 30, gift: 1 }),
  addCard('card', 'g'),
  addEntries('pay:g', 'g', 'wallet:1=110', 'bank:saman=-110'),
  addEntries('sale:g', 'g', 'wallet:1=-110', 'gift_cards=100', 'vat=10'),
];
/** Its redemption by another user. */
export const REDEMPTION = [
  addPayment('d', { purpose: 'plan', user_id: 2, method: 'wallet', total: 0 }),
  addLine('d', { kind: 'plan', item: 1, days: 30, vat: 0, total: 0 }),
  addRedemption('card', 2, 'd'),
  addKeyed('redeem:card', 'redeem:card:', 'g', 'card gift_cards -100', 'sales sales:plan 100'),
];

/** Without the triggers, which refuse what is to be found here. */
const books = openMigrated();
for (const { name } of books.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()) {
  books.exec(`DROP TRIGGER ${String(name)}`);
}
const binding = openSqliteD1(books);

/** Faults that the rules find in books that these statements write. */
export async function check(...statements: string[]): Promise<string[]> {
  books.exec('BEGIN');
  try {
    for (const statement of statements) books.exec(statement);
    const findings = await verifyLedger(binding);
    // The slices must find what the rules find over everything.
    expect([...findings].sort()).toEqual([...new Set(findByRules())].sort());
    return findings;
  } finally {
    books.exec('ROLLBACK');
  }
}

function findByRules(): string[] {
  return LEDGER_RULES.flatMap(({ name, sql }) => {
    const rows = books.prepare(sql).all();
    return rows.map(({ what, amount }) => `${name}: ${String(what)} (${String(amount)} toman)`);
  });
}

export const rule = (start: string): string => {
  const matches = LEDGER_RULES.filter(({ name }) => name.startsWith(start));
  if (matches.length !== 1) throw new Error(`${String(matches.length)} rules begin with "${start}"`);
  return matches[0]?.name ?? '';
};
