import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { NO_REFERRER, VAT_PERCENT } from '../../../platform/config/constants.ts';
import type { Env } from '../../../platform/config/env.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { rehearse } from '../../../platform/db/rehearse.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { isRefusedBy, retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { randomId } from '../../../platform/http/random-id.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { NO_ACCOUNT, TRANSFER } from '../../ledger/payment-kinds.ts';
import { buildDeliveryStatements } from '../../ledger/server/deliver.ts';
import { sumLines } from '../../payments/pricing.ts';
import { insertLines } from '../../payments/server/create.ts';
import { addGiftCards, buildGiftOrder } from '../../payments/server/gift-order.ts';
import type { Order } from '../../payments/server/order.ts';
import { addVat, splitVat } from '../../payments/vat.ts';

interface BatchRequest {
  key: string;
  plan_id: number;
  count: number;
  /** Received in all, VAT included. */
  toman: number;
  buyer: string;
  tracking: string;
  reason: string;
}
type Context = { env: Env; db: Database; now: number };

/** Once for each key; returns its payment. Fails with `plan_unknown`, `plan_withdrawn`, `amount_invalid`, `gift_above_price`, `gift_unavailable`,
 * `tracking_used`, `key_used`, `approval_required`. `maxAlone`: toman of 24 hours without a second person; null: no bound. */
export async function makeGiftBatch(
  context: Context,
  request: BatchRequest,
  operator: string,
  maxAlone: number | null,
): Promise<Outcome<{ id: string }, ErrorCode>> {
  const prepared = await prepareBatch(context, request, operator, maxAlone);
  if (!prepared.ok) return prepared;
  if ('earlier' in prepared.value) return ok({ id: prepared.value.earlier });
  const { statements } = prepared.value;
  const written = await refuseTracking(retryWrite(() => batch(context.db, statements)));
  const saved = await findBatch(context.db, request);
  if (saved !== null) return saved;
  return written.ok ? fail('approval_required') : written;
}

/** The entries of `makeGiftBatch`, by its statements, which are rolled back. Fails as it does, or with `key_used`. */
export async function rehearseGiftBatch(context: Context, request: BatchRequest, operator: string) {
  const prepared = await prepareBatch(context, request, operator, null);
  if (!prepared.ok) return prepared;
  if ('earlier' in prepared.value) return fail('key_used');
  const { id, line, worth, statements } = prepared.value;
  const result = sql`json_object('cards', (SELECT count(*) FROM gift_cards WHERE payment_id = ${id}),
    'entries', (SELECT json_group_array(json_object('account', account, 'amount', amount)) FROM (
      SELECT account, sum(amount) AS amount FROM ledger_entries WHERE payment_id = ${id}
      GROUP BY account HAVING sum(amount) <> 0 ORDER BY min(id))))`;
  const [{ alone }] = v.parse(sums, await context.db.all(sql`SELECT ${sumAlone(context.now)} AS alone`));
  const text = await refuseTracking(rehearse(context.db, statements, result));
  if (!text.ok) return text;
  const { cards, entries } = v.parse(rehearsal, text.value);
  if (cards !== request.count) return fail('key_used');
  const { itemId, nameFa, nameEn, days } = line;
  const preview = {
    ...{ plan_id: itemId, name_fa: nameFa, name_en: nameEn, days: days ?? 0 },
    ...{ count: request.count, toman: request.toman, worth, entries },
  };
  return ok({ preview, aloneAfter: alone + worth, statements, result, text: text.value });
}

const sums = v.tuple([v.object({ alone: v.number() })]);
const rehearsal = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    cards: v.number(),
    entries: v.array(v.object({ account: v.string(), amount: v.number() })),
  }),
);

const DAY_SECONDS = 24 * 60 * 60;

/** Worth of all batches of 24 hours that no second person approved, so that several small ones are not a way around. */
const sumAlone = (now: number) => sql`(SELECT coalesce(sum(b.worth), 0) FROM gift_batches b
  WHERE b.created_at > ${now - DAY_SECONDS} AND b.key NOT IN (SELECT a.key FROM approvals a
    JOIN approval_decisions d ON d.approval_id = a.id WHERE a.kind = 'gifts' AND d.decision = 'approved'))`;

