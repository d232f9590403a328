import { sql } from 'drizzle-orm';
import { ok } from '../../../../platform/outcome.ts';
import { paths } from '../../../../platform/paths.ts';
import type { Database } from '../../../../platform/db/client.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import type { MandateProvider, WithdrawalState } from './port.ts';

/** Sheba codes; the sandbox accepts any. */
const BANKS = [
  ['012', 'بانک ملت'],
  ['017', 'بانک ملی ایران'],
  ['018', 'بانک تجارت'],
  ['019', 'بانک صادرات ایران'],
  ['055', 'بانک اقتصاد نوین'],
  ['056', 'بانک سامان'],
  ['057', 'بانک پاسارگاد'],
] as const;

export interface SandboxConfig {
  db: Database;
  origin: string;
  now: number;
}

export function createSandboxMandates({ db, origin, now }: SandboxConfig): MandateProvider {
  const lookUp = async (trackId: string): Promise<WithdrawalState> => {
    const [row] = await db.all<{ rial: number; done: number }>(
      sql`SELECT rial, done FROM sandbox_withdrawals WHERE track_id = ${trackId}`,
    );
    if (!row) return { kind: 'missing' };
    return row.done === 1 ? { kind: 'done', reference: `sd-${trackId}`, rial: row.rial } : { kind: 'failed' };
  };
  return {
    id: 'sandbox',
    banks: async () => Promise.resolve(ok(BANKS.map(([code, name]) => ({ code, name, is_healthy: true })))),
    create: async ({ bank, callbackUrl, rialEach, countPerMonth, endsOn }) => {
      const token = randomId();
      await db.run(sql`INSERT INTO sandbox_bills (token, kind, state, rial, order_id, callback_url, bank,
          count_per_month, ends_on, created_at)
        VALUES (${token}, 'mandate', 'open', ${rialEach}, ${token}, ${callbackUrl}, ${bank}, ${countPerMonth},
          ${endsOn}, ${now})`);
      return ok({ token, payUrl: origin + paths.sandboxBank(token) });
    },
    readReturn: (params, mandateToken) => {
      if (params.get('token') !== mandateToken) return { kind: 'foreign' };
      return params.get('status') === 'paid' ? { kind: 'agreed', authorizationId: mandateToken } : { kind: 'refused' };
    },
    confirm: async (authorizationId) => {
      const rows = await db.all(sql`UPDATE sandbox_bills SET state = 'verified'
        WHERE token = ${authorizationId} AND kind = 'mandate' AND state IN ('paid', 'verified') RETURNING token`);
      return rows.length === 1;
    },
    describe: async (authorizationId) => {
      const [bill] = await db.all<{ bank: string; rial: number; count_per_month: number }>(sql`SELECT bank, rial,
        count_per_month FROM sandbox_bills WHERE token = ${authorizationId} AND kind = 'mandate'`);
      const { bank, rial: rialEach, count_per_month: countPerMonth } = bill ?? {};
      return bill ? { token: authorizationId, bank, rialEach, countPerMonth } : null;
    },
    revoke: async (authorizationId) => {
      const rows = await db.all(sql`UPDATE sandbox_bills SET state = 'cancelled'
        WHERE token = ${authorizationId} AND kind = 'mandate' RETURNING token`);
      return rows.length === 1 ? 'revoked' : 'missing';
    },
    withdraw: async ({ authorizationId, rial, trackId }) => {
      await db.run(sql`INSERT OR IGNORE INTO sandbox_withdrawals (track_id, authorization_id, rial, done,
          created_at)
        SELECT ${trackId}, token, ${rial}, empty = 0 AND ${rial} <= rial, ${now} FROM sandbox_bills
        WHERE token = ${authorizationId} AND state = 'verified'`);
      const state = await lookUp(trackId);
      return state.kind === 'missing' ? { kind: 'failed' } : state;
    },
    lookUp,
  };
}
