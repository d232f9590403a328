import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ok } from '../../../platform/outcome.ts';
import { showBatchCodes } from '../../gifts/server/batch-codes.ts';
import { makeGiftBatch, rehearseGiftBatch } from '../../gifts/server/batches.ts';
import { cardState } from '../../gifts/server/card-state.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import type * as calls from '../gift-batches-contract.ts';
import { giftBatch, type listGiftBatches as listCall } from '../gift-batches-contract.ts';
import { findAloneLimit } from './approvals.ts';
import { describeBatch } from './describe-move.ts';

const PER_PAGE = 20;
const batchRows = v.array(
  v.object({
    ...giftBatch.entries,
    waiting: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
    is_own: v.pipe(
      v.number(),
      v.transform((flag) => flag === 1),
    ),
  }),
);

export const listBatches: OperatorService<typeof listCall> = async ({ db }, { before }, operator) => {
  const [time, id] = (before ?? '').split('.');
  const isBefore = id === undefined ? sql`1` : sql`(b.created_at, b.payment_id) < (${Number(time)}, ${id})`;
  const cards = sql`FROM gift_cards c LEFT JOIN gift_redemptions g ON g.card_id = c.id WHERE c.payment_id = b.payment_id`;
  const rows = await db.all(sql`SELECT b.payment_id AS id, b.buyer, b.tracking, b.reason, b.operator, b.created_at,
      b.codes_at, b.maker = ${operator} AS is_own, p.total AS toman, l.item_id AS plan_id, l.name_fa, l.name_en, l.days,
      (SELECT count(*) ${cards}) AS count, (SELECT count(g.card_id) ${cards}) AS redeemed,
      (SELECT json_group_array(c.line) ${cards} AND ${cardState} = 'waiting') AS waiting
    FROM gift_batches b JOIN payments p ON p.id = b.payment_id
      JOIN payment_lines l ON l.payment_id = b.payment_id AND l.line = 0
    WHERE ${isBefore} ORDER BY b.created_at DESC, b.payment_id DESC LIMIT ${PER_PAGE}`);
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
