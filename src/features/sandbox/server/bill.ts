import { sql } from 'drizzle-orm';
import type { SANDBOX_ACTIONS, SandboxBill } from '../contract.ts';
import type { Database } from '../../../platform/db/client.ts';
import { randomId } from '../../../platform/http/random-id.ts';

type Action = (typeof SANDBOX_ACTIONS)[number];

interface Row {
  token: string;
  kind: SandboxBill['kind'];
  state: SandboxBill['state'];
  rial: number;
  toman: number;
  order_id: string;
  callback_url: string;
  reference: string | null;
  bank: string | null;
  count_per_month: number | null;
  ends_on: string | null;
}

export interface Bill {
  view: SandboxBill;
  callbackUrl: string;
  reference: string | null;
  rial: number;
}

export async function findBill(db: Database, token: string): Promise<Bill | null> {
  // The bank stores rial; its page shows toman, as Iranian banks do.
  const [row] = await db.all<Row>(sql`SELECT *, rial / 10 AS toman FROM sandbox_bills WHERE token = ${token}`);
  return row ? toBill(row) : null;
}

export async function pressButton(db: Database, token: string, action: Action): Promise<Bill | null> {
  const state = action === 'cancel' ? 'cancelled' : 'paid';
  const reference = state === 'paid' ? randomId() : null;
  await db.run(sql`UPDATE sandbox_bills
    SET state = ${state}, reference = ${reference}, empty = ${Number(action === 'empty')}
    WHERE token = ${token} AND state = 'open'`);
  return findBill(db, token);
}

function toBill(row: Row): Bill {
  return {
    view: {
      token: row.token,
      kind: row.kind,
      state: row.state,
      amount: row.toman,
      order: row.order_id,
      bank: row.bank,
      count_per_month: row.count_per_month,
      ends_on: row.ends_on,
    },
    callbackUrl: row.callback_url,
    reference: row.reference,
    rial: row.rial,
  };
}
