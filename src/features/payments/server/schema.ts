import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { referrerColumn } from '../../../platform/db/referrer-column.ts';
import { LINE_KINDS, METHODS, PROBLEMS, PURPOSES } from '../../ledger/payment-kinds.ts';
import { PAYMENT_STATES } from '../payment-state.ts';

/** Tables for Drizzle's types; migrations/ creates them. Times are epoch seconds, money is whole toman. */

export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    state: text('state', { enum: PAYMENT_STATES }).notNull(),
    method: text('method', { enum: METHODS }).notNull(),
    price: integer('price').notNull(),
    discount: integer('discount').notNull(),
    vat: integer('vat').notNull(),
    total: integer('total').notNull(),
    fingerprint: text('fingerprint').notNull(),
    token: text('token'),
    payUrl: text('pay_url'),
    reference: text('reference'),
    trace: text('trace'),
    card: text('card'),
    problem: text('problem', { enum: PROBLEMS }),
    discountCode: text('discount_code'),
    referrer: referrerColumn('referrer').notNull(),
    commission: integer('commission').notNull(),
    contentKind: text('content_kind'),
    contentId: integer('content_id'),
    returnPath: text('return_path'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    claimedAt: integer('claimed_at').notNull(),
    checkedAt: integer('checked_at').notNull(),
    settledAt: integer('settled_at'),
    deliveredAt: integer('delivered_at'),
    kept: integer('kept').notNull(),
    supersededBy: text('superseded_by'),
  },
  (t) => [index('payments_user').on(t.userId, t.createdAt, t.id)],
);

export type PaymentRow = typeof payments.$inferSelect;

export const paymentLines = sqliteTable(
  'payment_lines',
  {
    paymentId: text('payment_id').notNull(),
    line: integer('line').notNull(),
    kind: text('kind', { enum: LINE_KINDS }).notNull(),
    itemId: integer('item_id').notNull(),
    titleId: integer('title_id'),
    titleKind: text('title_kind'),
    nameFa: text('name_fa').notNull(),
    nameEn: text('name_en').notNull(),
    quality: text('quality'),
    days: integer('days'),
    hours: integer('hours'),
    opensAt: integer('opens_at'),
    listPrice: integer('list_price').notNull(),
    discount: integer('discount').notNull(),
    vat: integer('vat').notNull(),
    total: integer('total').notNull(),
    delivered: integer('delivered').notNull(),
    gift: integer('gift').notNull(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.line] })],
);

export type LineRow = typeof paymentLines.$inferSelect;

export const discountCodes = sqliteTable('discount_codes', {
  code: text('code').primaryKey(),
  percent: integer('percent').notNull(),
  bonusDays: integer('bonus_days').notNull(),
  planId: integer('plan_id'),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  maxUses: integer('max_uses').notNull(),
  usesPerUser: integer('uses_per_user').notNull(),
});
