import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../desk-payments-contract.ts';
import { getDeskPayment as pageCall, listDeskPayments as listCall } from '../desk-payments-contract.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { batch } from '../../../platform/db/batch.ts';
import { CLAIM_SECONDS } from '../../payments/config.ts';
import { readSeller } from '../../../platform/config/seller.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { tehranDayEnd, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import { findInquirer, inquireOne } from '../../checkout/server/reconcile.ts';
import { toInvoice } from '../../payments/invoiced.ts';
import { selectChecks } from '../../payments/server/payment-checks.ts';
import type { PaymentRow } from '../../payments/server/schema.ts';
import { findPayment, readLines } from '../../payments/server/read.ts';
import { readRefunds, sumRefundedLines } from '../../payments/server/refunds/read.ts';
import { toLineView } from '../../payments/server/view.ts';
import { isFinal } from '../../payments/payment-state.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { chooseMask } from './accounts.ts';
import { selectPaymentsByNumber } from './payment-numbers.ts';

const PER_PAGE = 50;
const MAX_OF_CARD = 200;
const page = pageCall.output.entries.data.entries;

/** Along the index of the filter that leaves the fewest rows; a plus keeps SQLite from the indexes of the others. */
function matchFilters({ number, user, total, state, method, from, until }: v.InferOutput<typeof listCall.input>): SQL {
  const wanted = Object.entries({ user_id: user, total, state, method }).filter(([, value]) => value !== undefined);
  const conditions = wanted.map(([column, value], at) =>
    at === 0 && number === undefined
      ? sql`${sql.identifier(column)} = ${value}`
      : sql`+${sql.identifier(column)} = ${value}`,
  );
  if (from !== undefined) conditions.push(sql`created_at >= ${tehranMidnight(from)}`);
  if (until !== undefined) conditions.push(sql`created_at < ${tehranDayEnd(until)}`);
  if (number !== undefined) {
    const { numbers, cards } = selectPaymentsByNumber(number, MAX_OF_CARD);
    conditions.push(sql`id IN (SELECT id FROM (${numbers} UNION ALL SELECT * FROM (${cards})))`);
  }
  return sql.join([sql`1`, ...conditions], sql` AND `);
}

export const listDeskPayments: OperatorService<typeof listCall> = async ({ db }, input, _operator, record) => {
  const { user, before } = input;
  const [time, id] = (before ?? '').split('.');
  const isBefore = id === undefined ? sql`1` : sql`(created_at, id) < (${Number(time)}, ${id})`;
  const rows = await db.all(sql`SELECT id, user_id, purpose, state, problem, method, total, reference, created_at
    FROM payments WHERE ${matchFilters(input)} AND ${isBefore} ORDER BY created_at DESC, id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(listCall.output.entries.data, rows);
  if (user === undefined) record({ accounts: data.map(({ user_id: id }) => id) });
  const last = data.length === PER_PAGE ? data.at(-1) : undefined;
  return ok({ data, next: last ? `${String(last.created_at)}.${last.id}` : null });
};

const mobileRow = v.object({ mobile: v.fallback(v.string(), '') });

export const getDeskPayment: OperatorService<typeof pageCall> = async (context, { id }) => {
  const { db } = context;
  const row = await findPayment(db, id);
  if (row === undefined) return fail('payment_unknown');
  const [lines, refunds, [people = [], ledger, cards = [], checks], hide] = await Promise.all([
    readLines(db, [id]),
    readRefunds(db, [id]),
    batch(db, [
      sql`SELECT mobile FROM users WHERE id = ${row.userId}`,
      sql`SELECT event, account, amount, created_at FROM ledger_entries WHERE payment_id = ${id} ORDER BY id`,
      sql`SELECT line, tail FROM gift_cards WHERE payment_id = ${id}`,
      selectChecks(id),
    ]),
    chooseMask(context),
  ]);
  const tails = v.parse(v.array(v.object({ line: v.number(), tail: v.string() })), cards);
  const paymentRefunds = refunds.get(id) ?? [];
  const refunded = sumRefundedLines(paymentRefunds);
  const { purpose, state, problem, method, total, reference, price, discount, vat, trace, card, token } = row;
  const sold = (lines.get(id) ?? []).map((one) => ({
    ...toLineView(one),
    line: one.line,
    delivered: one.delivered === 1,
    refunded: refunded.get(one.line) ?? 0,
    card_tail: tails.find(({ line }) => line === one.line)?.tail ?? null,
  }));
  return ok({
    data: {
      ...{ id, purpose, state, problem, method, total, reference, price, discount, vat, trace, card, token },
      user_id: row.userId,
      mobile: hide(v.parse(mobileRow, people[0] ?? {}).mobile),
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      checked_at: row.checkedAt,
      settled_at: row.settledAt,
      delivered_at: row.deliveredAt,
      lines: sold,
      refunds: paymentRefunds,
      entries: v.parse(page.entries, ledger),
      checks: v.parse(page.checks, checks),
      seller: toInvoice({ state, lines: sold, refunds: paymentRefunds }) === null ? null : readSeller(context.env),
    },
  });
};

/** A worker that has claimed the payment is left alone. A verdict after the deadline settles in the background. */
export const verifyAgain: OperatorService<typeof calls.verifyAgain> = async (
  context,
  { id, reason },
  _operator,
  record,
) => {
  const { db, now } = context;
  const before = await findPayment(db, id);
  if (before === undefined) return fail('payment_unknown');
  const isClaimed = before.state === 'verifying' && before.claimedAt > now - CLAIM_SECONDS;
  if (isClaimed || (before.token === null && !isFinal(before.state))) return fail('payment_in_progress');
  const inquiry = await inquireAgain(context, before);
  const state = (await findPayment(db, id))?.state ?? before.state;
  record({ before: { state: before.state }, after: { state, inquiry, reason } });
  return ok({ data: { state, inquiry } });
};

type BankInquiry = v.InferOutput<typeof calls.verifyAgain.output>['data']['inquiry'];

async function inquireAgain(context: RequestContext, payment: PaymentRow): Promise<BankInquiry> {
  const bank = payment.state === 'settled' || payment.token === null ? null : findInquirer(context, payment);
  if (bank === null) return 'impossible';
  const inquiry = inquireOne(context, bank, payment);
  context.defer(inquiry);
  const progress = await withDeadline(inquiry, DEADLINES.call, 'bank').catch((cause: unknown) => {
    console.error(`verify again: ${describeError(cause)}`);
    return 'unknown' as const;
  });
  if (progress === 'impossible') return progress;
  return progress === 'unknown' ? 'silent' : 'answered';
}
