import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ok } from '../../../platform/outcome.ts';
import { foldNumber } from '../../../platform/text/digits.ts';
import { areCodesOpen, closeBatchCodes, showBatchCodes } from '../../gifts/server/batch-codes.ts';
import { makeGiftBatch, rehearseGiftBatch } from '../../gifts/server/batches.ts';
import { cardState } from '../../gifts/server/card-state.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../gift-batches-contract.ts';
import { giftBatch, type listGiftBatches as listCall } from '../gift-batches-contract.ts';
import { findAloneLimit } from './approvals.ts';
import { describeBatch } from './describe-move.ts';

const PER_PAGE = 20;
const flag = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);
const batchRows = v.array(
  v.object({
    ...giftBatch.entries,
    waiting: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
    is_own: flag,
    codes_open: flag,
  }),
);

export const listBatches: OperatorService<typeof listCall> = async ({ db, now }, { before, number }, operator) => {
  const [time, id] = (before ?? '').split('.');
  const isBefore = id === undefined ? sql`1` : sql`(b.created_at, b.payment_id) < (${Number(time)}, ${id})`;
  const isOfNumber =
    number === undefined
      ? sql`1`
      : sql`b.payment_id IN (SELECT payment_id FROM gift_batches WHERE tracking = ${foldNumber(number)}
        UNION ALL SELECT payment_id FROM gift_batches WHERE payment_id = ${number.toLowerCase()})`;
  const cards = sql`FROM gift_cards c LEFT JOIN gift_redemptions g ON g.card_id = c.id WHERE c.payment_id = b.payment_id`;
  const rows = await db.all(sql`SELECT b.payment_id AS id, b.buyer, b.tracking, b.reason, b.operator, b.created_at,
      b.codes_at, ${areCodesOpen(now)} AS codes_open, b.maker = ${operator} AS is_own, p.total AS toman, l.item_id AS plan_id, l.name_fa, l.name_en, l.days,
      (SELECT count(*) ${cards}) AS count, (SELECT count(g.card_id) ${cards}) AS redeemed,
      (SELECT json_group_array(c.line) ${cards} AND ${cardState} = 'waiting') AS waiting
    FROM gift_batches b JOIN payments p ON p.id = b.payment_id
      JOIN payment_lines l ON l.payment_id = b.payment_id AND l.line = 0
    WHERE ${isBefore} AND ${isOfNumber} ORDER BY b.created_at DESC, b.payment_id DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(batchRows, rows);
  const last = data.length === PER_PAGE ? data.at(-1) : undefined;
  return ok({ data, next: last ? `${String(last.created_at)}.${last.id}` : null });
};

export const previewBatch: OperatorService<typeof calls.rehearseGiftBatch> = async (context, input, operator) => {
  const act = await rehearseGiftBatch(context, input, operator);
  if (!act.ok) return act;
  const limit = await findAloneLimit(context);
  return ok({ data: { ...act.value.preview, needs_approval: limit !== null && act.value.aloneAfter > limit } });
};

export const makeBatch: OperatorService<typeof calls.makeGiftBatch> = async (context, input, operator, record) => {
  const made = await makeGiftBatch(context, input, operator, await findAloneLimit(context));
  if (!made.ok) return made;
  record(describeBatch(input, input.reason));
  return ok({ data: made.value });
};

/** The trail has that they were shown, and no code. */
export const showCodes: OperatorService<typeof calls.showGiftCodes> = async (
  context,
  { id, key },
  operator,
  record,
) => {
  const codes = await showBatchCodes(context, { id, key, operator });
  if (!codes.ok) return codes;
  record({ after: { cards: codes.value.length } });
  return ok({ data: codes.value });
};

export const closeCodes: OperatorService<typeof calls.closeGiftCodes> = async (
  context,
  { id, key },
  operator,
  record,
) => {
  const closed = await closeBatchCodes(context, { id, key, operator });
  if (!closed.ok) return closed;
  record({ after: closed.value });
  return ok({ data: closed.value });
};
