import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openDebit } from '../../support/money/debit.ts';
import { PLAN } from '../../support/money/money.ts';
import { openPlatform } from '../../support/site/sqlite-platform.ts';
import { addRow, runRow } from '../../support/database/rows.ts';

/** Direct debit of users from before migration 0020, which kept no withdrawals, and linked charges to payments. */

const DAY = 24 * 60 * 60;
const now = Math.floor(Date.now() / 1000);
const END = now + DAY / 2;
const COUNT = 3;
interface OldPayment {
  attempt: number;
  state: 'settled' | 'failed' | 'pending' | 'initiated';
  daysAgo?: number;
}
interface OldUser {
  charge: { state: 'due' | 'sent' | 'done'; attempts: number; payment?: number } | null;
  payments: OldPayment[];
}

const toPaymentId = (user: number, { attempt, daysAgo = 0 }: OldPayment) =>
  `p${String(user)}a${String(attempt)}d${String(daysAgo)}`.padEnd(20, '0');
const toToken = (user: number, { attempt, daysAgo = 0 }: OldPayment) =>
  daysAgo > 1
    ? `payment:${toPaymentId(user, { attempt, state: 'settled', daysAgo })}`
    : `renewal:${String(user)}:${String(END)}:${String(attempt)}`;

const USERS = {
  /** As many withdrawals within 31 days as the mandate allows. */
  usedUp: { charge: null, payments: [2, 20, 30].map((daysAgo, attempt) => ({ attempt, state: 'settled', daysAgo })) },
  /** As many, but not all of them within 31 days. */
  hasLeft: { charge: null, payments: [2, 20, 32].map((daysAgo, attempt) => ({ attempt, state: 'settled', daysAgo })) },
  /** An attempt that failed; the provider has collected it after all. */
  corrected: { charge: { state: 'due', attempts: 1, payment: 1 }, payments: [{ attempt: 1, state: 'failed' }] },
  /** The same, and the worker died after the next attempt was taken. */
  correctedTwice: {
    charge: { state: 'sent', attempts: 2 },
    payments: [
      { attempt: 1, state: 'failed' },
      { attempt: 2, state: 'initiated' },
    ],
  },
  /** The worker died between creating the payment and linking it, after the provider had been asked. */
  unlinked: { charge: { state: 'sent', attempts: 1 }, payments: [{ attempt: 1, state: 'pending' }] },
  /** The same, and the old rule made the charge due again under the same number. */
  unlinkedDue: { charge: { state: 'due', attempts: 0 }, payments: [{ attempt: 1, state: 'pending' }] },
  /** Collected. */
  done: { charge: { state: 'done', attempts: 1, payment: 1 }, payments: [{ attempt: 1, state: 'settled' }] },
} satisfies Record<string, OldUser>;
const NAMES = Object.keys(USERS) as (keyof typeof USERS)[];
const getUserId = (name: keyof typeof USERS) => 1000 + NAMES.indexOf(name);

function fill(db: DatabaseSync): void {
  const run = (sql: string, ...values: (string | number | null)[]) => db.prepare(sql).run(...values);
  for (const name of NAMES) {
    const [id, user]: [number, OldUser] = [getUserId(name), USERS[name]];
    const mobile = `0935${String(id).padStart(7, '0')}`;
    runRow(run, 'users', { id, mobile, subscribed_until: END });
    runRow(run, 'mandates', {
      ...{
        id: `m${String(id)}`,
        user_id: id,
        mobile,
        token: `vt-${String(id)}`,
        authorization_id: `auth-${String(id)}`,
      },
      ...{ count_per_month: COUNT, created_at: now - 99 * DAY, verified_at: now - 99 * DAY },
    });
    runRow(run, 'direct_debit_settings', { user_id: id });
    for (const payment of user.payments) addPayment(run, id, payment);
    if (!user.charge) continue;
    const { state, attempts, payment } = user.charge;
    const linked = payment === undefined ? null : toPaymentId(id, { attempt: payment, state: 'settled' });
    runRow(run, 'direct_debit_charges', {
      ...{ key: `renewal:${String(id)}:${String(END)}`, user_id: id, payment_id: linked, state, attempts },
      ...{ next_try_at: now - 3600, created_at: now - 7200 },
    });
  }
}

