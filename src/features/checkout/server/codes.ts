import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type * as calls from '../codes-contract.ts';
import { listDiscountCodes as listCall, type DiscountCode } from '../codes-contract.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { NO_DISCOUNT } from '../../payments/server/discount.ts';
import { toPlanOrder } from '../../payments/server/plan-order.ts';
import { readSoldPlans } from '../../payments/server/plans.ts';
import { sumLines } from '../../payments/pricing.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';
import { checkStart, MAX_AHEAD_SECONDS } from '../price-dates.ts';

const PER_PAGE = 50;
export const rows = listCall.output.entries.data;
const SPELLING = /^[\p{L}\p{Nd}_-]{4,40}$/u;

const listColumns = (
  now: number,
) => sql`c.code, c.percent, c.bonus_days, c.plan_id, c.starts_at, c.ends_at, c.max_uses, c.uses_per_user,
  c.created_at, c.made_by, (SELECT count(*) FROM discount_uses u WHERE u.code = c.code) AS uses,
  CASE WHEN c.ends_at <= ${now} THEN 'ended' WHEN c.starts_at > ${now} THEN 'planned' ELSE 'open' END AS state`;
export const selectCode = (code: string, now: number) =>
  sql`SELECT ${listColumns(now)} FROM discount_codes c WHERE c.code = ${code}`;

export const listDiscountCodes: OperatorService<typeof listCall> = async ({ db, now }, { state, query, before }) => {
  const [time, code] = splitCursor(before);
  const isBefore = code === undefined ? sql`1` : sql`(c.created_at, c.code) < (${time}, ${code})`;
  const isOfState =
    state === undefined
      ? sql`1`
      : state === 'ended'
        ? sql`c.ends_at <= ${now}`
        : sql`c.ends_at > ${now} AND (c.starts_at > ${now}) = ${Number(state === 'planned')}`;
  const matches = query === '' ? sql`1` : sql`instr(c.code, ${query}) > 0`;
  const page =
    await db.all(sql`SELECT ${listColumns(now)} FROM discount_codes c WHERE ${isBefore} AND ${isOfState} AND ${matches}
    ORDER BY c.created_at DESC, c.code DESC LIMIT ${PER_PAGE}`);
  const data = v.parse(rows, page);
  const last = data.length === PER_PAGE ? data.at(-1) : undefined;
  return ok({ data, next: last ? `${String(last.created_at)}.${last.code}` : null });
};

function splitCursor(cursor = ''): [time: number, code?: string] {
  const dot = cursor.indexOf('.');
  return dot < 0 ? [0] : [Number(cursor.slice(0, dot)), cursor.slice(dot + 1)];
}

type Terms = Omit<DiscountCode, 'state' | 'uses'>;

/** Errors: `discount_code_taken`, and those of terms that make no sense. The same request again finds the code it made. */
export const addDiscountCode: OperatorService<typeof calls.addDiscountCode> = async (
  { db, now },
  { reason, rehearse, ...input },
  operator,
  record,
) => {
  const terms = { ...input, starts_at: input.starts_at ?? now, created_at: now, made_by: operator };
  const earlier = await findCode(db, terms.code, now);
  if (earlier) {
    const isRepeat = !rehearse && isSameRequest(earlier, terms, input.starts_at === null);
    return isRepeat ? ok({ data: { ...earlier, plans: await priceWith(db, earlier) } }) : failTaken();
  }
  const checked = checkTerms(terms, input.starts_at, now);
  if (!checked.ok) return checked;
  const costs = await priceWith(db, terms);
  if (terms.plan_id !== null && costs.length === 0)
    return fail('plan_unknown', { fields: { plan_id: 'plan_unknown' } });
  const state = terms.starts_at > now ? 'planned' : 'open';
  if (rehearse) return ok({ data: { ...terms, state, uses: 0, plans: costs } });
  const [, [row] = []] = await retryWrite(() =>
    batch(db, [
      sql`INSERT INTO discount_codes (code, percent, bonus_days, plan_id, starts_at, ends_at, max_uses, uses_per_user,
          created_at, made_by)
        SELECT ${terms.code}, ${terms.percent}, ${terms.bonus_days}, ${terms.plan_id}, ${terms.starts_at},
          ${terms.ends_at}, ${terms.max_uses}, ${terms.uses_per_user}, ${now}, ${operator}
        WHERE NOT EXISTS (SELECT 1 FROM discount_uses WHERE code = ${terms.code}) ON CONFLICT DO NOTHING`,
      selectCode(terms.code, now),
    ]),
  );
  const [made] = v.parse(rows, row === undefined ? [] : [row]);
  if (!made || !isSameRequest(made, terms, input.starts_at === null)) return failTaken();
  record({ after: { ...terms, reason } });
  return ok({ data: { ...made, plans: costs } });
};

