import { afterEach, beforeEach } from 'vitest';
import { NO_REFERRER } from '../../../src/platform/config/constants.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { payments, type PaymentRow } from '../../../src/features/payments/server/schema.ts';
import { verifyLedger } from '../../../src/features/ledger/server/verify.ts';
import { findPayment } from '../../../src/features/payments/server/read.ts';
import { openSqliteD1 } from '@pardeh/workers-on-node/database/d1';
import { openMigrated } from '../database/migrated.ts';
import { runRow, type Row } from '../database/rows.ts';

export const NOW = 1_800_000_000;

/** A payment of 1000 toman into the wallet, whose page at SEP is open. */
const OPEN = {
  userId: 1,
  purpose: 'wallet',
  state: 'pending',
  method: 'saman',
  price: 1000,
  discount: 0,
  vat: 0,
  total: 1000,
  fingerprint: 'f',
  referrer: NO_REFERRER,
  commission: 0,
  createdAt: NOW - 60,
  expiresAt: NOW + 600,
  claimedAt: 0,
  checkedAt: 0,
  kept: 0,
} as const;

/** The database in process, migrated, with payments put in as a test needs them. */
export function openPayments() {
  const sqlite = openMigrated();
  const binding = openSqliteD1(sqlite);
  const db = openDatabase(binding);
  const run = (sql: string, ...values: (string | number | null)[]) => sqlite.prepare(sql).run(...values);
  const all = (sql: string, ...values: (string | number | null)[]) =>
    sqlite
      .prepare(sql)
      .all(...values)
      .map((row) => Object.values(row));

  async function read(id: string): Promise<PaymentRow> {
    const row = await findPayment(db, id);
    if (row === undefined) throw new Error(`no payment ${id}`);
    return row;
  }

  /** A line of a payment, of one thing with VAT unless that is said. */
  function addLine(payment: string, more: Row = {}): void {
    const line: Row = { list_price: 100, discount: 0, vat: 10, title_id: 10, ...more };
    const { list_price, discount, vat } = line;
    const total = Number(list_price) - Number(discount) + Number(vat);
    runRow(run, 'payment_lines', { payment_id: payment, total, ...line });
  }

  /** A payment without lines. */
  async function addBare(id: string, more: Partial<PaymentRow> = {}): Promise<PaymentRow> {
    await db.insert(payments).values({ ...OPEN, token: `tok-${id}`, ...more, id });
    return read(id);
  }

  /** A charge with its line. */
  async function add(id: string, more: Partial<PaymentRow> = {}): Promise<PaymentRow> {
    const payment = await addBare(id, more);
    addLine(id, { kind: 'wallet', item_id: 0, title_id: null, list_price: payment.total, vat: 0 });
    return payment;
  }

  /** A discount code without limits unless those are said. */
  function addCode(code: string, more: Row = {}): void {
    const { percent = 10, bonus = 0, plan = null, ends = NOW + 1, max = 100, each = 100 } = more;
    const limits = { ends_at: ends, max_uses: max, uses_per_user: each };
    runRow(run, 'discount_codes', { code, percent, bonus_days: bonus, plan_id: plan, ...limits });
  }
  const addUse = (payment_id: string, code: string, user_id = 1) =>
    runRow(run, 'discount_uses', { payment_id, code, user_id });

  return { sqlite, db, run, all, read, add, addBare, addLine, addCode, addUse, books: () => verifyLedger(binding) };
}

/** The same, where each test's changes are rolled back after it. Rows added before the first test stay. */
export function openPaymentsForEachTest() {
  const opened = openPayments();
  beforeEach(() => {
    opened.sqlite.exec('BEGIN');
  });
  afterEach(() => {
    opened.sqlite.exec('ROLLBACK');
  });
  return opened;
}

export const TERMINAL = '4321';

/** The references that SEP was asked about: reads all of them, and notes one. */
export function openReferences({ run, all }: Pick<ReturnType<typeof openPayments>, 'run' | 'all'>) {
  return {
    references: () =>
      all('SELECT gateway, terminal, reference, state, payment_id FROM bank_references ORDER BY terminal, reference'),
    note: (reference: string, state = 'asked', payment: string | null = null, terminal = TERMINAL, at = NOW) =>
      runRow(run, 'bank_references', { terminal, reference, state, payment_id: payment, asked_at: at }),
  };
}