function addPayment(
  run: (sql: string, ...values: (string | number | null)[]) => unknown,
  user: number,
  payment: OldPayment,
): void {
  const [id, at] = [toPaymentId(user, payment), now - (payment.daysAgo ?? 0) * DAY - 7200];
  const settled = payment.state === 'settled' ? at : null;
  runRow(run, 'payments', {
    ...{ id, user_id: user, purpose: 'plan', state: payment.state, method: 'direct_debit', fingerprint: id },
    ...{ price: 100_000, vat: 10_000, total: 110_000, token: toToken(user, payment) },
    ...{ created_at: at, expires_at: at, checked_at: at, settled_at: settled, delivered_at: settled },
  });
  runRow(run, 'payment_lines', {
    ...{ payment_id: id, kind: 'plan', item_id: PLAN.id, days: 30, delivered: settled === null ? 0 : 1 },
    ...{ list_price: 100_000, vat: 10_000, total: 110_000 },
  });
}

const { vandar, site } = await openDebit(() => openPlatform({}, { before: '0020', fill }));
site.clock.now = now;
for (const name of NAMES) await addRow(site.env.DB, 'last_plays', { user_id: getUserId(name), at: now + 400 * DAY });
for (const name of NAMES) {
  const id = getUserId(name);
  const mandate = { token: `vt-${String(id)}`, callback: '', bank: '012', mobile: '', limit: 1e9, count: 99 };
  const authorization = { ...mandate, id: `auth-${String(id)}`, state: 'active' as const, agreedAt: 0 };
  vandar.book.authorizations.set(authorization.id, authorization);
  for (const payment of USERS[name].payments as OldPayment[]) {
    if (payment.state === 'initiated') continue;
    const trackId = toToken(id, payment);
    const one = { id: `old${toPaymentId(id, payment)}`, authorization, trackId, rial: 1_100_000, at: 0 };
    vandar.book.withdrawals.set(trackId, { ...one, status: 'DONE' });
  }
}
for (const seconds of [0, 120, 35 * 60, 7 * 3600, 120]) await site.tick(seconds);

const renewals = (name: keyof typeof USERS) =>
  [...vandar.book.withdrawals.keys()].filter((key) =>
    key.startsWith(`renewal:${String(getUserId(name))}:${String(END)}:`),
  ).length;
const ends = (name: keyof typeof USERS) =>
  site.sql('SELECT subscribed_until AS n FROM users WHERE id = ?', getUserId(name)).first<number>('n');

it.each<[keyof typeof USERS, number]>([
  ['corrected', 1],
  ['correctedTwice', 1],
  ['unlinked', 1],
  ['unlinkedDue', 1],
])('of a user as %s, what the provider has collected is credited, and nothing collected again', async (name, made) => {
  expect(renewals(name)).toBe(made);
  expect(await ends(name)).toBe(END + PLAN.days * DAY);
  expect(await site.count("payments WHERE user_id = ? AND state = 'settled'", getUserId(name))).toBe(1);
});

it('what was collected before is not collected again', async () => {
  expect([renewals('done'), await ends('done')]).toEqual([1, END]);
});

it('withdrawals from before count against their mandate within 31 days', async () => {
  expect(renewals('usedUp')).toBe(0);
  expect([renewals('hasLeft'), await ends('hasLeft')]).toEqual([1, END + PLAN.days * DAY]);
  for (const seconds of [2 * DAY, 120]) await site.tick(seconds);
  expect(renewals('usedUp')).toBe(1);
});

it('calls a person for nothing of it', async () => {
  expect(await site.count('alarms')).toBe(0);
});
