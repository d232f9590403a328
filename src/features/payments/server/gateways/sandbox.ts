import { sql } from 'drizzle-orm';
import { paths } from '../../../../platform/paths.ts';
import { ok } from '../../../../platform/outcome.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import type { Inquiry, PaymentGateway } from './port.ts';

export interface SandboxConfig {
  db: Database;
  origin: string;
  now: number;
}

interface Bill {
  state: 'open' | 'paid' | 'verified' | 'cancelled' | 'reversed';
  rial: number;
  order_id: string;
  reference: string | null;
}

export function createSandboxGateway({ db, origin, now }: SandboxConfig): PaymentGateway {
  const find = async (token: string | null): Promise<Bill | undefined> => {
    const [bill] = await db.all<Bill>(
      sql`SELECT state, rial, order_id, reference FROM sandbox_bills WHERE token = ${token} AND kind = 'payment'`,
    );
    return bill;
  };
  return {
    id: 'sandbox',
    limits: { min: 1000, max: 50_000_000 },
    terminal: null,
    begin: async ({ id, rial, callbackUrl }) => {
      const token = randomId();
      await db.run(sql`INSERT INTO sandbox_bills (token, kind, state, rial, order_id, callback_url, created_at)
        VALUES (${token}, 'payment', 'open', ${rial}, ${id}, ${callbackUrl}, ${now})`);
      return ok({ token, payUrl: origin + paths.sandboxBank(token) });
    },
    readReturn: (params, payment) => {
      if (payment.token === null || params.get('token') !== payment.token) return { kind: 'foreign' };
      if (params.get('status') === 'cancelled') return { kind: 'cancelled' };
      if (params.get('rial') !== String(payment.rial)) return { kind: 'mismatch' };
      return { kind: 'paid', reference: params.get('reference') };
    },
    verify: async (payment) => {
      const bill = await find(payment.token);
      if (!bill || (bill.state !== 'paid' && bill.state !== 'verified')) {
        return { kind: 'refused', problem: bill ? 'gateway_refused' : 'not_found_at_bank' };
      }
      const reference = bill.reference ?? '';
      if (payment.reference !== null && payment.reference !== reference) {
        return { kind: 'mismatch', reference, isBound: false };
      }
      if (bill.rial !== payment.rial || bill.order_id !== payment.id) {
        return { kind: 'mismatch', reference, isBound: true };
      }
      await db.run(sql`UPDATE sandbox_bills SET state = 'verified' WHERE token = ${payment.token} AND state = 'paid'`);
      return { kind: 'paid', reference, trace: reference.slice(-6), card: '621986******0000' };
    },
    inquire: async ({ token }) => {
      const bill = await find(token);
      return bill ? INQUIRY[bill.state] : 'failed';
    },
    reverse: async ({ token }) => {
      const rows = await db.all(sql`UPDATE sandbox_bills SET state = 'reversed'
        WHERE token = ${token} AND state IN ('paid', 'verified') RETURNING token`);
      return rows.length === 1;
    },
    probe: async () => Promise.resolve({ state: 'works', code: '' }),
  };
}

const INQUIRY: Record<Bill['state'], Inquiry> = {
  open: 'waiting',
  paid: 'verify',
  verified: 'verify',
  cancelled: 'cancelled',
  reversed: 'failed',
};