const failTaken = () => fail('discount_code_taken', { fields: { code: 'discount_code_taken' } });

async function findCode(db: Database, code: string, now: number): Promise<DiscountCode | undefined> {
  return v.parse(rows, await db.all(selectCode(code, now)))[0];
}

function isSameRequest(row: DiscountCode, terms: Terms, isAtOnce: boolean): boolean {
  const compare = ['percent', 'bonus_days', 'plan_id', 'ends_at', 'max_uses', 'uses_per_user', 'made_by'] as const;
  const starts = isAtOnce ? row.created_at : terms.starts_at;
  return row.starts_at === starts && compare.every((name) => row[name] === terms[name]);
}

function checkTerms(terms: Terms, chosenStart: number | null, now: number): Outcome<null, ErrorCode> {
  const { code, percent, bonus_days: days, starts_at: starts, ends_at: ends } = terms;
  if (!SPELLING.test(code)) return fail('discount_code_spelling', { fields: { code: 'discount_code_spelling' } });
  if (percent === 0 && days === 0) return fail('discount_empty', { fields: { percent: 'discount_empty' } });
  const start = checkStart(chosenStart, now);
  if (!start.ok) return start;
  if (ends <= starts || ends > now + MAX_AHEAD_SECONDS)
    return fail('discount_dates', { fields: { ends_at: 'discount_dates' } });
  if (terms.uses_per_user > terms.max_uses)
    return fail('discount_uses_order', { fields: { uses_per_user: 'discount_uses_order' } });
  return ok(null);
}

/** By the checkout's own orders. */
async function priceWith(db: Database, { plan_id: id, percent, bonus_days: bonusDays, code, starts_at: at }: Terms) {
  const sold = await readSoldPlans(db, at);
  return sold
    .filter((plan) => id === null || plan.id === id)
    .map((plan) => {
      const before = toPlanOrder(plan, NO_DISCOUNT);
      const after = toPlanOrder(plan, { code, percent, bonusDays });
      return {
        ...{ id: plan.id, name_fa: plan.name_fa, name_en: plan.name_en },
        total_before: sumLines(before.lines).total,
        total: sumLines(after.lines).total,
        days_before: before.lines[0]?.days ?? 0,
        days: after.lines[0]?.days ?? 0,
      };
    });
}

/** One that has ended stays so, and none ends later than it would: a second press changes nothing. */
export const endDiscountCode: OperatorService<typeof calls.endDiscountCode> = async (
  { db, now },
  { code, ends_at: chosen, reason },
  _operator,
  record,
) => {
  if (chosen !== null && chosen < now) return fail('starts_past', { fields: { ends_at: 'starts_past' } });
  const end = chosen ?? now;
  const [before = [], , after = []] = await retryWrite(() =>
    batch(db, [
      selectCode(code, now),
      sql`UPDATE discount_codes SET ends_at = ${end} WHERE code = ${code} AND ends_at > ${end}`,
      selectCode(code, now),
    ]),
  );
  const [[was], [is]] = [v.parse(rows, before), v.parse(rows, after)];
  if (!was || !is) return fail('discount_code_unknown');
  if (chosen !== null && is.ends_at !== chosen)
    return fail('discount_ends_before', { fields: { ends_at: 'discount_ends_before' } });
  if (was.ends_at !== is.ends_at) record({ before: { ends_at: was.ends_at }, after: { ends_at: is.ends_at, reason } });
  return ok({ data: is });
};
