import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LINE_KINDS, METHODS, PROBLEMS, PURPOSES } from '../../domain/payment-kinds.ts';
import { SALES } from '../../domain/entitlement.ts';
import { PAYMENT_STATES } from '../../domain/payment-state.ts';

/** The tables of migrations/0010_money.sql that are read through Drizzle. Writes that guard money are plain SQL. */

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
    referrer: integer('referrer').notNull(),
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
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.line] })],
);
export type LineRow = typeof paymentLines.$inferSelect;

/** `ownedHours` null: for good. `episodeToman`: what direct debit collects for each new episode of a series. */
export const titlePrices = sqliteTable('title_prices', {
  titleId: integer('title_id').primaryKey(),
  toman: integer('toman').notNull(),
  sale: text('sale', { enum: SALES }).notNull(),
  ownedHours: integer('owned_hours'),
  episodeToman: integer('episode_toman'),
});

export const downloads = sqliteTable('downloads', {
  id: integer('id').primaryKey(),
  titleId: integer('title_id').notNull(),
  quality: text('quality').notNull(),
  bytes: integer('bytes').notNull(),
  toman: integer('toman').notNull(),
  /** The key in R2; null while there is no file. */
  file: text('file'),
  /** Languages of the subtitles in the file. */
  subtitles: text('subtitles', { mode: 'json' }).$type<string[]>().notNull().default([]),
});

export const purchases = sqliteTable(
  'purchases',
  {
    userId: integer('user_id').notNull(),
    kind: text('kind', { enum: ['title', 'screening', 'download'] }).notNull(),
    itemId: integer('item_id').notNull(),
    paymentId: text('payment_id').notNull(),
    titleId: integer('title_id').notNull(),
    boughtAt: integer('bought_at').notNull(),
    endsAt: integer('ends_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.itemId, t.paymentId] }),
    index('purchases_title').on(t.userId, t.titleId),
  ],
);

export const discountCodes = sqliteTable('discount_codes', {
  code: text('code').primaryKey(),
  percent: integer('percent').notNull(),
  bonusDays: integer('bonus_days').notNull(),
  planId: integer('plan_id'),
  endsAt: integer('ends_at').notNull(),
  maxUses: integer('max_uses').notNull(),
  usesPerUser: integer('uses_per_user').notNull(),
});

export const mandates = sqliteTable('mandates', {
  id: text('id').primaryKey(),
  userId: integer('user_id').notNull(),
  provider: text('provider').notNull(),
  bank: text('bank').notNull(),
  mobile: text('mobile').notNull(),
  state: text('state', { enum: ['pending', 'active', 'failed', 'cancelled'] }).notNull(),
  token: text('token').notNull(),
  authorizationId: text('authorization_id'),
  limitToman: integer('limit_toman').notNull(),
  countPerMonth: integer('count_per_month').notNull(),
  endsOn: text('ends_on').notNull(),
  createdAt: integer('created_at').notNull(),
  verifiedAt: integer('verified_at'),
  returnPath: text('return_path'),
});
export type MandateRow = typeof mandates.$inferSelect;
