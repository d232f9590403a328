import type { ErrorCode } from '../../../src/platform/http/calls/errors.ts';
import { buyPlan, buyTitle } from '../../../src/features/checkout/contract.ts';
import type { Outcome } from '../../../src/platform/outcome.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { correctLedger, type CorrectionRequest } from '../../../src/features/payments/server/refunds/correction.ts';
import { refundPayment, type RefundRequest } from '../../../src/features/payments/server/refunds/refund.ts';
import { FILM, type Visitor } from './money.ts';
import { openShop, topUp } from './shop.ts';

/** Of a request: this many toman of a line, and days of a plan with them. */
export const part = (toman: number, line = 0, days = 0) => ({ lines: [{ line, toman, days }] });
export const outside = (tracking: string) => ({ destination: 'outside', tracking }) as const;
export const code = (outcome: Outcome<unknown, ErrorCode>) => (outcome.ok ? 'ok' : outcome.code);

/** A shop whose operator gives money back. */
export async function openRefunds() {
  const { platform, site } = await openShop();
  const db = openDatabase(platform.env.DB);
  let keys = 0;

  function refund(payment_id: string, rest: Partial<RefundRequest> = {}, database = db) {
    keys += 1;
    const key = `key-${String(keys)}`;
    const { now } = site.clock;
    const request = {
      key,
      payment_id,
      destination: 'wallet',
      tracking: null,
      reason: 'asked',
      lines: null,
      ...rest,
    } as const;
    return refundPayment({ db: database, now }, request, 'ali');
  }

  function correct(rest: Partial<CorrectionRequest>) {
    keys += 1;
    const request = {
      key: `key-${String(keys)}`,
      from: 'bank:saman',
      to: 'vat',
      toman: 1,
      payment_id: null,
      tracking: null,
    };
    return correctLedger({ db, now: site.clock.now }, { ...request, reason: 'r', ...rest }, 'ali');
  }

  /** The balance that one payment's events gave an account. */
  async function sumEntries(account: string, payment: string): Promise<number> {
    const query = 'SELECT coalesce(sum(amount), 0) AS n FROM ledger_entries WHERE account = ? AND payment_id = ?';
    return (await site.sql(query, account, payment).first<number>('n')) ?? 0;
  }

  const user = async ({ id }: Visitor) =>
    (await site.sql('SELECT subscribed_until AS s FROM users WHERE id = ?', id).first<number>('s')) ?? 0;
  const owned = (who: Visitor) =>
    site.count('purchases WHERE user_id = ? AND (ends_at IS NULL OR ends_at > ?)', who.id, site.clock.now);

  async function buyFilm(toman = 200_000): Promise<{ who: Visitor; id: string }> {
    const who = await site.visitor();
    await topUp(site, who, toman);
    const { data } = await site.call(buyTitle, { id: FILM.id, payment_method: 'wallet' }, who);
    return { who, id: data.payment.id };
  }

  async function buyDays(who: Visitor, plan: number): Promise<string> {
    await topUp(site, who, 300_000);
    return (await site.call(buyPlan, { plan_id: plan, payment_method: 'wallet' }, who)).data.payment.id;
  }

  return { platform, site, db, refund, correct, sumEntries, user, owned, buyFilm, buyDays };
}
