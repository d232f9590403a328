import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { startBudget } from '../../../platform/budget.ts';
import { batch } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/client.ts';
import { retryWrite } from '../../../platform/http/faults/d1-errors.ts';
import { TEHRAN_OFFSET_SECONDS } from '../../../platform/text/tehran-week.ts';
import { SWEEP_ROWS, sweepRows } from '../../../platform/db/sweep-rows.ts';
import { insertGifts } from '../../operator/server/give-days.ts';
import { CASE_KINDS, RULE } from '../cases.ts';
import { matchConcerned } from './concerned.ts';

const DAY = 24 * 60 * 60;
const ACCOUNTS_AT_ONCE = 500;
const MAX_ROUNDS = 40;
const BUDGET_MS = 20_000;

const running = v.array(
  v.object({
    id: v.number(),
    kind: v.picklist(CASE_KINDS),
    subject: v.number(),
    plan: v.number(),
    from: v.number(),
    until: v.number(),
  }),
);

const selectDayStart = (time: SQL) => sql`(${time} - (${time} + ${TEHRAN_OFFSET_SECONDS}) % ${DAY})`;

/**
 * Of case `c` for account `u`: its days less those of other cases of the same time, so that nobody is given the days of
 * one fault twice; a rule's also less those of rules for faults of the same days in Tehran.
 */
const restOfDays = sql`(c.days - coalesce((SELECT sum(g.days) FROM compensations g JOIN compensation_cases o ON o.id = g.case_id
  WHERE g.user_id = u.id AND o.id <> c.id AND (o.starts_at < c.ends_at AND o.ends_at > c.starts_at
    OR c.decider = ${RULE} AND o.decider = ${RULE}
      AND ${selectDayStart(sql`o.starts_at`)} <= c.ends_at AND ${selectDayStart(sql`c.starts_at`)} <= o.ends_at)), 0))`;

/**
 * Gives the days of approved cases, 500 accounts at once in the order of their numbers, 20,000 a tick. The days and the
 * cursor are one transaction: a run that is killed is continued by the next, and two at once take turns.
 */
export async function runCases(
  { db, now }: { db: Database; now: number },
  { hasTime = startBudget(BUDGET_MS), atOnce = ACCOUNTS_AT_ONCE, rounds = MAX_ROUNDS } = {},
): Promise<void> {
  for (let round = 0; round < rounds && (round === 0 || hasTime()); round += 1) {
    const [rows] = await batch(db, [
      sql`SELECT id, kind, subject, plan_id AS plan, starts_at AS "from", ends_at AS until FROM compensation_cases
        WHERE state = 'running' ORDER BY id LIMIT 1`,
    ]);
    const [fault] = v.parse(running, rows);
    if (fault === undefined) return;
    const { id } = fault;
    const slice = sql`(SELECT max(id) FROM (SELECT n.id FROM users n WHERE n.id > c.cursor ORDER BY n.id LIMIT ${atOnce}))`;
    await retryWrite(() =>
      batch(db, [
        insertGifts({
          ...{
            key: sql`'case/' || c.id || '/' || u.id`,
            days: restOfDays,
            reason: sql`iif(c.reason = '' OR c.kind = 'plays', 'case ' || c.id, c.reason)`,
          },
          ...{ operator: sql`c.decider`, caseId: sql`c.id`, now },
          source: sql`compensation_cases c CROSS JOIN users u WHERE c.id = ${id} AND c.state = 'running'
            AND u.id > c.cursor AND u.id <= ${slice} AND ${matchConcerned(fault, sql`c.id`)} AND ${restOfDays} > 0
            AND NOT EXISTS (SELECT 1 FROM compensations g WHERE g.case_id = c.id AND g.user_id = u.id)`,
        }),
        sql`UPDATE compensation_cases AS c SET cursor = coalesce(${slice}, cursor),
            given = given + (SELECT count(*) FROM compensations g
              WHERE g.case_id = c.id AND g.user_id > c.cursor AND g.user_id <= ${slice}),
            state = iif(${slice} IS NULL, 'done', state), finished_at = iif(${slice} IS NULL, ${now}, NULL)
          WHERE id = ${id} AND state = 'running'`,
      ]),
    );
  }
}

/** Who watched is not known for longer than a case needs it. */
export async function sweepViewers({ db }: { db: Database }): Promise<void> {
  await sweepRows(db, [
    sql`DELETE FROM outage_viewers WHERE (case_id, user_id) IN (SELECT w.case_id, w.user_id FROM compensation_cases c
      CROSS JOIN outage_viewers w ON w.case_id = c.id WHERE c.state IN ('done', 'refused') LIMIT ${SWEEP_ROWS})`,
  ]);
}
