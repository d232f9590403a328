import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../prices-contract.ts';
import { withdrawPlanPrice as withdrawCall, type PlanPrice } from '../prices-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { readPlan } from '../../payments/server/plans.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { checkStart } from '../price-dates.ts';
import { countRev, renewPages, toCost, withdrawPlanned } from './plan-changes.ts';

export const PRICE_COLUMNS = sql`id, plan_id, starts_at, toman, discount_percent, discount_price, discount_day, operator, reason,
  created_at, withdrawn_at`;
const price = withdrawCall.output.entries.data;
interface Terms {
  toman: number;
  discount_percent: number | null;
  discount_price: number | null;
  discount_day: number | null;
}
const TERMS = ['toman', 'discount_percent', 'discount_price', 'discount_day'] as const;
const areTermsEqual = (a: Terms, b: Terms) => TERMS.every((name) => a[name] === b[name]);

/** A per cent that is shown is rounded down, so that no more is promised than is given. */
function readTerms(input: Omit<Terms, 'discount_percent'>): Outcome<Terms, ErrorCode> {
  const { toman, discount_price, discount_day } = input;
  const percent = discount_price === null ? null : Math.floor(((toman - discount_price) * 100) / toman);
  const isWrong = percent === null ? discount_day !== null : percent < 1;
  return isWrong
    ? fail('plan_price_discount', { fields: { discount_price: 'plan_price_discount' } })
    : ok({ toman, discount_percent: percent, discount_price, discount_day });
}

/** One statement asks that nobody has changed the plan's prices meanwhile, and writes. */
export const addPlanPrice: OperatorService<typeof calls.addPlanPrice> = async (
  context,
  { id, key, rev, starts_at: chosen, reason, rehearse, ...input },
  operator,
  record,
) => {
  const { db, now } = context;
  const terms = readTerms(input);
  if (!terms.ok) return terms;
  const { earlier, rev: present, taken } = await readState(db, id, key, chosen ?? now);
  const start = earlier?.starts_at ?? chosen ?? now;
  const [before, following] = await Promise.all([readPlan(db, start - 1, id), readPlan(db, start, id)]);
  if (!before || !following) return fail('plan_unknown');
  const answer = () => ({
    ...{ starts_at: start, ends_at: following.changes_at },
    ...{ before: toCost(before), after: toCost({ ...before, ...terms.value }) },
  });
  const isOwn = (row: PlanPrice) =>
    row.plan_id === id &&
    row.operator === operator &&
    areTermsEqual(row, terms.value) &&
    start === (chosen ?? row.created_at);
  if (earlier) return isOwn(earlier) ? ok({ data: answer() }) : fail('key_used');
  const dates = checkStart(chosen, now);
  if (!dates.ok) return dates;
  if (present !== rev) return fail('plan_changed');
  if (taken === 1) return fail('plan_price_date', { fields: { starts_at: 'plan_price_date' } });
  if (areTermsEqual(before, terms.value)) return fail('plan_price_same', { fields: { toman: 'plan_price_same' } });
  if (rehearse) return ok({ data: answer() });
  const { toman, discount_percent, discount_price, discount_day } = terms.value;
  const [, rows = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO plan_prices (plan_id, starts_at, toman, discount_percent, discount_price, discount_day, key,
          operator, reason, created_at)
        SELECT ${id}, ${start}, ${toman}, ${discount_percent}, ${discount_price}, ${discount_day}, ${key}, ${operator},
          ${reason}, ${now}
        WHERE ${countRev(sql`${id}`)} = ${rev} ON CONFLICT DO NOTHING`,
      selectByKey(key),
    ]),
  );
  const [made] = v.parse(v.array(price), rows);
  if (!made) return fail('plan_changed');
  if (!isOwn(made)) return fail('key_used');
  record({ before: toCost(before), after: { ...terms.value, starts_at: start, reason } });
  renewPages(context);
  return ok({ data: answer() });
};

const selectByKey = (key: string) => sql`SELECT ${PRICE_COLUMNS} FROM plan_prices WHERE key = ${key}`;
const state = v.tuple([v.array(price), v.tuple([v.object({ rev: v.number(), taken: v.number() })])]);

/** At one moment: of two requests with one key, the second must not see the change of the first alone. */
async function readState(db: Database, id: number, key: string, start: number) {
  const [[earlier], [row]] = v.parse(
    state,
    await batch(db, [
      selectByKey(key),
      sql`SELECT ${countRev(sql`${id}`)} AS rev, EXISTS (SELECT 1 FROM plan_prices
        WHERE plan_id = ${id} AND withdrawn_at IS NULL AND starts_at = ${start}) AS taken`,
    ]),
  );
  return { earlier, ...row };
}

export const withdrawPlanPrice: OperatorService<typeof withdrawCall> = (
  context,
  { id, price: priceId, rev, reason },
  _operator,
  record,
) =>
  withdrawPlanned(
    context,
    {
      columns: PRICE_COLUMNS,
      table: sql`plan_prices`,
      where: sql`id = ${priceId} AND plan_id = ${id}`,
      shape: price,
      isCurrent: sql`${countRev(sql`${id}`)} = ${rev}`,
      reason,
      codes: { unknown: 'plan_price_unknown', begun: 'plan_price_begun', changed: 'plan_changed' },
    },
    record,
  );
