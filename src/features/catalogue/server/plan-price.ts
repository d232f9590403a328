import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../price-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { checkStart } from '../../checkout/price-dates.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { formatPrice, titlePrice, type TitlePrice } from '../price.ts';
import { planNextPublication } from './publish-due.ts';
import { readRecord, type TitleRecord } from './read-record.ts';

interface PlanAct {
  price: TitlePrice;
  /** Epoch seconds. */
  start: number;
  operator: string;
  reason: string;
  rehearse?: boolean;
}

type PlanOutcome = Outcome<{ before: TitlePrice | null; isNew: boolean }, ErrorCode>;

export const planTitlePrice: OperatorService<typeof calls.planTitlePrice> = async (
  context,
  { id, rev, price, starts_at: start, reason },
  operator,
  record,
) => {
  const { plan } = await writePlan(context, { id, rev }, { price, start, operator, reason });
  if (!plan.ok) return plan;
  const { before, isNew } = plan.value;
  if (isNew) {
    await planNextPublication(context);
    record({ before: { price: formatPrice(before) }, after: { price: formatPrice(price), starts_at: start, reason } });
  }
  return answer(context, id);
};

/** The same plan again is the same one. Of two members that plan at one moment one wins. `rev`: undefined for a rehearsal. */
export async function writePlan(
  { db, now }: RequestContext,
  { id, rev }: { id: number; rev: number | undefined },
  { price, start, operator, reason, rehearse = false }: PlanAct,
): Promise<{ title: TitleRecord | null; plan: PlanOutcome }> {
  const title = await readRecord(db, id, now);
  const refuse = (...fault: Parameters<typeof fail<ErrorCode>>) => ({ title, plan: fail(...fault) });
  if (!title) return refuse('title_not_found');
  // An episode is sold with its series.
  if (title.kind === 'episode') return refuse('title_field', { fields: { price: 'title_field' } });
  const value = formatPrice(price);
  const same = title.price_plans.find(({ starts_at: at }) => at === start);
  const isRepeated = same?.operator === operator && same.reason === reason && formatPrice(same.price) === value;
  if (isRepeated) return { title, plan: ok({ before: same.price, isNew: false }) };
  const dates = checkStart(start, now);
  if (!dates.ok) return { title, plan: dates };
  if (rev !== undefined && title.price_rev !== rev)
    return refuse('title_changed', { fields: { price: 'title_changed' } });
  if (same) return refuse('plan_price_date', { fields: { starts_at: 'plan_price_date' } });
  const before = title.price_plans.findLast(({ starts_at: at }) => at < start)?.price ?? title.price;
  if (formatPrice(before) === value) return refuse('plan_price_same', { fields: { toman: 'plan_price_same' } });
  if (rehearse) return { title, plan: ok({ before, isNew: true }) };
  const { toman, sale, owned_hours: hours } = price;
  const [, rows = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO title_price_plans (title_id, starts_at, toman, sale, owned_hours, operator, reason, created_at)
        SELECT ${id}, ${start}, ${toman}, ${sale}, ${hours}, ${operator}, ${reason}, ${now}
        WHERE ${title.price_rev} = (SELECT count(*) + count(withdrawn_at) + count(began_at) FROM title_price_plans
          WHERE title_id = ${id}) ON CONFLICT DO NOTHING`,
      sql`SELECT 1 FROM title_price_plans WHERE title_id = ${id} AND starts_at = ${start} AND withdrawn_at IS NULL
        AND toman = ${toman} AND sale = ${sale} AND owned_hours IS ${hours} AND operator = ${operator}
        AND reason = ${reason}`,
    ]),
  );
  if (rows.length === 0) return refuse('title_changed', { fields: { price: 'title_changed' } });
  return { title, plan: ok({ before, isNew: true }) };
}

/** One that is withdrawn stays so: a second press changes nothing. */
export const withdrawTitlePrice: OperatorService<typeof calls.withdrawTitlePrice> = async (
  context,
  { id, plan, reason },
  _operator,
  record,
) => {
  const { db, now } = context;
  const select = sql`SELECT starts_at, toman, sale, owned_hours, withdrawn_at FROM title_price_plans
    WHERE id = ${plan} AND title_id = ${id}`;
  const [before = [], , after = []] = await retryWrite(() =>
    batch(db, [
      select,
      sql`UPDATE title_price_plans SET withdrawn_at = ${now} WHERE id = ${plan} AND title_id = ${id}
        AND withdrawn_at IS NULL AND began_at IS NULL AND starts_at > ${now}`,
      select,
    ]),
  );
  const [[was], [is]] = [v.parse(planRows, before), v.parse(planRows, after)];
  if (!was || !is) return fail('plan_price_unknown');
  if (is.withdrawn_at === null) return fail('plan_price_begun');
  if (was.withdrawn_at === null) {
    await planNextPublication(context);
    record({ before: { price: formatPrice(was), starts_at: was.starts_at }, after: { withdrawn_at: now, reason } });
  }
  return answer(context, id);
};

const planRows = v.array(
  v.object({ ...titlePrice.entries, starts_at: v.number(), withdrawn_at: v.nullable(v.number()) }),
);

async function answer({ db, now }: RequestContext, id: number) {
  const title = await readRecord(db, id, now);
  if (!title) return fail('title_not_found');
  return ok({ data: { price_plans: title.price_plans, price_rev: title.price_rev } });
}
