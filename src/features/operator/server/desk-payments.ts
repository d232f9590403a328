import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../desk-payments-contract.ts';
import { getDeskPayment as pageCall, listDeskPayments as listCall } from '../desk-payments-contract.ts';
import { CLAIM_SECONDS } from '../../payments/config.ts';
import { DEADLINES } from '../../../platform/config/deadlines.ts';
import { withDeadline } from '../../../platform/http/limits/deadline.ts';
import { describeError } from '../../../platform/http/faults/describe-error.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { findInquirer, inquireOne } from '../../checkout/server/reconcile.ts';
import { findPayment, readLines } from '../../payments/server/read.ts';
import { readRefunds, sumRefundedLines } from '../../payments/server/refunds/read.ts';
import { isFinal } from '../../payments/payment-state.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { chooseMask } from './accounts.ts';

const PER_PAGE = 50;
const entries = pageCall.output.entries.data.entries.entries;

export const listDeskPayments: OperatorService<typeof listCall> = async ({ db }, { state, before }) => {
  const [time, id] = (before ?? '').split('.');
  const isBefore = id === undefined ? sql`1` : sql`(created_at, id) < (${Number(time)}, ${id})`;
  const rows = await db.all(sql`SELECT id, user_id, purpose, state, problem, method, total, reference, created_at
    FROM payments WHERE ${state === undefined ? sql`1` : sql`state = ${state}`} AND ${isBefore}
    ORDER BY created_at DESC, id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(listCall.output.entries.data, rows);
  const last = data.length === PER_PAGE ? data.at(-1) : undefined;
  return ok({ data, next: last ? `${String(last.created_at)}.${last.id}` : null });
};

export const getDeskPayment: OperatorService<typeof pageCall> = async (context, { id }) => {
  const { db } = context;
  const row = await findPayment(db, id);
  if (row === undefined) return fail('payment_unknown');
  const [lines, refunds, people, ledger, cards, hide] = await Promise.all([
    readLines(db, [id]),
    readRefunds(db, [id]),
    db.all<{ mobile: string }>(sql`SELECT mobile FROM users WHERE id = ${row.userId}`),
    db.all(sql`SELECT event, account, amount, created_at FROM ledger_entries WHERE payment_id = ${id} ORDER BY id`),
    db.all<{ line: number; tail: string }>(sql`SELECT line, tail FROM gift_cards WHERE payment_id = ${id}`),
    chooseMask(context),
  ]);
  const paymentRefunds = refunds.get(id) ?? [];
  const refunded = sumRefundedLines(paymentRefunds);
  const { purpose, state, problem, method, total, reference, price, discount, vat, trace, card, token } = row;
  return ok({
    data: {
      ...{ id, purpose, state, problem, method, total, reference, price, discount, vat, trace, card, token },
      user_id: row.userId,
      mobile: hide(people[0]?.mobile ?? ''),
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      checked_at: row.checkedAt,
      settled_at: row.settledAt,
      delivered_at: row.deliveredAt,
      lines: (lines.get(id) ?? []).map(({ line, kind, nameFa, nameEn, days, total: sum, vat: tax, delivered }) => ({
        ...{ line, kind, name_fa: nameFa, name_en: nameEn, days, total: sum, vat: tax },
        delivered: delivered === 1,
        refunded: refunded.get(line) ?? 0,
        card_tail: cards.find((card) => card.line === line)?.tail ?? null,
      })),
      refunds: paymentRefunds,
      entries: v.parse(entries, ledger),
    },
  });
};

/** A worker that has claimed the payment is left alone. A verdict after the deadline settles in the background. */
export const verifyAgain: OperatorService<typeof calls.verifyAgain> = async (context, { id }, _operator, record) => {
  const { db, now, defer } = context;
  const before = await findPayment(db, id);
  if (before === undefined) return fail('payment_unknown');
  const isClaimed = before.state === 'verifying' && before.claimedAt > now - CLAIM_SECONDS;
  const bank = before.state === 'settled' || isClaimed || before.token === null ? null : findInquirer(context, before);
  if (bank) {
    const inquiry = inquireOne(context, bank, before);
    defer(inquiry);
    await withDeadline(inquiry, DEADLINES.call, 'bank').catch((cause: unknown) => {
      console.error(`verify again: ${describeError(cause)}`);
    });
  } else if (!isFinal(before.state)) return fail('payment_in_progress');
  const state = (await findPayment(db, id))?.state ?? before.state;
  record({ before: { state: before.state }, after: { state } });
  return ok({ data: { state } });
};
