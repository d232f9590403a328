import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { RequestContext } from '../../../platform/http/calls/context.ts';
import { getDayBook as bookCall, type DayBook } from '../books-contract.ts';
import { fail, ok } from '../../../platform/outcome.ts';
import { listJalaliMonths } from '../../../platform/text/jalali-month.ts';
import { tehranDayEnd, tehranMidnight } from '../../../platform/text/tehran-week.ts';
import type { OperatorService } from '../../staff/server/serve-operator.ts';

const MONTHS = 12;
const { sums, events, days } = bookCall.output.entries.data.entries;
const vatRow = v.object({ from: v.number(), charged: v.number(), refunded: v.number() });

const closingRows = v.array(
  v.object({ by: v.string(), at: v.number(), entries: v.number(), hash: v.string(), late: v.number() }),
);

/** Refuses a day that has not begun (`invalid_input`). */
export const getDayBook: OperatorService<typeof bookCall> = async (context, { day }) => {
  if (tehranMidnight(day) > context.now) return fail('invalid_input', { fields: { day: 'invalid_input' } });
  return ok({ data: await readBook(context, day) });
};

export async function readBook({ db }: RequestContext, day: string): Promise<DayBook> {
  const [from, to] = [tehranMidnight(day), tehranDayEnd(day)];
  const months = listJalaliMonths(from, MONTHS);
  const kind = sql`substr(event, 1, instr(event, ':') - 1)`;
  // A refund that was undone has given nothing back, and its undo charges nothing.
  const undone = sql`sum(iif(e.event LIKE 'undo:%', e.amount, 0))`;
  const [sumRows, eventRows, vatRows, dayRows, closed] = await Promise.all([
    db.all(sql`SELECT ${kind} AS event, CASE WHEN account LIKE 'wallet:%' THEN 'wallet' ELSE account END AS account,
        count(*) AS entries, sum(max(amount, 0)) AS increase, -sum(min(amount, 0)) AS decrease
      FROM ledger_entries WHERE created_at >= ${from} AND created_at < ${to} GROUP BY 1, 2 ORDER BY 1, 2`),
    db.all(sql`SELECT ${kind} AS event, count(*) AS count, sum(total <> 0) AS unbalanced
      FROM (SELECT event, sum(amount) AS total FROM ledger_entries
        WHERE created_at >= ${from} AND created_at < ${to} GROUP BY event) GROUP BY 1 ORDER BY 1`),
    // The planner would read all VAT by ledger_account.
    db.all(sql`SELECT m.value ->> 'from' AS "from", sum(max(e.amount, 0)) - ${undone} AS charged,
        -sum(min(e.amount, 0)) - ${undone} AS refunded
      FROM json_each(${JSON.stringify(months)}) m CROSS JOIN ledger_entries e INDEXED BY ledger_vat
      WHERE e.account = 'vat' AND e.created_at >= m.value ->> 'from' AND e.created_at < m.value ->> 'to' GROUP BY 1`),
    db.all(sql`SELECT source, count(*) AS accounts, sum(days) AS days FROM (
        SELECT CASE WHEN c.id IS NULL THEN 'person' WHEN c.decider = 'rule' THEN 'rule' ELSE 'case' END AS source, g.days
        FROM compensations g LEFT JOIN compensation_cases c ON c.id = g.case_id
        WHERE g.created_at >= ${from} AND g.created_at < ${to}
        UNION ALL SELECT 'undo', days FROM compensations WHERE undone_at >= ${from} AND undone_at < ${to})
      GROUP BY 1 ORDER BY 1`),
    db.all(sql`SELECT closed_by AS "by", closed_at AS at, entries, hash,
        (SELECT count(*) FROM ledger_entries e WHERE e.created_at >= ${from} AND e.created_at < ${to} AND e.id > d.last_entry) AS late
      FROM day_closings d WHERE day = ${day}`),
  ]);
  const vat = new Map(v.parse(v.array(vatRow), vatRows).map((row) => [row.from, row]));
  return {
    ...{ day, from, to, sums: v.parse(sums, sumRows), events: v.parse(events, eventRows) },
    months: months.map((month) => ({ charged: 0, refunded: 0, ...vat.get(month.from), ...month })),
    ...{ days: v.parse(days, dayRows), closing: v.parse(closingRows, closed)[0] ?? null },
  };
}