async function prepareBatch(context: Context, request: BatchRequest, operator: string, maxAlone: number | null) {
  const { db, now } = context;
  const earlier = await findBatch(db, request);
  if (earlier !== null) return earlier.ok ? ok({ earlier: earlier.value.id }) : earlier;
  const priced = await priceBatch(context, request);
  if (!priced.ok) return priced;
  const order = await addGiftCards(context, priced.value.order);
  if (!order.ok) return order;
  const [line] = order.value.lines;
  if (line === undefined) return fail('plan_unknown');
  const id = randomId();
  const { worth } = priced.value;
  const { price, discount, vat, total } = sumLines(order.value.lines);
  const { key, buyer, tracking, reason } = request;
  const [maker = operator] = operator.split(' + ');
  const statements: SQL[] = [
    sql`INSERT INTO payments (id, user_id, purpose, state, method, price, discount, vat, total, fingerprint, token,
        reference, referrer, commission, created_at, expires_at, checked_at, settled_at)
      SELECT ${id}, ${NO_ACCOUNT}, 'plan', 'settled', ${TRANSFER}, ${price}, ${discount}, ${vat}, ${total},
        ${`batch:${key}`}, ${`batch:${key}`}, ${tracking}, ${NO_REFERRER}, 0, ${now}, ${now}, ${now}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM gift_batches WHERE key = ${key})
        AND (${maxAlone} IS NULL OR ${sumAlone(now)} + ${worth} <= ${maxAlone})`,
    insertLines(id, order.value.lines),
    sql`INSERT INTO gift_batches (payment_id, key, request, buyer, tracking, worth, reason, operator, maker, created_at)
      SELECT id, ${key}, ${toJson(request)}, ${buyer}, ${tracking}, ${worth}, ${reason}, ${operator}, ${maker}, ${now}
      FROM payments WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM gift_batches WHERE payment_id = ${id})`,
    ...(order.value.statements?.(id) ?? []),
    ...buildDeliveryStatements(id),
  ];
  return ok({ id, line, worth, statements });
}

/** The sum that was received, in parts as equal as whole toman are. It is not above the list price. */
async function priceBatch(
  { db, now }: Context,
  { plan_id: planId, count, toman }: BatchRequest,
): Promise<Outcome<{ order: Order; worth: number }, ErrorCode>> {
  const order = await buildGiftOrder({ db, now }, planId, count);
  if (!order.ok) return order;
  const worth = order.value.lines.reduce((sum, { listPrice }) => sum + addVat(listPrice, VAT_PERCENT).total, 0);
  if (toman > worth) return fail('gift_above_price', { fields: { toman: 'gift_above_price' } });
  if (toman < count) return fail('amount_invalid', { fields: { toman: 'amount_invalid' } });
  const part = Math.floor(toman / count);
  const lines = order.value.lines.map((line, at) => {
    const sum = splitVat(part + Number(at < toman % count), VAT_PERCENT);
    return { ...line, ...sum, discount: line.listPrice + sum.vat - sum.total };
  });
  return ok({ order: { ...order.value, lines }, worth });
}

async function refuseTracking<T>(write: Promise<T>): Promise<Outcome<T, ErrorCode>> {
  try {
    return ok(await write);
  } catch (error) {
    if (!isRefusedBy(error, 'gift_batches.tracking')) throw error;
    return fail('tracking_used', { fields: { tracking: 'tracking_used' } });
  }
}

const toJson = ({ key: _, ...terms }: BatchRequest) =>
  JSON.stringify(Object.entries(terms).sort(([one], [other]) => one.localeCompare(other)));

/** Null: nobody has made it. */
async function findBatch(db: Database, request: BatchRequest): Promise<Outcome<{ id: string }, ErrorCode> | null> {
  const [row] = await db.all<{ id: string; request: string }>(
    sql`SELECT payment_id AS id, request FROM gift_batches WHERE key = ${request.key}`,
  );
  if (row === undefined) return null;
  return row.request === toJson(request) ? ok({ id: row.id }) : fail('key_used');
}
